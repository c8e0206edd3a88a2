import { Callout } from "#components/ui/callout.tsx";
import { inLanguage } from "#lib/i18n/locale.ts";
import type { PublicQuestion } from "#lib/sittings/comprehension/comprehension.ts";
import type { ReactNode } from "react";
import { PageTitle } from "#components/sitting/page-title.tsx";
import { type SittingWords, fill } from "#components/sitting/words.ts";
import { isOther, formatLanguage } from "#lib/i18n/other-language.ts";
import type { StudyLanguage } from "#lib/studies/schema.ts";

type Props = {
  text: ReactNode;
  /** Above the text. */
  notes?: ReactNode;
  /** Of a case, in the reader's language. */
  example: ReactNode;
  words: Pick<SittingWords, "instructions">;
  /** Stands on a page with a title of its own. */
  under?: boolean;
  children?: ReactNode;
};

export function Instructions({ text, notes, example, words: { instructions }, under, children }: Props) {
  return (
    <div className="grid gap-8">
      {under ? (
        <h2 className="text-xl font-semibold">{instructions.title}</h2>
      ) : (
        <PageTitle>{instructions.title}</PageTitle>
      )}
      {notes}
      <div className="measure">{text}</div>
      <details className="min-w-0 rounded-lg border border-line px-4 py-2">
        <summary className="target cursor-pointer font-medium text-accent">{instructions.example}</summary>
        <div className="grid gap-3 py-3">
          <p className="text-ink-muted">{instructions.exampleNote}</p>
          {example}
        </div>
      </details>
      {children}
    </div>
  );
}

type OtherLanguagesProps = {
  /** Of all cases that count. */
  counts: readonly { language: string; count: number }[];
  reader: StudyLanguage;
  mayPass: boolean;
  words: Pick<SittingWords, "instructions">;
};

/** Said before the first case: how many are in a language that the reader didn't choose. */
export function OtherLanguages({ counts, reader, mayPass, words: { instructions } }: OtherLanguagesProps) {
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  const others = counts.filter(({ language }) => isOther(language, reader));
  if (others.length === 0) return null;
  return (
    <div className="grid gap-1">
      {others.map(({ language, count }) => (
        <p key={language}>
          {fill(count === 1 ? instructions.otherLanguageOne : instructions.otherLanguage, {
            count,
            all,
            language: formatLanguage(language, reader),
          })}
        </p>
      ))}
      {mayPass && <p>{instructions.mayPass}</p>}
    </div>
  );
}

type WrongProps = {
  wrong: readonly PublicQuestion[];
  language: StudyLanguage;
  words: Pick<SittingWords, "comprehension">;
};

/** Above the instructions after a first try: which questions to read them again for. */
export function WrongAtFirst({ wrong, language, words: { comprehension } }: WrongProps) {
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
