import { PlainText } from "#components/reading/plain-text.tsx";
import { fill } from "#components/sitting/words.ts";
import { FoldingPart } from "#components/task-kinds/parts/part.tsx";
import type { TraitsWords } from "#components/task-kinds/traits/names.ts";

type Props = { items: readonly string[]; language: string; words: TraitsWords };

/** All of one set, numbered. */
export const Answers = ({ items, language, words }: Props) => (
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
