import { fill } from "#components/sitting/words.ts";
import { examples } from "#components/task-kinds/choice/example-words.ts";
import { Reading } from "#components/task-kinds/choice/reading.tsx";
import type { ExampleProps } from "#components/task-kinds/kind.ts";

export function ChoiceExample({ language, words }: ExampleProps) {
  const { right, ...example } = examples[language];
  return (
    <>
      <div className="rounded-lg border border-dashed border-edge p-4 sm:p-6">
        <Reading {...example} language={language} words={words.reading} />
      </div>
      <p className="measure">{words.instructions.signs}</p>
      <p>{fill(words.instructions.exampleAnswer, { name: right })}</p>
    </>
  );
}
