import type { SittingWords } from "#components/sitting/words.ts";
import type { ConsentLine } from "#lib/studies/opening/frozen-words.ts";

type Props = {
  lines: readonly ConsentLine[];
  /** The language they are written in. */
  language: string;
  words: Pick<SittingWords, "consent">;
};

/** Who is behind the study, and what a review board asks for, each under its name. */
export function ConsentLines({ lines, language, words: { consent } }: Props) {
  if (lines.length === 0) return null;
  return (
    <dl
      aria-label={consent.lines.label}
      className="grid gap-x-6 gap-y-2 border-y border-line py-4 sm:grid-cols-[max-content_1fr]"
    >
      {lines.map(({ field, said }) => (
        <div key={field} className="contents">
          <dt className="font-medium">{consent.lines[field]}</dt>
          <dd lang={language} className="min-w-0 whitespace-pre-line wrap-anywhere max-sm:mb-2">
            {said}
          </dd>
        </div>
      ))}
    </dl>
  );
}
