import type { UndefinedReason } from "#lib/metrics/measure.ts";
import { spearman } from "#lib/metrics/tests/spearman.ts";
import { getCaseFigures } from "#lib/study-results/cases/case-figures.ts";
import { goldProbabilitiesOf } from "#lib/study-results/cases/cases.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import { mainScores, type RunRow, type StudyRows } from "#lib/study-results/rows/rows.ts";
import { viewKey, type View } from "#lib/study-results/schema.ts";

export const quadrants = ["bothRight", "peopleRight", "modelRight", "bothWrong"] as const;
export type Quadrant = (typeof quadrants)[number];

/** People against one run, a point for each case that somebody answered and that it gave probabilities for. */
export type CaseScatter = {
  run: RunRow;
  points: readonly { index: number; shareRight: number; goldProbability: number }[];
  /** Whether more than half of the people were right, and more than half of the probability. */
  quadrants: Readonly<Record<Quadrant, number>>;
  /** Spearman's rank correlation over the points. */
  rho: number | null;
  reason: UndefinedReason | null;
};

/** Null where no run gave probabilities. */
export function getScatter(rows: StudyRows, view: View, against: number | null): CaseScatter | null {
  const run = rows.runs.find(({ id }) => id === against) ?? findUsualRun(rows, view);
  if (!run) return null;
  return memoize(rows, `scatter ${run.id} ${viewKey(view)}`, () => scatter(rows, view, run));
}

function scatter(rows: StudyRows, view: View, run: RunRow): CaseScatter {
  const probabilityOf = goldProbabilitiesOf(rows, run.id);
  const points = getCaseFigures(rows, view).flatMap((figures) => {
    const { index, isInView, shareRight } = figures;
    const goldProbability = probabilityOf(figures);
    if (!isInView || shareRight === null || goldProbability === null) return [];
    return [{ index, shareRight, goldProbability }];
  });
  const counts = Object.fromEntries(quadrants.map((quadrant) => [quadrant, 0])) as Record<Quadrant, number>;
  for (const { shareRight, goldProbability } of points)
    counts[quadrantOf(shareRight > 0.5, goldProbability > 0.5)] += 1;
  const correlation = spearman(
    points.map(({ shareRight }) => shareRight),
    points.map(({ goldProbability }) => goldProbability),
  );
  return { run, points, quadrants: counts, ...correlation };
}

function quadrantOf(people: boolean, model: boolean): Quadrant {
  if (people) return model ? "bothRight" : "peopleRight";
  return model ? "modelRight" : "bothWrong";
}

/** Runs that can stand in the plot: those with probabilities for any of the cases. */
export const listScatterRuns = (rows: StudyRows): RunRow[] =>
  memoize(rows, "scatter runs", () =>
    rows.runs.filter(({ predictions }) => predictions.goldProbability.some((value) => !Number.isNaN(value))),
  );

/** The run that was right most often in this view; one that stands apart only where there is no other. */
function findUsualRun(rows: StudyRows, view: View): RunRow | null {
  const shares = listScatterRuns(rows).map((run) => {
    const scores = mainScores(run.predictions);
    let [answered, right] = [0, 0];
    for (const { index, isInView, n } of getCaseFigures(rows, view)) {
      const score = scores[index] ?? NaN;
      if (!isInView || n === 0 || Number.isNaN(score)) continue;
      answered += 1;
      right += score;
    }
    return { run, share: run.apart !== null || answered === 0 ? -1 : right / answered };
  });
  return (
    shares.reduce<(typeof shares)[number] | null>(
      (best, next) => (best && best.share >= next.share ? best : next),
      null,
    )?.run ?? null
  );
}
