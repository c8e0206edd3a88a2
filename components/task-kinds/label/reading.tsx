import { ErrorTypes, type LabelWords } from "#components/task-kinds/label/error-types.tsx";
import { OptionRadio } from "#components/task-kinds/options/option-radio.tsx";
import { Judging, JudgingCard } from "#components/task-kinds/parts/judging.tsx";
import { languageOf, sayName } from "#components/task-kinds/parts/words.ts";
import type { ReadingProps } from "#components/task-kinds/registry.tsx";
import { sayIn } from "#lib/i18n/locale.ts";
import type { ShownLabel } from "#lib/task-kinds/label/schema.ts";

/** The parts in the order of the case, beside them the labels, and where one asks for it the types of errors. */
export function Reading({ value, ...props }: ReadingProps) {
  const { parts, labels: set } = props.content as ShownLabel;
  const words = props.words as LabelWords;
  const reader = languageOf(words);
  const { question, notes, labels, errors } = set;
  return (
    <Judging
      {...props}
      parts={parts}
      words={words}
      question={question ? sayIn(question, reader) : words.ask}
      notes={notes ? sayIn(notes, reader) : null}
      beneath={
        value !== undefined &&
        errors && (
          <ErrorTypes errors={errors} value={value} words={words} reader={reader} language={props.language} />
        )
      }
    >
      {labels.map((label, at) => (
        <JudgingCard
          key={at}
          number={at + 1}
          {...sayName(label, reader, props.language)}
          about={label.about ? sayIn(label.about, reader) : null}
          asksMore={errors?.after.includes(label.name) === true}
          mark={props.marks?.[at]}
        >
          {value !== undefined && <OptionRadio option={at} value={value} />}
        </JudgingCard>
      ))}
    </Judging>
  );
}
