import { z } from "zod";
import type { HeldPrediction, PredictionFiles, StoredPrediction } from "#lib/task-kinds/case-files.ts";
import { commonCode } from "#lib/task-kinds/traits/common.ts";
import { traitNames } from "#lib/task-kinds/traits/profile.ts";
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
  const keep = (choice: number | null, found: readonly number[]): HeldPrediction => ({
    ok: true,
    prediction: { failed, repaired: !failed && repaired, choice, probabilities: [], traits: found },
    normalised: false,
    differs: false,
  });
  if (failed) return keep(null, []);
  const problem = "a judge of this case gives the levels of five traits, in traits";
  if (traits == null) return { ok: false, column: "traits", problem, found: "" };
  const count = traits.openness.length;
  const other = traitNames.find((name) => traits[name].length !== count);
  if (other) {
    const uneven = `each trait needs a level of every run: openness has ${count}`;
    return { ok: false, column: `traits.${other}`, problem: uneven, found: String(traits[other].length) };
  }
  const byRun = Array.from({ length: count }, (_, run) => traitNames.map((name) => traits[name][run] ?? 1));
  return keep(commonCode(byRun), byRun.flat());
}

function write({ traits }: StoredPrediction) {
  const runsOf = (at: number) =>
    (traits ?? []).flatMap((found, i) => (i % traitNames.length === at ? [nameLevel(found)] : []));
  return { traits: Object.fromEntries(traitNames.map((name, at) => [name, runsOf(at)])) };
}

const unscored = {
  correct: null,
  rank: null,
  above: null,
  tied: null,
  confidence: null,
  squaredError: null,
  bin: null,
};

/** Several runs count as the level that most of them found. Nothing is right or wrong. */
export const traitsPredictions: PredictionFiles<GivenTraits> = {
  keys,
  words: ["traits"],
  csv: null,
  hold,
  score: ({ failed, choice }) => ({ ...unscored, choice: failed ? null : choice }),
  write,
};
