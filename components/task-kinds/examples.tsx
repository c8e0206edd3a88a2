import type { AppConfig } from "next-intl";
import { Fragment, type ComponentType } from "react";
import { fill } from "#components/sitting/words.ts";
import { Reading as ChoiceReading } from "#components/task-kinds/choice/reading.tsx";
import { CodesReading, LabelReading } from "#components/task-kinds/label/reading.tsx";
import { Reading as PairReading } from "#components/task-kinds/pair/reading.tsx";
import { Reading as RatingReading } from "#components/task-kinds/rating/reading.tsx";
import type { ReadingProps } from "#components/task-kinds/registry.tsx";
import { Reading as TextsReading } from "#components/task-kinds/texts/reading.tsx";
import { Reading as TraitsReading } from "#components/task-kinds/traits/reading.tsx";
import { messagesFor } from "#components/task-kinds/words.ts";
import type { StudyLanguage } from "#lib/studies/schema.ts";
import type { ChoiceContent } from "#lib/task-kinds/choice/schema.ts";
import labels from "#lib/task-kinds/label-sets/interviewsim-consistency.json" with { type: "json" };
import book from "#lib/task-kinds/label-sets/thought-analysis.json" with { type: "json" };
import type { ShownLabel } from "#lib/task-kinds/label/server-kind.ts";
import type { ShownPair } from "#lib/task-kinds/pair/schema.ts";
import type { ShownRating } from "#lib/task-kinds/rating/server-kind.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import scale from "#lib/task-kinds/scales/rolethink-gold.json" with { type: "json" };
import type { ShownTexts } from "#lib/task-kinds/texts/server-kind.ts";
import type { ShownTraits } from "#lib/task-kinds/traits/schema.ts";

type In<Of> = Readonly<Record<StudyLanguage, Of>>;
type Named<Content> = { content: Content; names: readonly string[]; right: string };

// To look at among the instructions: written for that, and in no benchmark.

const choice: In<Named<ChoiceContent>> = {
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

const texts: In<Named<ShownTexts>> = {
  en: {
    right: "She is late because the path was under water.",
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
    right: "她迟到是因为小路被水淹了。",
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

const rating: In<ShownRating> = {
  en: {
    scale,
    parts: [
      {
        role: "reference",
        text: "If I tell Orrin about the bridge he will send me home, and I have only just earned this week’s bread. Better to be late and say nothing.",
      },
      {
        role: "judged",
        text: "He would send me off for it. I’ll keep the bridge to myself, come in last and hope he takes me for lazy; lazy people still get paid.",
      },
    ],
  },
  "zh-CN": {
    scale,
    parts: [
      {
        role: "reference",
        text: "要是把桥断了的事告诉奥林，他准会打发我回家，可这周的面包钱我才刚挣到。宁可迟到，什么也别说。",
      },
      {
        role: "judged",
        text: "说了他会赶我走。桥的事我不提，最后一个进门，让他以为我偷懒好了；偷懒的人照样领工钱。",
      },
    ],
  },
};

const comparison = { en: "Which text is truer to the character?", "zh-CN": "哪一段更符合人物？" };
const pair: In<ShownPair> = {
  en: {
    question: comparison,
    context: [
      {
        role: "profile",
        text: "Marta has kept the ferry accounts for thirty years. She says little, counts everything twice and trusts nobody’s memory, her own least of all.",
      },
      { role: "scenario", text: "The new clerk swears that the till was right when he closed it." },
    ],
    sides: [
      "He seems sure, and that’s good enough for me. I’ll sign the page and go home.",
      "He swears; I count. Once tonight and once in the morning, and then I’ll know what he closed.",
    ],
  },
  "zh-CN": {
    question: comparison,
    context: [
      {
        role: "profile",
        text: "玛尔塔给渡口管了三十年账。她话不多，什么都数两遍，谁的记性都信不过，最信不过的是自己的。",
      },
      { role: "scenario", text: "新来的店员发誓，他关钱柜的时候账是对的。" },
    ],
    sides: [
      "他看上去很有把握，那就行了。我签个字就回家。",
      "他发誓，我数钱。今晚数一遍，明早再数一遍，就知道他关上的是什么了。",
    ],
  },
};

const set = (...items: string[]): ShownTraits => ({ parts: [{ role: "judged", items }] });
const traits: In<ShownTraits> = {
  en: set(
    "The boat has its list and I have mine. Rope, lamp, bread, in that order, every morning, and I don’t cast off before the last is ticked.",
    "The feast? I mended nets and heard it over the water. That was near enough for me.",
  ),
  "zh-CN": set(
    "船有船的单子，我有我的。缆绳、灯、面包，每天早上都照这个顺序，没有勾完最后一项我不解缆。",
    "那场宴会？我在补网，隔着水听见了。对我来说，这个距离正好。",
  ),
};

const label: In<ShownLabel> = {
  en: {
    labels,
    parts: [
      {
        role: "facts",
        text: "Keeps bees behind the schoolhouse since she was twelve. Sold the hives twice, and bought them back both times. Has never lived anywhere else.",
      },
      { role: "question", text: "Was there a time when you had no bees?" },
      { role: "judged", text: "No. From the first swarm to this day there was not a week without them." },
    ],
  },
  "zh-CN": {
    labels,
    parts: [
      {
        role: "facts",
        text: "从十二岁起在校舍后面养蜂。两次卖掉蜂箱，两次又买了回来。从没在别处住过。",
      },
      { role: "question", text: "有没有一段时间你没养蜂？" },
      { role: "judged", text: "没有。从第一窝蜂到今天，没有哪个星期身边没有它们。" },
    ],
  },
};

const codes: In<ShownLabel> = {
  en: {
    labels: book,
    parts: [
      {
        role: "profile",
        text: "Wim, seventy, keeps the lock on the canal and has quarrelled with his brother for years.",
      },
      {
        role: "scenario",
        text: "At dusk a barge waits below the gates. His brother stands at the wheel and doesn’t look up.",
      },
      {
        role: "judged",
        text: "He hasn’t said a word since Mother’s funeral. Let him wait. No: the water is falling, and he has coal for the school. I’ll open, and go in before he ties up.",
      },
    ],
  },
  "zh-CN": {
    labels: book,
    parts: [
      { role: "profile", text: "维姆，七十岁，看守运河上的水闸，与弟弟多年不和。" },
      { role: "scenario", text: "黄昏时，一条驳船停在闸门下。掌舵的是他弟弟，没有抬头。" },
      {
        role: "judged",
        text: "母亲下葬以后他就没说过一句话。让他等着吧。不行，水位在降，他船上装的是学校的煤。我开闸，在他系好缆绳之前回屋。",
      },
    ],
  },
};

type Example = { Reading: ComponentType<ReadingProps>; signs?: true } & (
  | { named: In<Named<unknown>> }
  | { shown: In<unknown> }
);

const examples: Record<KindName, Example> = {
  choice: { Reading: ChoiceReading, named: choice, signs: true },
  texts: { Reading: TextsReading, named: texts },
  rating: { Reading: RatingReading, shown: rating },
  pair: { Reading: PairReading, shown: pair },
  traits: { Reading: TraitsReading, shown: traits },
  label: { Reading: LabelReading, shown: label },
  codes: { Reading: CodesReading, shown: codes },
};

type Props = {
  kinds: readonly KindName[];
  language: StudyLanguage;
  messages: Pick<AppConfig["Messages"], "sitting" | "taskKinds">;
};

/** A case of each kind that somebody is going to meet, and how it is answered. */
export const Examples = ({ kinds, language, messages }: Props) =>
  kinds.map((kind) => {
    const { Reading, signs, ...example } = examples[kind];
    const {
      content,
      names,
      right = "",
    } = "named" in example ? example.named[language] : { content: example.shown[language], names: [] };
    const { instructions, reading } = messagesFor(kind, messages).sitting;
    return (
      <Fragment key={kind}>
        <div className="rounded-lg border border-dashed border-edge p-4 sm:p-6">
          <Reading content={content} names={names} language={language} words={reading} />
        </div>
        {signs && <p className="measure">{instructions.signs}</p>}
        <p>{fill(instructions.exampleAnswer, { name: right })}</p>
      </Fragment>
    );
  });
