import type { WholeBenchmarkDocument } from "#lib/study-results/figure-schemas.ts";
import { keepAnswers, type TwoWayInput } from "#lib/metrics/two-way/input.ts";
import { twoWayMean } from "#lib/metrics/two-way/variance.ts";
import type { WeightedPart } from "#lib/metrics/two-way/weighted.ts";
import { computeWeightedInterval } from "#lib/study-results/overview/intervals.ts";
import { getSelection } from "#lib/study-results/overview/overview.ts";
import { packSelection } from "#lib/study-results/overview/packed-selection.ts";
import { hasEnoughData, type Interval } from "#lib/study-results/overview/types.ts";
import { findPlainArm, variesCases } from "#lib/study-results/arms/place.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import { mainScores, type CaseRow, type RunRow, type StudyRows } from "#lib/study-results/rows/rows.ts";
import { listUnanswered, type Selection } from "#lib/study-results/rows/selection.ts";
import { viewKey, type View } from "#lib/study-results/schema.ts";
import {
  findReachGaps,
  sampledStrata,
  type FrameCell,
  type SampledStratum,
} from "#lib/studies/strata/schema.ts";

/** Of the mean person, on the mean case of the frame; of each run, with no chance in it. */
export type WholeBenchmark = WholeBenchmarkDocument & {
  people: { accuracy: number; interval: Interval } | null;
};
type BenchmarkCell = WholeBenchmark["cells"][number];

/** People's accuracy weighted back to the frame that the sample came from; null where no run parted it, or one track alone is looked at. */
export function getBenchmark(rows: StudyRows, view: View): WholeBenchmark | null {
  if (!rows.frame || view.track !== null) return null;
  const { frame } = rows;
  const { design } = rows.study;
  // Where arms show cases otherwise, those of the frame are the ones that an arm shows as they are.
  const whole: View = { ...view, stratum: "all", arm: variesCases(design) ? findPlainArm(design) : null };
  return memoize(rows, `benchmark ${viewKey(whole)}`, () => computeBenchmark(rows, frame, whole));
}

function computeBenchmark(
  rows: StudyRows,
  frame: NonNullable<StudyRows["frame"]>,
  view: View,
): WholeBenchmark {
  const selection = getSelection(rows, view);
  const cells = countCells(selection, frame.cells);
  const gaps = findReachGaps(cells);
  const people = gaps.length > 0 || selection.answers.length === 0 ? null : weighBack(selection, cells);
  return {
    cases: sum(cells.map((cell) => cell.cases)),
    cells,
    gaps,
    people,
    models: rows.runs
      .map((run) => readModel(run, frame, people))
      .toSorted((a, b) => (b.withMissing.wrong ?? -1) - (a.withMissing.wrong ?? -1)),
  };
}

const sum = (values: readonly number[]) => values.reduce((all, one) => all + one, 0);

const isOf = ({ tracks }: StudyRows, { track, stratum }: FrameCell, row: CaseRow): boolean =>
  row.stratum === stratum && tracks[row.track]?.name === track;

function countCells(
  { rows, view, cases, answers }: Selection,
  framed: readonly FrameCell[],
): BenchmarkCell[] {
  const scores = mainScores(rows.answers);
  const cellOf = rows.cases.map((row) => framed.findIndex((cell) => isOf(rows, cell, row)));
  const counts = framed.map(() => ({ served: 0, answers: 0, right: 0, missing: 0 }));
  for (const at of cases) {
    const count = counts[cellOf[at] as number];
    if (count) count.served += 1;
  }
  for (const i of answers) {
    const count = counts[cellOf[rows.answers.case[i] as number] as number];
    if (!count) continue;
    count.answers += 1;
    count.right += scores[i] as number;
  }
  for (const i of listUnanswered(rows, view)) {
    const count = counts[cellOf[rows.answers.case[i] as number] as number];
    if (count) count.missing += 1;
  }
  return framed.map((cell, i) => ({ ...cell, ...(counts[i] as (typeof counts)[number]) }));
}

function weighBack(selection: Selection, cells: readonly BenchmarkCell[]): WholeBenchmark["people"] {
  const { people, cases, answers } = selection;
  const total = sum(cells.map((cell) => cell.cases));
  const input = packSelection(selection);
  const weigh = (shareOf: (cell: BenchmarkCell) => number) =>
    sum(cells.map((cell) => (cell.cases === 0 ? 0 : (cell.cases / total) * shareOf(cell))));
  const n = { answers: answers.length, people: people.length, cases: cases.length };
  return {
    n,
    isClaimable: hasEnoughData(n),
    accuracy: weigh(({ right, answers: given }) => right / given),
    withMissing: {
      missing: sum(cells.map(({ missing }) => missing)),
      wrong: weigh(({ right, answers: given, missing }) => right / (given + missing)),
      right: weigh(({ right, answers: given, missing }) => (right + missing) / (given + missing)),
    },
    interval: computeWeightedInterval(
      sampledStrata.flatMap((stratum) => measureStratum(selection, input, cells, stratum, total)),
      selection,
    ),
  };
}

/** Of one stratum alone, with the tracks as parts of it. */
function measureStratum(
  { rows, cases }: Selection,
  input: TwoWayInput,
  cells: readonly BenchmarkCell[],
  stratum: SampledStratum,
  total: number,
): WeightedPart[] {
  const own = cells.filter((cell) => cell.stratum === stratum);
  const all = sum(own.map((cell) => cell.cases));
  if (all === 0) return [];
  const cellOf = Int32Array.from(cases, (at) =>
    own.findIndex((cell) => isOf(rows, cell, rows.cases[at] as CaseRow)),
  );
  const mean = twoWayMean({
    ...keepAnswers(input, (i) => cellOf[input.case[i] as number] !== -1),
    stratumOf: cellOf.map((cell) => Math.max(0, cell)),
    shareOf: Float64Array.from(own, (cell) => cell.cases / all),
  });
  if (!mean) return [];
  const { share, clusters } = mean.strata;
  const squares = share.reduce((sums, one, at) => sums + one ** 2 / (clusters[at] as number), 0);
  // A track of one case has its own weight, though no spread of its own; where all are right, a case says as much as it weighs.
  const exact = sum(
    own.map((cell) => (cell.cases === 0 ? 0 : (cell.cases / all) * (cell.right / cell.answers))),
  );
  return [{ share: all / total, mean: { ...mean, mean: exact, clusters: 1 / squares } }];
}

function readModel(
  { id, model, method, version, apart }: RunRow,
  { now }: NonNullable<StudyRows["frame"]>,
  people: WholeBenchmark["people"],
): WholeBenchmark["models"][number] {
  const cases = now?.cases ?? 0;
  const { answered, failed, right } = now?.runs.get(id) ?? { answered: 0, failed: 0, right: 0 };
  const missing = cases - answered - failed;
  const share = (part: number, of: number) => (of === 0 ? null : part / of);
  const wrong = share(right, cases);
  const less = (bound: number | null) => (bound === null ? null : bound - (wrong ?? 0));
  return {
    runId: id,
    model,
    method,
    version,
    apart,
    cases,
    answered,
    failed,
    missing,
    right,
    top1: share(right, answered),
    withMissing: { missing: cases - answered, wrong, right: share(right + cases - answered, cases) },
    peopleLessModel:
      people === null || wrong === null || missing > 0
        ? null
        : {
            value: people.accuracy - wrong,
            low: less(people.interval.low),
            high: less(people.interval.high),
          },
  };
}
