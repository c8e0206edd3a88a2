import { makeExample } from "#components/task-kinds/parts/example.tsx";
import { Reading } from "#components/task-kinds/pair/reading.tsx";
import type { ShownPair } from "#lib/task-kinds/pair/schema.ts";

const question = { en: "Which text is truer to the character?", "zh-CN": "哪一段更符合人物？" };

export const PairExample = makeExample<ShownPair>(
  {
    en: {
      question,
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
      question,
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
  },
  Reading,
);
