import { hash } from "node:crypto";
import { z } from "zod";
import { orderBySeed } from "#lib/seeds/seeded-order.ts";
import type {
  CaseFiles,
  PredictionResult,
  PredictionFiles,
  StoredPrediction,
} from "#lib/task-kinds/case-files.ts";
import { keep, refuse } from "#lib/task-kinds/options/predictions.ts";
import { filesOfLines, readOwn } from "#lib/task-kinds/parts/files.ts";
import { commonCode } from "#lib/task-kinds/traits/common.ts";
import { valueFrom } from "#lib/task-kinds/traits/decoded.ts";
import { encodeLevels, itemsOf, ofTraits, traitNames } from "#lib/task-kinds/traits/profile.ts";
import {
  drawInput,
  givenParts,
  isSide,
  level,
  listDrawn,
  levelNameAt,
  ofEachTrait,
  sides,
  traitsContentSchema,
  unlessMissing,
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

/** People who took part may stand for runs. */
const maxRuns = 1000;
const runLevels = z
  .array(level, {
    error: unlessMissing(
      "The levels of a trait are a list, one for each run, such as [“High”, “Neutral”, “High”].",
    ),
  })
  .min(1, "A trait needs the level of at least one run.")
  .max(maxRuns, `A judge can have at most ${maxRuns} runs.`);
const ofJudge = ofEachTrait(runLevels, "traits");

/** What a judge found: of each trait the level of every run. */
export type TraitsPrediction = { traits?: z.output<typeof ofJudge> | null; repaired?: boolean };

function hold({ traits, repaired = false }: TraitsPrediction, failed: boolean): PredictionResult {
  if (failed) return keep({ failed, choice: null, traits: [] });
  if (traits == null)
    return refuse("traits", "a judge of this case gives the levels of five traits, in traits", null);
  const count = traits.openness.length;
  const other = traitNames.find((name) => traits[name].length !== count);
  if (other)
    return refuse(
      `traits.${other}`,
      `each trait needs a level of every run: openness has ${count}`,
      traits[other].length,
    );
  const byRun = Array.from({ length: count }, (_, run) => traitNames.map((name) => traits[name][run] ?? 1));
  return keep({ failed, repaired, choice: commonCode(byRun), traits: byRun.flat() });
}

function writeRuns({ traits }: StoredPrediction) {
  const runsOf = (at: number) =>
    (traits ?? []).flatMap((found, i) => (i % traitNames.length === at ? [levelNameAt(found)] : []));
  return { traits: ofTraits((_, at) => runsOf(at)) };
}

/** Several runs count as the level that most of them found. Nothing is right or wrong. */
export const traitsPredictions: PredictionFiles<TraitsPrediction> = {
  keys: { traits: ofJudge.nullish() },
  words: ["traits"],
  hold,
  write: writeRuns,
};

export const traitsFiles: CaseFiles<TraitsContent, TraitsContent> = {
  ...filesOfLines<TraitsContent>("traits", {
    content: traitsContentSchema,
    shown: ({ own }) => listDrawn(own),
    version: ({ own: { parts, draw, drawn }, gold }) => [parts, draw, drawn, gold],
    said: (own) => listDrawn(own).join("\n"),
  }),
  line: {
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
      return readOwn(bytes, {
        optionNames: [],
        gold: gold ? encodeLevels(traitNames.map((trait) => gold[trait])) : null,
        own: { parts: content.parts, draw, drawn: drawItems(name, items.length, draw) },
      });
    },
  },
  write({ content, gold }) {
    const { parts, draw, drawn } = traitsContentSchema.parse(content);
    const right = gold === null ? null : valueFrom(gold);
    return {
      // What was drawn is told; importing it again draws the same.
      ...(draw === null ? {} : { draw, drawn }),
      content: { parts },
      ...(right && { gold: ofTraits((name) => levelNameAt(right[name] ?? 1)) }),
    };
  },
  opening: (content) => listDrawn(content)[0] ?? null,
  predictions: traitsPredictions,
};
