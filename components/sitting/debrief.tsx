import type { ReactNode } from "react";
import { ConsentLines } from "#components/sitting/consent-lines.tsx";
import { PageTitle } from "#components/sitting/page-title.tsx";
import { fill, type SittingWords } from "#components/sitting/words.ts";
import { ButtonLink } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";

type Props = {
  text: ReactNode;
  notes?: ReactNode;
  /** Proves that all answers are stored. */
  code: { value: string; hint?: string };
  /** Where the recruiting service takes people back. */
  returnAddress: string | null;
  /** Only where the study says so. */
  score: { right: number; count: number } | null;
  words: Pick<SittingWords, "consent" | "debrief" | "copy">;
  /** Whom to ask, where the plan says it. */
  contact?: { said: string; language: string };
  /** Where one does it oneself; nowhere in a preview. */
  withdrawAddress?: string;
  children?: ReactNode;
};

/** The thanks, and what one takes along: the code is what people are paid by, so it stands first. */
export function Debrief({
  text,
  notes,
  code,
  returnAddress,
  score,
  words,
  contact,
  withdrawAddress,
  children,
}: Props) {
  const { debrief } = words;
  return (
    <div className="grid gap-8">
      <PageTitle>{debrief.title}</PageTitle>
      <section aria-labelledby="code" className="grid gap-2 rounded-lg border border-line bg-raised p-5">
        <h2 id="code" className="text-xl font-semibold">
          {debrief.code}
        </h2>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <p id="completion" lang="en" className="figures text-2xl font-semibold select-all wrap-anywhere">
            {code.value}
          </p>
          <CopyButton value={code.value} from="completion" words={words.copy} />
        </div>
        <p className="text-ink-muted">{code.hint ?? debrief.codeHint}</p>
        {returnAddress && (
          <div className="pt-2">
            <ButtonLink href={returnAddress} rel="noreferrer" variant="primary">
              {debrief.toProlific}
            </ButtonLink>
          </div>
        )}
      </section>
      {score && <p>{fill(debrief.score, score)}</p>}
      {notes}
      <div>{text}</div>
      {contact && (
        <ConsentLines
          lines={[{ field: "contact", said: contact.said }]}
          language={contact.language}
          words={words}
        />
      )}
      {children}
      <section aria-labelledby="withdraw" className="grid gap-2 border-t border-line pt-6">
        <h2 id="withdraw" className="text-xl font-semibold">
          {debrief.withdrawTitle}
        </h2>
        <p>{debrief.withdraw}</p>
        {withdrawAddress && (
          <div>
            <ButtonLink href={withdrawAddress}>{debrief.toWithdraw}</ButtonLink>
          </div>
        )}
      </section>
    </div>
  );
}
