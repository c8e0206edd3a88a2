import { fill } from "#components/sitting/words.ts";
import type { ExampleProps } from "#components/task-kinds/kind.ts";
import { Reading } from "#components/task-kinds/texts/reading.tsx";
import type { StudyLanguage } from "#lib/studies/schema.ts";
import type { ShownTexts } from "#lib/task-kinds/texts/schema.ts";

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

type Example = { content: ShownTexts; names: readonly [string, ...string[]] };

/** To look at among the instructions: written for that, and in no benchmark. The first is right. */
const examples: Record<StudyLanguage, Example> = {
  en: {
    names: [
      "She is late because the path was under water.",
      "She is late because she overslept.",
      "She came on time, as always.",
    ],
    content: {
      question: "Which of these follows from what Nell says?",
      before: {
        turns: [
          { speaker: "Mr. Orrin", text: "The shop has been open since eight, Nell." },
          {
            speaker: "Nell",
            text: "I left at seven. The lower path is gone, you’d need a boat; I had to go round by the mill.",
          },
        ],
      },
    },
  },
  "zh-CN": {
    names: ["她迟到是因为小路被水淹了。", "她迟到是因为睡过了头。", "她和平时一样准时到了。"],
    content: {
      question: "从小宁的话里可以得出哪一项？",
      before: {
        turns: [
          { speaker: "欧掌柜", text: "小宁，铺子八点就开门了。" },
          {
            speaker: "小宁",
            text: "我七点就出了门。下面那条路不见了，得划船才过得去，我只好从磨坊那边绕过来。",
          },
        ],
      },
    },
  },
};
