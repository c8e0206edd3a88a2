import { judgeSpread, type SpreadReason } from "#lib/metrics/mixed-model/spread.ts";
import type { MixedModelReason } from "#lib/metrics/mixed-model/fit.ts";
import { minForScale } from "#lib/metrics/rasch/scale.ts";
import type { TwoWayInput } from "#lib/metrics/two-way/input.ts";
import { getIntervals } from "#lib/study-results/overview/intervals.ts";
import { getSelection } from "#lib/study-results/overview/overview.ts";
import { packSelection } from "#lib/study-results/overview/packed-selection.ts";
import { runInThread } from "#lib/study-results/resampling/threads.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { viewKey, type View } from "#lib/study-results/schema.ts";

export const sensitivityReasons = [
  "too_few_people",
  "too_few_cases",
  "answered_once", // no case has two answers, so that people and cases can't be told apart
  "no_items",
  "not_binary",
  "extreme_proportion",
  "too_large",
  "not_settled",
  "people_alike",
  "cases_alike",
  "perfect_order",
  "no_interval",
  "every_look", // people still answer, and its interval is for one look alone
] as const satisfies readonly (MixedModelReason | SpreadReason | string)[];
export type SensitivityReason = (typeof sensitivityReasons)[number];

/** People by another model than the main figures: to see whether what is concluded hangs on those. */
export type Sensitivity = {
  /** Over people and cases like these: the mean over both populations. */
  accuracy: number | null;
  low: number | null;
  high: number | null;
  /** Of an average person on an average case, which is another thing. */
  typical: number | null;
  /** Standard deviations in log-odds. */
  spread: { people: number | null; cases: number | null };
  reason: SensitivityReason | null;
};

/** Fitted off the event loop, and kept until an answer changes it. */
export const getSensitivity = (rows: StudyRows, view: View): Promise<Sensitivity> =>
  memoize(rows, `sensitivity ${viewKey(view)}`, () =>
    getIntervals(rows, view).isLook
      ? Promise.resolve(without("every_look"))
      : fit(packSelection(getSelection(rows, view))),
  );

async function fit(input: TwoWayInput): Promise<Sensitivity> {
  const early = judgeInput(input);
  if (early) return without(early);
  const fitted = await runInThread("fit", [input]);
  if (typeof fitted === "string") return without(fitted);
  const odd = judgeSpread(fitted);
  if (odd) return without(odd);
  const { value, low, high } = fitted.accuracy;
  if (low === null || high === null) return without("no_interval");
  return {
    accuracy: value,
    low,
    high,
    typical: 1 / (1 + Math.exp(-fitted.intercept)),
    spread: { people: fitted.people, cases: fitted.cases },
    reason: null,
  };
}

function judgeInput({ people, cases, case: caseOf }: TwoWayInput): SensitivityReason | null {
  if (people < minForScale.people) return "too_few_people";
  if (cases < minForScale.cases) return "too_few_cases";
  return new Set(caseOf).size === caseOf.length ? "answered_once" : null;
}

const without = (reason: SensitivityReason): Sensitivity => ({
  accuracy: null,
  low: null,
  high: null,
  typical: null,
  reason,
  spread: { people: null, cases: null },
});
