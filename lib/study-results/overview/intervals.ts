import { packModelScores, packScores, type CrossedInput } from "#lib/metrics/crossed/input.ts";
import { defaultLevel, wilsonInterval } from "#lib/metrics/tests/proportion-interval.ts";
import type { ResampledFigure } from "#lib/metrics/crossed/resampled-figure.ts";
import { getPoints, getSelection } from "#lib/study-results/overview/overview.ts";
import type { Interval, ModelPoints } from "#lib/study-results/overview/types.ts";
import { countVotes, creditCases } from "#lib/study-results/overview/votes.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import { runBootstrap, runCaseBootstrap } from "#lib/study-results/resampling/run-bootstrap.ts";
import { mainScores, type StudyRows } from "#lib/study-results/rows/rows.ts";
import { resamples, viewKey, type View } from "#lib/study-results/schema.ts";
import type { Selection } from "#lib/study-results/rows/selection.ts";

export type Intervals = {
  b: number;
  seed: number;
  level: number;
  people: Interval;
  /** Of these very people, whatever cases they had got. */
  peopleCasesOnly: Interval;
  consensus: Interval;
  /** By run. */
  models: ReadonlyMap<number, Interval>;
  gaps: ReadonlyMap<number, Interval & { p: number | null }>;
};

const settled = new WeakMap<Promise<Intervals>, Intervals>();

/**
 * The intervals of everything in the overview, computed off the event loop and kept until an answer changes them. With
 * `runIds` those of some models alone, which takes less time and gives the same numbers.
 */
export function getIntervals(
  rows: StudyRows,
  view: View,
  runIds: readonly number[] | null = null,
): Promise<Intervals> {
  const key = `intervals ${viewKey(view)}`;
  return memoize(rows, runIds === null ? key : `${key} of ${runIds.join()}`, () => {
    const made = resample(rows, view, runIds);
    made.then(
      (intervals) => settled.set(made, intervals),
      () => undefined,
    );
    return made;
  });
}

/** Those of every model, if nobody has to wait for them any more. Otherwise they are begun. */
export const peekIntervals = (rows: StudyRows, view: View): Intervals | null =>
  settled.get(getIntervals(rows, view)) ?? null;

async function resample(rows: StudyRows, view: View, runIds: readonly number[] | null): Promise<Intervals> {
  const selection = getSelection(rows, view);
  const points = getPoints(rows, view);
  const tested = points.models.filter(
    ({ runId, isSelecting }) => !isSelecting && (runIds === null || runIds.includes(runId)),
  );
  const seed = rows.study.design.sample.seed;
  const input = pack(selection, tested, seed);
  const { cases } = selection;
  const vote = creditCases(selection, countVotes(selection)).credit;
  const isEmpty = cases.length === 0;
  const [figures, byVote] = isEmpty
    ? []
    : await Promise.all([runBootstrap(input), runCaseBootstrap(vote, { b: resamples, seed })]);
  const { n, accuracy } = points.people;
  const crowd = figures?.people[0];
  const gaps = figures?.gaps[0] ?? [];
  return {
    b: resamples,
    seed,
    level: defaultLevel,
    people: conclude(crowd, "crossed_bootstrap", { share: accuracy, n: n.cases }),
    peopleCasesOnly: conclude(crowd?.casesOnly, "case_bootstrap", { share: accuracy, n: n.cases }),
    consensus: conclude(byVote, "case_bootstrap", {
      share: points.consensus.accuracy,
      n: cases.length,
    }),
    models: new Map(
      tested.map(({ runId, top1, answered }, i) => [
        runId,
        conclude(figures?.models[i], "case_bootstrap", { share: top1, n: answered }),
      ]),
    ),
    gaps: new Map(
      tested.map(({ runId }, i) => [
        runId,
        { ...conclude(gaps[i], "crossed_bootstrap", null), p: gaps[i]?.p ?? null },
      ]),
    ),
  };
}

/** People and cases numbered anew, in their own order, so that the order of answers is of no consequence. */
function pack(selection: Selection, models: readonly ModelPoints[], seed: number): CrossedInput {
  const { rows, people, cases, answers } = selection;
  const places = (counted: Int32Array, all: number) => {
    const placeOf = new Int32Array(all).fill(-1);
    counted.forEach((at, place) => (placeOf[at] = place));
    return placeOf;
  };
  const personAt = places(people, rows.people.length);
  const caseAt = places(cases, rows.cases.length);
  const scores = mainScores(rows.answers);
  const runOf = new Map(rows.runs.map((run) => [run.id, run]));
  return {
    people: people.length,
    groupOf: null,
    groups: 1,
    cases: cases.length,
    answers: {
      person: answers.map((i) => personAt[rows.answers.person[i] as number] as number),
      case: answers.map((i) => caseAt[rows.answers.case[i] as number] as number),
      right: packScores(Float64Array.from(answers, (i) => scores[i] as number)),
    },
    models: models.map(({ runId }) => {
      const run = runOf.get(runId);
      const ofRun = run && mainScores(run.predictions);
      return { correct: packModelScores(Float64Array.from(cases, (at) => ofRun?.[at] ?? NaN)) };
    }),
    b: resamples,
    seed,
    level: defaultLevel,
  };
}

/** Where no resample differs from another, that is no certainty: Wilson's interval over the cases stands instead. */
function conclude(
  figure: ResampledFigure | undefined,
  method: Interval["method"],
  instead: { share: number | null; n: number } | null,
): Interval {
  const { low = null, high = null, reason = "no_items", discarded = 0 } = figure ?? {};
  if (reason === "no_variation" && instead && instead.share !== null) {
    const { share, n } = instead;
    const wilson = wilsonInterval(share * n, n);
    return { low: wilson.low, high: wilson.high, method: "wilson", n, discarded, reason: wilson.reason };
  }
  return { low, high, method, n: null, discarded, reason };
}
