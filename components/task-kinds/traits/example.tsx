import type { ExampleProps } from "#components/task-kinds/kind.ts";
import { examples } from "#components/task-kinds/traits/example-words.ts";
import { Reading } from "#components/task-kinds/traits/reading.tsx";

export function TraitsExample({ language, words }: ExampleProps) {
  return (
    <>
      <div className="rounded-lg border border-dashed border-edge p-4 sm:p-6">
        <Reading content={examples[language]} names={[]} language={language} words={words.reading} />
      </div>
      <p>{words.instructions.exampleAnswer}</p>
    </>
  );
}
