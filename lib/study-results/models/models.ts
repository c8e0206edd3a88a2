import { runLabel } from "#lib/studies/schema.ts";
import {
  binByCovariate,
  countPositions,
  type CovariateBin,
  type PositionTable,
} from "#lib/metrics/scores/position-table.ts";
import { calibrateRun, type Calibration } from "#lib/study-results/people/calibration-of-people.ts";
import { getPoints, getSelection } from "#lib/study-results/overview/overview.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import { mainScores, type RunRow, type StudyRows } from "#lib/study-results/rows/rows.ts";
import { minForClaim, viewKey, type View } from "#lib/study-results/schema.ts";
import type { Selection } from "#lib/study-results/rows/selection.ts";

/** What the way the cases were chosen says beforehand of the run they were chosen by. */
export type BySelection = "wrong" | "right" | "partly";

export type ModelDetail = {
  run: RunRow;
  /** Cases that people answered, and what became of them. */
  cases: number;
  answered: number;
  failed: number;
  missing: number;
  right: number;
  /** Null for every run but the selecting one. */
  bySelection: BySelection | null;
  calibration: Calibration;
  /** From the least sure to the surest. */
  byConfidence: readonly CovariateBin[];
  positions: PositionTable;
  /** As many as the case with the most options has. */
  places: number;
  /** Over the cases whose answer's length is known. */
  byLength: readonly CovariateBin[];
};

/** At most so many groups of about the same size. */
const groups = 5;

/** One run over exactly the cases that people answered. */
export function getModelDetail(rows: StudyRows, view: View, run: RunRow): ModelDetail {
  return memoize(rows, `model ${run.id} ${viewKey(view)}`, () => {
    const selection = getSelection(rows, view);
    const { choice, confidence, failed } = run.predictions;
    const scores = mainScores(run.predictions);
    const answered = selection.cases.filter((at) => !Number.isNaN(scores[at]));
    const broken = selection.cases.filter((at) => failed[at] === 1).length;
    const sure = answered.filter((at) => !Number.isNaN(confidence[at]));
    const long = answered.filter((at) => (rows.cases[at]?.answerLength ?? null) !== null);
    const scoresOf = (cases: Int32Array) => Float64Array.from(cases, (at) => scores[at] ?? 0);
    return {
      run,
      cases: selection.cases.length,
      answered: answered.length,
      failed: broken,
      missing: selection.cases.length - answered.length - broken,
      right: scoresOf(answered).reduce((sum, one) => sum + one, 0),
      bySelection: run.apart === "selecting" ? foresee(selection) : null,
      calibration: calibrateRun(rows, view, run),
      byConfidence: binByCovariate(
        Float64Array.from(sure, (at) => confidence[at] ?? NaN),
        scoresOf(sure),
        groups,
      ),
      positions: countPositions(
        Int8Array.from(answered, (at) => rows.cases[at]?.gold ?? -1),
        Int8Array.from(answered, (at) => choice[at] ?? -1),
      ),
      places: answered.reduce((most, at) => Math.max(most, rows.cases[at]?.optionNames.length ?? 0), 0),
      byLength: binByCovariate(
        Float64Array.from(long, (at) => rows.cases[at]?.answerLength ?? NaN),
        scoresOf(long),
        groups,
      ),
    };
  });
}

export function foresee({ rows, cases }: Selection): BySelection {
  const strata = new Set(Array.from(cases, (at) => rows.cases[at]?.stratum));
  // What it was unsure of it got wrong, too, or left without an answer.
  if (!strata.has("control")) return "wrong";
  return strata.size > 1 ? "partly" : "right";
}

/** Which run is looked at: the asked one, else the best of those whose figures mean something. */
export function chooseRun(rows: StudyRows, view: View, asked: string | null): RunRow | null {
  const { runs } = rows;
  const [best] = getPoints(rows, view).models;
  return runs.find(({ id }) => String(id) === asked) ?? runs.find(({ id }) => id === best?.runId) ?? null;
}

/** The model's name alone, where that tells it from the others. */
export function distinctName(
  { model, method, version }: Pick<RunRow, "model" | "method" | "version">,
  runs: readonly RunRow[],
): string {
  const isAlone = runs.filter((run) => run.model === model).length === 1;
  return isAlone ? model : runLabel({ model, method, version });
}

/** So few cases are told as a count, without a percentage. */
export const isTooFew = (cases: number): boolean => cases < minForClaim.cases;
