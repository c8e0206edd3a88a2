import type { StudyLanguage } from "#lib/studies/schema.ts";
import labels from "#lib/task-kinds/label-sets/interviewsim-consistency.json" with { type: "json" };
import type { ShownLabel } from "#lib/task-kinds/label/schema.ts";

/** To look at among the instructions: written for that, and in no benchmark. */
export const examples: Record<StudyLanguage, ShownLabel> = {
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
