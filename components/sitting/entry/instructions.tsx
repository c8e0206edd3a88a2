import type { ReactNode } from "react";
import { PageTitle } from "#components/sitting/page-title.tsx";
import type { SittingWords } from "#components/sitting/words.ts";

type Props = {
  text: ReactNode;
  /** Above the text. */
  notes?: ReactNode;
  /** Of a case, in the reader's language. */
  example: ReactNode;
  words: Pick<SittingWords, "instructions">;
  children?: ReactNode;
};

export function Instructions({ text, notes, example, words, children }: Props) {
  return (
    <div className="grid gap-8">
      <PageTitle>{words.instructions.title}</PageTitle>
      {notes}
      <div className="measure">{text}</div>
      <section aria-labelledby="example" className="grid gap-3">
        <h2 id="example" className="text-xl font-semibold">
          {words.instructions.example}
        </h2>
        <p className="text-ink-muted">{words.instructions.exampleNote}</p>
        {example}
      </section>
      {children}
    </div>
  );
}
