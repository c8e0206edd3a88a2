import type { ExampleProps } from "#components/task-kinds/kind.ts";
import { Reading } from "#components/task-kinds/traits/reading.tsx";
import type { StudyLanguage } from "#lib/studies/schema.ts";
import type { ShownTraits } from "#lib/task-kinds/traits/schema.ts";

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

const set = (...items: string[]): ShownTraits => ({ parts: [{ role: "judged", items }] });

/** To look at among the instructions: written for that, and in no benchmark. */
const examples: Record<StudyLanguage, ShownTraits> = {
  en: set(
    "The boat has its list and I have mine. Rope, lamp, bread, in that order, every morning, and I don’t cast off before the last is ticked.",
    "The feast? I mended nets and heard it over the water. That was near enough for me.",
  ),
  "zh-CN": set(
    "船有船的单子，我有我的。缆绳、灯、面包，每天早上都照这个顺序，没有勾完最后一项我不解缆。",
    "那场宴会？我在补网，隔着水听见了。对我来说，这个距离正好。",
  ),
};
