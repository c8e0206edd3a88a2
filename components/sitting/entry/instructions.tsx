import type { ReactNode } from "react";
import { examples } from "#components/sitting/entry/example.ts";
import { PageTitle } from "#components/sitting/page-title.tsx";
import { fill, type SittingWords } from "#components/sitting/words.ts";
import { Reading } from "#components/task-kinds/registry.tsx";
import type { StudyLanguage } from "#lib/studies/schema.ts";

type Props = {
  text: ReactNode;
  /** Above the text. */
  notes?: ReactNode;
  /** The reader's: the example is written in it. */
  language: StudyLanguage;
  words: Pick<SittingWords, "instructions" | "reading">;
  children?: ReactNode;
};

export function Instructions({ text, notes, language, words, children }: Props) {
  const { content, names, right } = examples[language];
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
        <div className="rounded-lg border border-dashed border-edge p-4 sm:p-6">
          <Reading kind="choice" content={content} names={names} language={language} words={words.reading} />
        </div>
        <p>{fill(words.instructions.exampleAnswer, { name: right })}</p>
      </section>
      {children}
    </div>
  );
}
