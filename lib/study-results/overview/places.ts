import { rankIntervals, type RankInterval } from "#lib/metrics/tests/rank-intervals.ts";
import { getPoints, getSelection } from "#lib/study-results/overview/overview.ts";
import { clusterByWork, strictScoresOf } from "#lib/study-results/overview/packed-selection.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { viewKey, type View } from "#lib/study-results/schema.ts";

/** Between which places each ranked model lies, all of them at once; what a model left out counts as wrong. */
export const getPlaces = (rows: StudyRows, view: View): ReadonlyMap<number, RankInterval> =>
  memoize(rows, `places ${viewKey(view)}`, () => {
    const selection = getSelection(rows, view);
    const ranked = getPoints(rows, view).models.filter(({ isRanked }) => isRanked);
    const scores = ranked.flatMap(({ runId }) => {
      const run = rows.runs.find(({ id }) => id === runId);
      return run ? [strictScoresOf(run, selection)] : [];
    });
    const places = rankIntervals({
      scores,
      clusterOf: clusterByWork(selection) ?? Int32Array.from(selection.cases.keys()),
      seed: rows.study.design.sample.seed,
    });
    return new Map(ranked.map(({ runId }, place) => [runId, places[place] as RankInterval]));
  });
