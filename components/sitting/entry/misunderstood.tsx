import type { ReactNode } from "react";
import { ServiceLink } from "#components/sitting/entry/service-link.tsx";
import { PageTitle } from "#components/sitting/page-title.tsx";
import type { SittingWords } from "#components/sitting/words.ts";
import { Callout } from "#components/ui/callout.tsx";
import { inLanguage } from "#lib/i18n/locale.ts";
import type { PublicQuestion } from "#lib/sittings/comprehension/comprehension.ts";
import type { StudyLanguage } from "#lib/studies/schema.ts";

type Words = Pick<SittingWords, "comprehension">;

/** Above the instructions after a first try: which questions to read them again for. */
export function WrongAtFirst({
  wrong,
  language,
  words: { comprehension },
}: {
  wrong: readonly PublicQuestion[];
  language: StudyLanguage;
  words: Words;
}) {
  return (
    <Callout tone="warning" title={comprehension.wrongTitle}>
      <ul className="grid list-disc gap-1 ps-5">
        {wrong.map(({ key, label }) => {
          const { text, lang } = inLanguage(label, language);
          return (
            <li key={key} lang={lang}>
              {text}
            </li>
          );
        })}
      </ul>
    </Callout>
  );
}

type EndProps = {
  words: Words & Pick<SittingWords, "declined">;
  /** Where the recruiting service takes people back for whom it ends here. */
  returnAddress: string | null;
  children?: ReactNode;
};

/** The plan lets nobody go on who got something wrong twice. */
export function EndsHere({ words: { comprehension, declined }, returnAddress, children }: EndProps) {
  return (
    <div className="grid gap-6">
      <PageTitle>{comprehension.endTitle}</PageTitle>
      <p>{comprehension.end}</p>
      <ServiceLink address={returnAddress} label={declined.toProlific} />
      {children}
    </div>
  );
}
