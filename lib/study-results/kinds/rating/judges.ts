import type { JudgeOfCases } from "#lib/metrics/ratings/rated-origins.ts";
import type { CaseRow, RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";

export const ownMeasures = ["bleu4", "rougeL"] as const;
export type OwnMeasure = (typeof ownMeasures)[number];

/** Who judges what people rate: a run with ratings or with numbers of its own, or a measure by the product itself. */
export type Judge =
  | { kind: "rating" | "score"; run: RunRow; isShare: boolean }
  | { kind: OwnMeasure; run: null; isShare: true };

export type JudgedCases = { judge: Judge; given: JudgeOfCases };

/** Whoever says something of any of these cases, by their places among the study's. */
export function listJudges(rows: StudyRows, cases: readonly number[], points: number): JudgedCases[] {
  const runs = rows.runs.flatMap((run) => [...readRatings(run, cases, points), ...readScores(run, cases)]);
  const known = cases.map((at) => rows.cases[at]?.overlap ?? null);
  const own = ownMeasures.map((kind) => measure(kind, known));
  return [...runs, ...own].filter(({ given }) => given.scores.some((score) => !Number.isNaN(score)));
}

function readRatings(run: RunRow, cases: readonly number[], points: number): JudgedCases[] {
  const scores = Float64Array.from(cases, (at) => {
    const choice = run.predictions.choice[at] ?? -1;
    return choice < 0 ? NaN : choice + 1;
  });
  return [
    {
      judge: { kind: "rating", run, isShare: false },
      given: { scores, range: [1, points], isRater: true },
    },
  ];
}

/** Numbers of which nobody said where they end lie between the least and the greatest of the whole run. */
function readScores(run: RunRow, cases: readonly number[]): JudgedCases[] {
  const known = run.predictions.given.filter((score) => !Number.isNaN(score));
  if (known.length === 0) return [];
  const least = known.reduce((low, score) => Math.min(low, score), Infinity);
  const most = known.reduce((high, score) => Math.max(high, score), -Infinity);
  const isShare = least >= 0 && most <= 1;
  return [
    {
      judge: { kind: "score", run, isShare },
      given: {
        scores: Float64Array.from(cases, (at) => run.predictions.given[at] ?? NaN),
        range: isShare ? [0, 1] : [least, most > least ? most : least + 1],
        isRater: false,
      },
    },
  ];
}

const measure = (kind: OwnMeasure, overlaps: readonly (CaseRow["overlap"] | null)[]): JudgedCases => ({
  judge: { kind, run: null, isShare: true },
  given: {
    scores: Float64Array.from(overlaps, (overlap) => overlap?.[kind] ?? NaN),
    range: [0, 1],
    isRater: false,
  },
});
