import type { ComponentType } from "react";
import type { ExampleProps } from "#components/task-kinds/kind.ts";
import { codesExamples, labelExamples } from "#components/task-kinds/label/example-words.ts";
import { CodesReading, LabelReading } from "#components/task-kinds/label/reading.tsx";
import type { ReadingProps } from "#components/task-kinds/registry.tsx";

const makeExample = (examples: typeof labelExamples, Reading: ComponentType<ReadingProps>) =>
  function Example({ language, words }: ExampleProps) {
    return (
      <>
        <div className="rounded-lg border border-dashed border-edge p-4 sm:p-6">
          <Reading content={examples[language]} names={[]} language={language} words={words.reading} />
        </div>
        <p>{words.instructions.exampleAnswer}</p>
      </>
    );
  };

export const LabelExample = makeExample(labelExamples, LabelReading);
export const CodesExample = makeExample(codesExamples, CodesReading);
