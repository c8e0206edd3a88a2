import { fill } from "#components/sitting/words.ts";
import { Reading } from "#components/task-kinds/choice/reading.tsx";
import type { ExampleProps } from "#components/task-kinds/kind.ts";
import type { ChoiceContent } from "#lib/task-kinds/choice/schema.ts";
import type { StudyLanguage } from "#lib/studies/schema.ts";

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

type Example = { content: ChoiceContent; names: readonly string[]; right: string };

/** To look at among the instructions: written for that, and in no benchmark. */
const examples: Record<StudyLanguage, Example> = {
  en: {
    right: "Hanne, the ferrywoman",
    names: ["Mr. Abery", "Hanne, the ferrywoman", "Little Joss"],
    content: {
      form: "dialogue",
      turns: [
        {
          speaker: "Mr. Abery",
          parts: [
            { type: "thought", text: "Mud to the knees. So the mooring gave way after all." },
            { type: "speech", text: "You took your time. How high did it come?" },
          ],
        },
        {
          speaker: null,
          parts: [
            { type: "manner", text: "wringing out a sleeve" },
            {
              type: "speech",
              text: "Over the second step. I tied her to the willow, she’ll keep till morning.",
            },
          ],
        },
      ],
      profiles: [
        "The innkeeper. He watches the river from his window and hasn’t set foot in a boat for years.",
        "She rows people across by day, and in bad weather sleeps in the boat-house.",
        "The innkeeper’s grandson, seven, who is meant to be asleep.",
      ],
    },
  },
  "zh-CN": {
    right: "撑船的阿荷",
    names: ["店主老白", "撑船的阿荷", "小豆子"],
    content: {
      form: "dialogue",
      turns: [
        {
          speaker: "店主老白",
          parts: [
            { type: "thought", text: "裤腿上全是泥，缆绳到底还是断了。" },
            { type: "speech", text: "怎么去了这么久？水涨到哪儿了？" },
          ],
        },
        {
          speaker: null,
          parts: [
            { type: "manner", text: "拧着袖口的水" },
            { type: "speech", text: "漫过第二级台阶了。我把船系在柳树上，撑到天亮没问题。" },
          ],
        },
      ],
      profiles: [
        "客栈的主人，整天从窗口看河，好些年没上过船了。",
        "白天撑船送人过河，天气不好就睡在船棚里。",
        "店主的孙子，七岁，这会儿本该睡着了。",
      ],
    },
  },
};
