import type { AppConfig } from "next-intl";
import type { ReactNode } from "react";
import { fill } from "#components/sitting/words.ts";
import { Ticked } from "#components/task-kinds/label/ticked.tsx";
import { OptionRadio } from "#components/task-kinds/options/option-radio.tsx";
import {
  Judging,
  JudgingCard,
  languageOf,
  formatLabelName,
  type PartWords,
} from "#components/task-kinds/parts/judging.tsx";
import type { ReadingProps } from "#components/task-kinds/registry.tsx";
import { textIn } from "#lib/i18n/locale.ts";
import type { OwnValue } from "#lib/task-kinds/kind.ts";
import type { LabelSet } from "#lib/task-kinds/label-set.ts";
import { codeFields, errorField, hasCode, noneValue, type CodesValue } from "#lib/task-kinds/label/value.ts";
import type { ShownLabel } from "#lib/task-kinds/label/server-kind.ts";

type Kinds = AppConfig["Messages"]["taskKinds"];
/** With those that only one of the two kinds has. */
type LabelWords = PartWords & Pick<Kinds["label"]["sitting"]["reading"], "ask" | "unsaid">;
type CodesWords = PartWords &
  Pick<Kinds["codes"]["sitting"]["reading"], "ask" | "none" | "ticked" | "unticked">;

type LabellingProps = Omit<ReadingProps, "value"> & {
  /** With which one gives a label. */
  field: (at: number, name: string) => ReactNode;
  /** What can be chosen in place of a label. */
  last?: ReactNode;
  beneath?: ReactNode;
};

/** The parts in the order of the case, and beside them what they are labelled with. */
function Labelling({ field, last, ...props }: LabellingProps) {
  const { parts, labels: set } = props.content as ShownLabel;
  const words = props.words as LabelWords | CodesWords;
  const reader = languageOf(words);
  return (
    <Judging
      {...props}
      parts={parts}
      words={words}
      question={set.question ? textIn(set.question, reader) : words.ask}
      notes={set.notes ? textIn(set.notes, reader) : null}
    >
      {set.labels.map((label, at) => {
        const named = formatLabelName(label, reader, props.language);
        return (
          <JudgingCard
            key={at}
            number={at + 1}
            {...named}
            about={label.about ? textIn(label.about, reader) : null}
            asksMore={set.errors?.after.includes(label.name) === true}
            mark={props.marks?.[at]}
          >
            {field(at, named.name)}
          </JudgingCard>
        );
      })}
      {last}
    </Judging>
  );
}

/** One label is chosen, and where it asks for it the type of an error. */
export function LabelReading({ value, ...props }: ReadingProps) {
  const { errors } = (props.content as ShownLabel).labels;
  return (
    <Labelling
      {...props}
      field={(at) => value !== undefined && <OptionRadio option={at} value={value} />}
      beneath={
        value !== undefined &&
        errors && (
          <ErrorTypes
            errors={errors}
            value={value}
            words={props.words as LabelWords}
            language={props.language}
          />
        )
      }
    />
  );
}

type ErrorProps = {
  errors: NonNullable<LabelSet["errors"]>;
  value: OwnValue | null;
  words: LabelWords;
  language: string;
};

/** In sight once a label is chosen that asks for it, without a script too. Nobody has to say. */
function ErrorTypes({ errors: { question, types }, value, words, language }: ErrorProps) {
  const reader = languageOf(words);
  const chosen = (value?.["error"] as number | null | undefined) ?? null;
  const given = types.map((type, at) => ({ value: String(at), ...formatLabelName(type, reader, language) }));
  return (
    <fieldset className="mt-4 hidden gap-1 group-has-[[data-asks-more]_:checked]/judging:grid">
      <legend lang={reader} className="mb-1 font-medium">
        {textIn(question, reader)}
      </legend>
      {[...given, { value: "", name: words.unsaid, language: reader }].map((one) => (
        <label key={one.value} className="target flex items-center gap-3 text-base">
          <input
            type="radio"
            name={errorField}
            value={one.value}
            defaultChecked={one.value === String(chosen ?? "")}
            className="size-5 shrink-0 accent-accent"
          />
          <span lang={one.language} dir="auto" className="min-w-0 wrap-anywhere">
            {one.name}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Every code that fits is ticked, or last that none does. */
export function CodesReading({ value, ...props }: ReadingProps) {
  const { labels } = (props.content as ShownLabel).labels;
  const words = props.words as CodesWords;
  const codes = (value as CodesValue | null | undefined)?.codes ?? null;
  const box = (name: string, of: Omit<BoxProps, "name" | "words">) =>
    value !== undefined && <Box name={name} words={words} {...of} />;
  return (
    <Ticked>
      <Labelling
        {...props}
        field={(at, said) =>
          box(codeFields.code(at), {
            value: String(at),
            isTicked: codes !== null && hasCode(codes, at),
            said,
          })
        }
        last={
          <JudgingCard
            number={0}
            name={words.none}
            language={languageOf(words)}
            about={null}
            mark={props.marks?.[labels.length]}
          >
            {box(codeFields.none, { value: noneValue, isTicked: codes === 0, said: words.none })}
          </JudgingCard>
        }
      />
    </Ticked>
  );
}

type BoxProps = { name: string; value: string; isTicked: boolean; said: string; words: CodesWords };

/** `data-said` is what a key did, for who hears the page. */
const Box = ({ name, value, isTicked, said, words }: BoxProps) => (
  <input
    type="checkbox"
    name={name}
    value={value}
    defaultChecked={isTicked}
    data-ticked={fill(words.ticked, { name: said })}
    data-unticked={fill(words.unticked, { name: said })}
    className="size-6 shrink-0 accent-accent"
  />
);
