import { defaultBins, findBin } from "#lib/metrics/calibration.ts";
import { fairCredit, fairRank } from "#lib/metrics/item-score.ts";
import { combineScores } from "#lib/metrics/score-sums.ts";
import type { ModelReason, ScorePoints } from "#lib/study-results/overview-types.ts";
import type { Votes } from "#lib/study-results/overview-votes.ts";
import type { RunRow } from "#lib/study-results/rows.ts";
import type { Selection } from "#lib/study-results/selection.ts";

/** What a run's probabilities are worth over the counted cases; nothing where not every answer has them. */
export function scoreProbabilities(
  { cases }: Selection,
  run: RunRow,
  { firstOf }: Votes,
  answered: number,
): ScorePoints {
  const { choice, rank, above, tied, confidence, squaredError, correct } = run.predictions;
  const bins = Array.from({ length: defaultBins }, () => ({ n: 0, confidenceSum: 0, correct: 0 }));
  const sums = {
    n: 0,
    correct: 0,
    topTwo: 0,
    rankSum: 0,
    rankCount: 0,
    squaredErrorSum: 0,
    pairCount: 0,
    fairTopOneSum: 0,
    fairTopTwoSum: 0,
    fairRankSum: 0,
  };
  for (let i = 0; i < cases.length; i++) {
    const at = cases[i] as number;
    const sure = confidence[at] as number;
    if (Number.isNaN(sure) || (choice[at] as number) < 0) continue;
    const right = correct[at] === 1 ? 1 : 0;
    sums.n += 1;
    sums.correct += right;
    sums.squaredErrorSum += squaredError[at] as number;
    sums.pairCount += (firstOf[i + 1] as number) - (firstOf[i] as number);
    const found = findBin(sure);
    const bin = found === null ? undefined : bins[found];
    if (bin) {
      bin.n += 1;
      bin.confidenceSum += sure;
      bin.correct += right;
    }
    const place = rank[at] as number;
    if (place === 0) continue;
    sums.rankCount += 1;
    sums.rankSum += place;
    sums.topTwo += place <= 2 ? 1 : 0;
    sums.fairTopOneSum += fairCredit(above[at] as number, tied[at] as number, 1);
    sums.fairTopTwoSum += fairCredit(above[at] as number, tied[at] as number, 2);
    sums.fairRankSum += fairRank(above[at] as number, tied[at] as number);
  }
  if (sums.n < answered) return withoutScores("choices_only", sums.n);
  const scores = combineScores({ ...sums, bins });
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
