import type { JudgeOfCases } from "#lib/metrics/ratings/rated-origins.ts";
import type { CaseRow, RunRow } from "#lib/study-results/rows/rows.ts";

const ownMeasures = ["bleu4", "rougeL"] as const;
type OwnMeasure = (typeof ownMeasures)[number];

/** Who judges what people rate: a run with ratings or with numbers of its own, or a measure by the product itself. */
type JudgeBy<Run> =
  | { kind: "rating" | "score"; run: Run; isShare: boolean }
  | { kind: OwnMeasure; run: null; isShare: true };
export type Judge = JudgeBy<RunRow>;

type JudgedCases<Run> = { judge: JudgeBy<Run>; given: JudgeOfCases };

/** What is read of a run that judges. */
export type JudgingRun = { readonly predictions: Pick<RunRow["predictions"], "choice" | "given"> };

/** Whoever says something of any of these cases, by their places among all. */
export function listJudges<Run extends JudgingRun>(
  rows: { cases: readonly Pick<CaseRow, "overlap">[]; runs: readonly Run[] },
  cases: readonly number[],
  points: number,
): JudgedCases<Run>[] {
  const runs = rows.runs.flatMap((run) => [...readRatings(run, cases, points), ...readScores(run, cases)]);
  const known = cases.map((at) => rows.cases[at]?.overlap ?? null);
  const own = ownMeasures.map((kind) => measure(kind, known));
  return [...runs, ...own].filter(({ given }) => given.scores.some((score) => !Number.isNaN(score)));
}

function readRatings<Run extends JudgingRun>(
  run: Run,
  cases: readonly number[],
  points: number,
): JudgedCases<Run>[] {
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
function readScores<Run extends JudgingRun>(run: Run, cases: readonly number[]): JudgedCases<Run>[] {
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

const measure = (kind: OwnMeasure, overlaps: readonly (CaseRow["overlap"] | null)[]): JudgedCases<never> => ({
  judge: { kind, run: null, isShare: true },
  given: {
    scores: Float64Array.from(overlaps, (overlap) => overlap?.[kind] ?? NaN),
    range: [0, 1],
    isRater: false,
  },
});
