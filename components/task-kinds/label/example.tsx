import { CodesReading, LabelReading } from "#components/task-kinds/label/reading.tsx";
import { makeExample } from "#components/task-kinds/parts/example.tsx";
import type { StudyLanguage } from "#lib/studies/schema.ts";
import labels from "#lib/task-kinds/label-sets/interviewsim-consistency.json" with { type: "json" };
import book from "#lib/task-kinds/label-sets/thought-analysis.json" with { type: "json" };
import type { ShownLabel } from "#lib/task-kinds/label/schema.ts";

// To look at among the instructions: written for that, and in no benchmark.

const labelExamples: Record<StudyLanguage, ShownLabel> = {
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

const codesExamples: Record<StudyLanguage, ShownLabel> = {
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

export const LabelExample = makeExample(labelExamples, LabelReading);
export const CodesExample = makeExample(codesExamples, CodesReading);
