import { OptionRadio } from "#components/task-kinds/options/option-radio.tsx";
import { Judging, JudgingCard, languageOf, type PartWords } from "#components/task-kinds/parts/judging.tsx";
import type { ReadingProps } from "#components/task-kinds/registry.tsx";
import { textIn } from "#lib/i18n/locale.ts";
import type { ShownRating } from "#lib/task-kinds/rating/server-kind.ts";

/** The parts in the order of the case, and beside them the scale. */
export function Reading({ value, ...props }: ReadingProps) {
  const { parts, scale } = props.content as ShownRating;
  const words = props.words as PartWords;
  const reader = languageOf(words);
  return (
    <Judging
      {...props}
      parts={parts}
      words={words}
      question={textIn(scale.question, reader)}
      notes={scale.notes ? textIn(scale.notes, reader) : null}
    >
      {scale.points.map(({ label, about }, at) => (
        <JudgingCard
          key={at}
          number={at + 1}
          name={textIn(label, reader)}
          about={about ? textIn(about, reader) : null}
          language={reader}
        >
          {value !== undefined && <OptionRadio option={at} value={value} />}
        </JudgingCard>
      ))}
    </Judging>
  );
}
