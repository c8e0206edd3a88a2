import { defaultBins } from "#lib/metrics/calibration/calibration.ts";
import { wilsonInterval } from "#lib/metrics/tests/proportion-interval.ts";
import { combineScores, poolSums, type ScoreSums } from "#lib/metrics/scores/score-sums.ts";
import type { RunMetrics, RunRow } from "#lib/model-runs/schema.ts";

/** What the database adds up of one run on one track, for one bin of confidence. */
export type SummedTrack = {
  runId: number;
  trackId: number;
  bin: number | null;
  rows: number;
  failed: number;
  /** With a choice, whether from probabilities or stated alone. */
  answered: number;
  correct: number;
  /** With probabilities: all but top-1 needs them. */
  n: number;
  scoredCorrect: number;
  topTwo: number;
  rankSum: number;
  rankCount: number;
  confidenceSum: number;
  squaredErrorSum: number;
  pairCount: number;
  fairTopOneSum: number;
  fairTopTwoSum: number;
  fairRankSum: number;
};

type Group = {
  sums: ScoreSums;
  answered: number;
  right: number;
  failed: number;
  cases: number;
  rows: number;
};

export function computeRunMetrics(
  run: RunRow["run"],
  sums: readonly SummedTrack[],
  tracks: readonly { trackId: number; track: string; cases: number }[],
): RunRow {
  const byTrack = Map.groupBy(sums, ({ trackId }) => trackId);
  const groups = tracks.flatMap(({ trackId, track, cases }) => {
    const rows = byTrack.get(trackId);
    return rows ? [{ track, group: gather(rows, cases) }] : [];
  });
  const { id: runId, notes: _notes, filteredBy: _filteredBy, ...named } = run;
  const describe = (track: string | null, group: Group): RunMetrics => ({
    runId,
    ...named,
    track,
    ...figuresOf(group),
  });
  const described = groups.map(({ track, group }) => describe(track, group));
  return {
    run,
    pooled: describe(null, poolGroups(groups.map(({ group }) => group))),
    tracks: described,
    macro: { tracks: described.length, ...meanOver(described) },
  };
}

function gather(rows: readonly SummedTrack[], cases: number): Group {
  const add = (pick: (row: SummedTrack) => number) => rows.reduce((sum, row) => sum + pick(row), 0);
  const bins = Array.from({ length: defaultBins }, (_, bin) => {
    const row = rows.find((one) => one.bin === bin);
    return { n: row?.n ?? 0, confidenceSum: row?.confidenceSum ?? 0, correct: row?.scoredCorrect ?? 0 };
  });
  return {
    sums: {
      n: add((row) => row.n),
      correct: add((row) => row.scoredCorrect),
      topTwo: add((row) => row.topTwo),
      rankSum: add((row) => row.rankSum),
      rankCount: add((row) => row.rankCount),
      squaredErrorSum: add((row) => row.squaredErrorSum),
      pairCount: add((row) => row.pairCount),
      fairTopOneSum: add((row) => row.fairTopOneSum),
      fairTopTwoSum: add((row) => row.fairTopTwoSum),
      fairRankSum: add((row) => row.fairRankSum),
      bins,
    },
    answered: add((row) => row.answered),
    right: add((row) => row.correct),
    failed: add((row) => row.failed),
    rows: add((row) => row.rows),
    cases,
  };
}

function poolGroups(groups: readonly Group[]): Group {
  const add = (pick: (group: Group) => number) => groups.reduce((sum, group) => sum + pick(group), 0);
  return {
    sums: poolSums(groups.map(({ sums }) => sums)),
    answered: add(({ answered }) => answered),
    right: add(({ right }) => right),
    failed: add(({ failed }) => failed),
    rows: add(({ rows }) => rows),
    cases: add(({ cases }) => cases),
  };
}

function figuresOf({ sums, answered, right, failed, rows, cases }: Group) {
  // Some runs state a choice and no probabilities: right or wrong is all that is known of those.
  const isComplete = sums.n === answered;
  const scores = combineScores(sums);
  const top1 = answered === 0 ? null : right / answered;
  const interval = answered === 0 ? null : wilsonInterval(right, answered);
  const whole = <T>(value: T): T | null => (isComplete ? value : null);
  return {
    n: answered,
    failed,
    missing: cases - rows,
    judged: rows - failed - answered,
    correct: right,
    top1,
    top2: whole(scores.top2),
    meanRank: whole(scores.meanRank),
    ece: whole(scores.ece),
    brier: whole(scores.brierPerOption),
    brierPerCase: whole(scores.brierPerItem),
    f1: top1 === null ? null : (2 * top1) / (1 + top1),
    top1Low: interval?.low ?? null,
    top1High: interval?.high ?? null,
    fair: {
      top1: whole(scores.fair.top1),
      top2: whole(scores.fair.top2),
      meanRank: whole(scores.fair.meanRank),
    },
  };
}

const averaged = ["top1", "top2", "meanRank", "ece", "brier", "f1"] as const;

/** The plain mean over tracks; undefined where a track has no such figure. */
function meanOver(tracks: readonly RunMetrics[]): Omit<RunRow["macro"], "tracks"> {
  const mean = (name: (typeof averaged)[number]) => {
    const values = tracks.map((track) => track[name]);
    const known = values.filter((value) => value !== null);
    return known.length === 0 || known.length < values.length
      ? null
      : known.reduce((sum, value) => sum + value, 0) / known.length;
  };
  return Object.fromEntries(averaged.map((name) => [name, mean(name)])) as Omit<RunRow["macro"], "tracks">;
}
