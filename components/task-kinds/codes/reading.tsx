import { fill } from "#components/sitting/words.ts";
import { Ticked } from "#components/task-kinds/codes/ticked.tsx";
import type { CodesWords } from "#components/task-kinds/codes/names.ts";
import { Judging, JudgingCard } from "#components/task-kinds/parts/judging.tsx";
import { languageOf, sayName } from "#components/task-kinds/parts/words.ts";
import type { ReadingProps } from "#components/task-kinds/registry.tsx";
import { sayIn } from "#lib/i18n/locale.ts";
import { codeFields, hasCode, noneValue, type CodesValue } from "#lib/task-kinds/codes/form.ts";
import type { ShownCodes } from "#lib/task-kinds/codes/schema.ts";

/** The parts in the order of the case, beside them the codes to tick, and last that none fits. */
export function Reading({ value, ...props }: ReadingProps) {
  const { parts, labels: book } = props.content as ShownCodes;
  const words = props.words as CodesWords;
  const reader = languageOf(words);
  const { question, notes, labels } = book;
  const codes = (value as CodesValue | null | undefined)?.codes ?? null;
  const box = (name: string, of: Omit<BoxProps, "name" | "words">) =>
    value !== undefined && <Box name={name} words={words} {...of} />;
  return (
    <Ticked>
      <Judging
        {...props}
        parts={parts}
        words={words}
        question={question ? sayIn(question, reader) : words.ask}
        notes={notes ? sayIn(notes, reader) : null}
      >
        {labels.map((label, at) => {
          const named = sayName(label, reader, props.language);
          return (
            <JudgingCard
              key={at}
              number={at + 1}
              {...named}
              about={label.about ? sayIn(label.about, reader) : null}
              mark={props.marks?.[at]}
            >
              {box(codeFields.code(at), {
                value: String(at),
                isTicked: codes !== null && hasCode(codes, at),
                said: named.name,
              })}
            </JudgingCard>
          );
        })}
        <JudgingCard
          number={0}
          name={words.none}
          language={reader}
          about={null}
          mark={props.marks?.[labels.length]}
        >
          {box(codeFields.none, { value: noneValue, isTicked: codes === 0, said: words.none })}
        </JudgingCard>
      </Judging>
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
