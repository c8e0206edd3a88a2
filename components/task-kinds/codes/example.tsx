import { examples } from "#components/task-kinds/codes/example-words.ts";
import { Reading } from "#components/task-kinds/codes/reading.tsx";
import type { ExampleProps } from "#components/task-kinds/kind.ts";

export const CodesExample = ({ language, words }: ExampleProps) => (
  <>
    <div className="rounded-lg border border-dashed border-edge p-4 sm:p-6">
      <Reading content={examples[language]} names={[]} language={language} words={words.reading} />
    </div>
    <p>{words.instructions.exampleAnswer}</p>
  </>
);
