import { fill } from "#components/sitting/words.ts";
import type { ExampleProps } from "#components/task-kinds/kind.ts";
import { examples } from "#components/task-kinds/texts/example-words.ts";
import { Reading } from "#components/task-kinds/texts/reading.tsx";

export function TextsExample({ language, words }: ExampleProps) {
  const { names, content } = examples[language];
  return (
    <>
      <div className="rounded-lg border border-dashed border-edge p-4 sm:p-6">
        <Reading names={names} content={content} language={language} words={words.reading} />
      </div>
      <p>{fill(words.instructions.exampleAnswer, { name: names[0] })}</p>
    </>
  );
}
