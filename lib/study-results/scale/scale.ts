import type { ScalePlace, RaschScale, ScaleReason } from "#lib/metrics/rasch/scale.ts";
import { runScale } from "#lib/study-results/resampling/run-bootstrap.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { RunRow } from "#lib/study-results/rows/rows.ts";
import { packTakers, type Part, type Takers } from "#lib/study-results/scale/takers.ts";
import { viewKey } from "#lib/study-results/schema.ts";

export type StudyScale = Pick<RaschScale, "spread" | "meanAbility"> & {
  people: (Takers["people"][number] & { placed: ScalePlace })[];
  cases: (Takers["cases"][number] & { placed: ScalePlace })[];
  /** From the ablest. */
  models: { run: RunRow; placed: ScalePlace }[];
  /** Who answered too few of these cases to be placed. */
  tooFew: RunRow[];
  apart: RunRow[];
};

/** Without a scale the reason; "made_up" where answers of people and of simulated ones would be mixed. */
export type ScaleResult = StudyScale | ScaleReason | "made_up";

/** Computed off the event loop, and kept with the rows of the first part until an answer changes in any of them. */
export function getScale(parts: readonly Part[]): Promise<ScaleResult> {
  const [first] = parts;
  if (!first) throw new Error("nothing to scale");
  const key = parts.map(({ rows, view }) => `${rows.stamp} ${viewKey(view)}`).join("|");
  return memoize(first.rows, `scale ${key}`, () => findScale(parts));
}

async function findScale(parts: readonly Part[]): Promise<ScaleResult> {
  if (new Set(parts.map(({ view }) => view.who)).size > 1) return "made_up";
  const takers = packTakers(parts);
  const scale = await runScale(takers.input, takers.scores);
  if (typeof scale === "string") return scale;
  const models = takers.runs.map((run, i) => ({ run, placed: scale.models[i] ?? null }));
  return {
    spread: scale.spread,
    meanAbility: scale.meanAbility,
    people: takers.people.map((one, i) => ({ ...one, placed: scale.people[i] as ScalePlace })),
    cases: takers.cases.map((one, i) => ({ ...one, placed: scale.cases[i] as ScalePlace })),
    models: models
      .flatMap(({ run, placed }) => (placed ? [{ run, placed }] : []))
      .toSorted((a, b) => b.placed.place - a.placed.place),
    tooFew: models.flatMap(({ run, placed }) => (placed ? [] : [run])),
    apart: takers.apart,
  };
}

/** Of how many sides something doesn't fit. */
export const countMisfits = (placed: readonly { placed: ScalePlace }[]): number =>
  placed.filter((one) => one.placed.fits === false).length;
