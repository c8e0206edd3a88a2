import type { ExampleProps } from "#components/task-kinds/kind.ts";
import { examples } from "#components/task-kinds/label/example-words.ts";
import { Reading } from "#components/task-kinds/label/reading.tsx";

export function LabelExample({ language, words }: ExampleProps) {
  const content = examples[language];
  return (
    <>
      <div className="rounded-lg border border-dashed border-edge p-4 sm:p-6">
        <Reading content={content} language={language} names={[]} words={words.reading} />
      </div>
      <p>{words.instructions.exampleAnswer}</p>
    </>
  );
}
