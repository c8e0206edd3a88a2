import type { StudyLanguage } from "#lib/studies/schema.ts";
import book from "#lib/task-kinds/label-sets/thought-analysis.json" with { type: "json" };
import type { ShownCodes } from "#lib/task-kinds/codes/schema.ts";

/** To look at among the instructions: written for that, and in no benchmark. */
export const examples: Record<StudyLanguage, ShownCodes> = {
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
