import { hash } from "node:crypto";
import type { z } from "zod";
import { orderBySeed } from "#lib/seeds/seeded-order.ts";
import type { CaseFiles, WrittenCase } from "#lib/task-kinds/case-files.ts";
import { traitsPredictions } from "#lib/task-kinds/traits/predictions.ts";
import { valueFrom } from "#lib/task-kinds/traits/decoded.ts";
import { encodeLevels, itemsOf, traitNames } from "#lib/task-kinds/traits/profile.ts";
import {
  drawInput,
  givenParts,
  isSide,
  level,
  listDrawn,
  nameLevel,
  ofEachTrait,
  sides,
  traitsContentSchema,
  type TraitsContent,
} from "#lib/task-kinds/traits/schema.ts";

const keys = {
  draw: drawInput.nullish(),
  content: givenParts,
  gold: ofEachTrait(level, "gold").nullish(),
};
type Line = z.output<z.ZodObject<typeof keys>> & {
  id?: string;
  group?: string | null;
  attributes?: Readonly<Record<string, string>> | null;
};
type Files = CaseFiles<TraitsContent, TraitsContent>;

const line: Files["line"] = {
  keys,
  told: ["drawn"],
  check: (read) => {
    const { side } = (read as Line).attributes ?? {};
    if (side === undefined || isSide(side)) return [];
    const named = sides.map((one) => `“${one}”`).join(" or ");
    return [{ path: "attributes", message: `A side is ${named}. Call it so, or leave it out.` }];
  },
  read: (read, bytes) => {
    const { draw = null, content, gold, id, group } = read as Line;
    const items = itemsOf(content);
    const name = group ?? id ?? hash("sha256", JSON.stringify(items));
    return {
      optionNames: [],
      gold: gold ? encodeLevels(traitNames.map((trait) => gold[trait])) : null,
      prompt: null,
      original: Buffer.from(bytes),
      own: { parts: content.parts, draw, drawn: drawItems(name, items.length, draw) },
    };
  },
};

/**
 * Which of so many items are read, the first being 1, in their own order. It hangs on the name alone, which the sides of
 * one person share: the same for everybody who judges, and the same questions on either side.
 */
export function drawItems(name: string, count: number, wanted: number | null): number[] {
  const all = Array.from({ length: count }, (_, at) => at + 1);
  if (wanted === null || wanted >= count) return all;
  return orderBySeed(all, 0, (place) => `item\n${name}\n${place}`)
    .slice(0, wanted)
    .sort((a, b) => a - b);
}

const shown = (content: TraitsContent) => listDrawn(content);

function write({ content, gold }: WrittenCase) {
  const { parts, draw, drawn } = traitsContentSchema.parse(content);
  const right = gold === null ? null : valueFrom(gold);
  return {
    // What was drawn is told; importing it again draws the same.
    ...(draw === null ? {} : { draw, drawn }),
    content: { parts },
    ...(right && { gold: Object.fromEntries(traitNames.map((name) => [name, nameLevel(right[name] ?? 1)])) }),
  };
}

export const traitsFiles: Files = {
  content: traitsContentSchema,
  needsGold: false,
  line,
  csv: null,
  shown: ({ own }) => shown(own),
  versionParts: ({ own, gold }) => [JSON.stringify(["traits", own.parts, own.draw, own.drawn, gold])],
  understand: async ({ own }) => ({
    form: "text",
    content: own,
    answerLength: null,
    said: shown(own).join("\n").toLowerCase(),
  }),
  asItStands: () => {
    throw new Error("a set of answers is always taken apart");
  },
  write,
  opening: (content) => shown(content)[0] ?? null,
  predictions: traitsPredictions,
};
