import { packModelScores, packScores, type CrossedInput } from "#lib/metrics/crossed/input.ts";
import type { ResampledFigure } from "#lib/metrics/crossed/resampled-figure.ts";
import { defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";
import { getSelection } from "#lib/study-results/overview/overview.ts";
import { packSelection, scoresOf } from "#lib/study-results/overview/packed-selection.ts";
import type { Interval } from "#lib/study-results/overview/types.ts";
import { runBootstrap } from "#lib/study-results/resampling/threads.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { resamples, viewKey, type View } from "#lib/study-results/schema.ts";

/** The same by resampling, beside the closed form: people and cases drawn again, with replacement. */
export type ResampledIntervals = {
  b: number;
  seed: number;
  level: number;
  people: Interval;
  /** Of these very people, whatever cases they had got. */
  peopleCasesOnly: Interval;
  /** People less the run that was asked for. */
  gap: Interval | null;
};

/** Computed off the event loop, and kept until an answer changes it. */
export const getResampled = (
  rows: StudyRows,
  view: View,
  runId: number | null,
): Promise<ResampledIntervals> =>
  memoize(rows, `resampled ${viewKey(view)} ${runId}`, () => resample(rows, view, runId));

async function resample(rows: StudyRows, view: View, runId: number | null): Promise<ResampledIntervals> {
  const selection = getSelection(rows, view);
  const input = packSelection(selection);
  const run = rows.runs.find(({ id }) => id === runId);
  const seed = rows.study.design.sample.seed;
  const crossed: CrossedInput = {
    people: input.people,
    cases: input.cases,
    answers: { person: input.person, case: input.case, right: packScores(input.score) },
    models: run ? [{ correct: packModelScores(scoresOf(run, selection)) }] : [],
    b: resamples,
    seed,
    level: defaultLevel,
  };
  const figures = input.cases === 0 ? null : await runBootstrap(crossed);
  const crowd = figures?.people;
  return {
    b: resamples,
    seed,
    level: defaultLevel,
    people: conclude(crowd, "crossed_bootstrap"),
    peopleCasesOnly: conclude(crowd?.casesOnly, "case_bootstrap"),
    gap: run ? conclude(figures?.gaps[0], "crossed_bootstrap") : null,
  };
}

function conclude(figure: ResampledFigure | undefined, method: Interval["method"]): Interval {
  const { low = null, high = null, reason = "no_items", discarded = 0 } = figure ?? {};
  return { low, high, method, n: null, discarded, reason };
}
