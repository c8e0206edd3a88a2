import { findBin } from "#lib/metrics/calibration/calibration.ts";
import type { ItemScore } from "#lib/metrics/scores/item-score.ts";
import { combineScores, sumScores } from "#lib/metrics/scores/score-sums.ts";
import type { ModelReason, ScorePoints } from "#lib/study-results/overview/types.ts";
import type { Votes } from "#lib/study-results/overview/votes.ts";
import { mainScores, type PredictionColumns, type RunRow } from "#lib/study-results/rows/rows.ts";
import type { Selection } from "#lib/study-results/rows/selection.ts";

/** What each answer with probabilities adds, as it was scored when it was stored. */
function* listScores(
  cases: Int32Array,
  { choice, rank, above, tied, confidence, squaredError, measures }: PredictionColumns,
  firstOf: Votes["firstOf"],
): Generator<ItemScore> {
  const scores = mainScores({ measures });
  for (let i = 0; i < cases.length; i++) {
    const at = cases[i] as number;
    const sure = confidence[at] as number;
    if (Number.isNaN(sure) || (choice[at] as number) < 0) continue;
    const isPlaced = rank[at] !== 0;
    yield {
      choice: choice[at] as number,
      correct: scores[at] === 1,
      confidence: sure,
      rank: isPlaced ? (rank[at] as number) : null,
      above: isPlaced ? (above[at] as number) : null,
      tied: isPlaced ? (tied[at] as number) : null,
      squaredError: squaredError[at] as number,
      options: (firstOf[i + 1] as number) - (firstOf[i] as number),
      bin: findBin(sure),
    };
  }
}

/** What a run's probabilities are worth over the counted cases; nothing where not every answer has them. */
export function scoreProbabilities(
  { cases }: Selection,
  run: RunRow,
  { firstOf }: Votes,
  answered: number,
): ScorePoints {
  const sums = sumScores(listScores(cases, run.predictions, firstOf));
  if (sums.n < answered) return withoutScores("choices_only", sums.n);
  const scores = combineScores(sums);
  return {
    scored: scores.scored,
    top2: scores.top2,
    meanRank: scores.meanRank,
    ece: scores.ece,
    brierPerOption: scores.brierPerOption,
    brierPerCase: scores.brierPerItem,
    fairTop1: scores.fair.top1,
    fairTop2: scores.fair.top2,
    fairMeanRank: scores.fair.meanRank,
    reason: scores.reason,
  };
}

export const withoutScores = (reason: ModelReason, scored = 0): ScorePoints => ({
  scored,
  top2: null,
  meanRank: null,
  ece: null,
  brierPerOption: null,
  brierPerCase: null,
  fairTop1: null,
  fairTop2: null,
  fairMeanRank: null,
  reason,
});
