import { fill, type SittingWords } from "#components/sitting/words.ts";
import { isOther, formatLanguage } from "#lib/i18n/other-language.ts";
import type { StudyLanguage } from "#lib/studies/schema.ts";

type Props = {
  /** Of all cases that count. */
  counts: readonly { language: string; count: number }[];
  reader: StudyLanguage;
  mayPass: boolean;
  words: Pick<SittingWords, "instructions">;
};

/** Said before the first case: how many are in a language that the reader didn't choose. */
export function OtherLanguages({ counts, reader, mayPass, words: { instructions } }: Props) {
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
