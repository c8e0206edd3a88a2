import { useId } from "react";
import { fill } from "#components/sitting/words.ts";
import type { ReadingProps } from "#components/task-kinds/registry.tsx";
import { levelKeys, type TraitsWords } from "#components/task-kinds/traits/names.ts";
import { Icon } from "#components/ui/icons.tsx";
import { itemsOf, traitNames, type TraitName, type TraitsValue } from "#lib/task-kinds/traits/profile.ts";
import type { ShownTraits } from "#lib/task-kinds/traits/schema.ts";
import { PlainText } from "#components/reading/plain-text.tsx";
import { FoldingPart } from "#components/task-kinds/parts/part.tsx";

/** The answers one below the other, and beside them a row for each trait. */
export function Reading({ language, value, unfolding = { open: true }, ...props }: ReadingProps) {
  const words = props.words as TraitsWords;
  const items = itemsOf(props.content as ShownTraits);
  const questionId = useId();
  return (
    <div className="@container min-w-0">
      <div className="text-beside-options grid gap-8">
        <div role="group" aria-label={words.conversation} className="grid min-w-0 content-start gap-6">
          <Answers items={items} language={language} words={words} />
        </div>
        <div
          role="group"
          aria-labelledby={questionId}
          data-candidates
          className="options-in-view measure min-w-0 self-start"
        >
          <p id={questionId} className="text-xl font-semibold">
            {words.question}
          </p>
          <details {...unfolding} data-profiles className="group/fold mt-2 mb-2">
            <summary className="target unmarked flex w-fit items-center gap-1 pr-2 text-base font-medium text-accent">
              <Icon name="down" className="group-open/fold:rotate-180" />
              <span className="group-open/fold:hidden">{words.more}</span>
              <span className="not-group-open/fold:hidden">{words.less}</span>
            </summary>
            <p className="mt-1 text-base text-ink-muted">{words.neutral}</p>
          </details>
          <div className="grid gap-4 [[data-profiles]:not([open])~&_[data-about]]:hidden">
            {traitNames.map((trait, at) => (
              <Trait key={trait} trait={trait} words={words} given={value as TraitsValue | null | undefined}>
                {props.marks?.[at]}
              </Trait>
            ))}
          </div>
          {props.instead}
        </div>
        {props.below}
      </div>
    </div>
  );
}

type TraitProps = {
  trait: TraitName;
  words: TraitsWords;
  /** Undefined where one only reads. */
  given: TraitsValue | null | undefined;
  children: React.ReactNode;
};

function Trait({ trait, words, given, children }: TraitProps) {
  const aboutId = useId();
  const { name, about } = words.traits[trait];
  return (
    <fieldset data-row={trait} aria-describedby={aboutId} className="grid min-w-0 gap-1">
      <legend className="text-base font-semibold">{name}</legend>
      <p id={aboutId} data-about className="text-base text-ink-muted">
        {about}
      </p>
      <div className="mt-1 grid grid-cols-3 gap-2">
        {levelKeys.map((level, at) => (
          <Level key={level} number={at + 1} said={words.levels[level]}>
            {given !== undefined && (
              <input
                type="radio"
                name={trait}
                value={at}
                data-said={fill(words.found, { trait: name, level: words.levels[level] })}
                defaultChecked={given?.[trait] === at}
                className="size-5 shrink-0 accent-accent"
              />
            )}
          </Level>
        ))}
      </div>
      {children}
    </fieldset>
  );
}

type LevelProps = { number: number; said: string; children: React.ReactNode };

function Level({ number, said, children }: LevelProps) {
  const look =
    "relative isolate flex min-h-11 min-w-0 items-center gap-2 rounded-[10px] border border-edge bg-raised px-2 py-1.5 text-base";
  if (!children) return <span className={look}>{said}</span>;
  return (
    <label className={look}>
      {children}
      <span className="chosen-look" />
      <span className="min-w-0 wrap-anywhere">{said}</span>
      <kbd
        aria-hidden
        className="figures ml-auto text-sm font-normal text-ink-muted max-sm:hidden pointer-coarse:hidden"
      >
        {number}
      </kbd>
    </label>
  );
}

type Props = { items: readonly string[]; language: string; words: TraitsWords };

/** All of one set, numbered. */
const Answers = ({ items, language, words }: Props) => (
  <FoldingPart
    title={fill(words.answers, { count: items.length })}
    text={items.join("\n")}
    find={words.find}
    language={language}
    look="grid min-w-0 gap-2"
  >
    <ol role="list" className="grid gap-5 pt-1">
      {items.map((text, at) => (
        <li key={at} className="grid min-w-0 gap-1">
          <span className="figures text-sm font-medium text-ink-muted">
            {fill(words.answer, { number: at + 1 })}
          </span>
          <PlainText language={language}>{text}</PlainText>
        </li>
      ))}
    </ol>
  </FoldingPart>
);
