import { z } from "zod";
import type { HeldPrediction, PredictionFiles, StoredPrediction } from "#lib/task-kinds/case-files.ts";
import { keep, refuse, scoreNothing } from "#lib/task-kinds/options/predictions.ts";
import { commonCode } from "#lib/task-kinds/traits/common.ts";
import { ofTraits, traitNames } from "#lib/task-kinds/traits/profile.ts";
import { level, nameLevel, ofEachTrait, unlessMissing } from "#lib/task-kinds/traits/schema.ts";

/** People who took part may stand for runs. */
const maxRuns = 1000;
const runs = z
  .array(level, {
    error: unlessMissing(
      "The levels of a trait are a list, one for each run, such as [“High”, “Neutral”, “High”].",
    ),
  })
  .min(1, "A trait needs the level of at least one run.")
  .max(maxRuns, `A judge can have at most ${maxRuns} runs.`);
const all = ofEachTrait(runs, "traits");
const keys = { traits: all.nullish() };

/** What a judge found: of each trait the level of every run. */
export type GivenTraits = { traits?: z.output<typeof all> | null; repaired?: boolean };

function hold({ traits, repaired = false }: GivenTraits, failed: boolean): HeldPrediction {
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

function write({ traits }: StoredPrediction) {
  const runsOf = (at: number) =>
    (traits ?? []).flatMap((found, i) => (i % traitNames.length === at ? [nameLevel(found)] : []));
  return { traits: ofTraits((_, at) => runsOf(at)) };
}

/** Several runs count as the level that most of them found. Nothing is right or wrong. */
export const traitsPredictions: PredictionFiles<GivenTraits> = {
  keys,
  words: ["traits"],
  csv: null,
  hold,
  score: scoreNothing,
  write,
};
