import type { ComponentType } from "react";
import type { ExampleProps } from "#components/task-kinds/kind.ts";
import type { ReadingProps } from "#components/task-kinds/registry.tsx";
import type { StudyLanguage } from "#lib/studies/schema.ts";

/** A case to look at among the instructions: written for that, and in no benchmark. */
export const makeExample = <Content,>(
  examples: Readonly<Record<StudyLanguage, Content>>,
  Reading: ComponentType<ReadingProps>,
) =>
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
