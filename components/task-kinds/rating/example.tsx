import { makeExample } from "#components/task-kinds/parts/example.tsx";
import { Reading } from "#components/task-kinds/rating/reading.tsx";
import type { ShownRating } from "#lib/task-kinds/rating/schema.ts";
import scale from "#lib/task-kinds/scales/rolethink-gold.json" with { type: "json" };

export const RatingExample = makeExample<ShownRating>(
  {
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
  },
  Reading,
);
