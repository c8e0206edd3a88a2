import { makeExample } from "#components/task-kinds/parts/example.tsx";
import { Reading } from "#components/task-kinds/traits/reading.tsx";
import type { ShownTraits } from "#lib/task-kinds/traits/schema.ts";

const set = (...items: string[]): ShownTraits => ({ parts: [{ role: "judged", items }] });

export const TraitsExample = makeExample<ShownTraits>(
  {
    en: set(
      "The boat has its list and I have mine. Rope, lamp, bread, in that order, every morning, and I don’t cast off before the last is ticked.",
      "The feast? I mended nets and heard it over the water. That was near enough for me.",
    ),
    "zh-CN": set(
      "船有船的单子，我有我的。缆绳、灯、面包，每天早上都照这个顺序，没有勾完最后一项我不解缆。",
      "那场宴会？我在补网，隔着水听见了。对我来说，这个距离正好。",
    ),
  },
  Reading,
);
