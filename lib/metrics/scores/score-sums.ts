import {
  addToBins,
  combineCalibration,
  defaultBins,
  emptyBins,
  type CalibrationBin,
} from "#lib/metrics/calibration/calibration.ts";
import { fairCredit, fairRank, type ItemScore } from "#lib/metrics/scores/item-score.ts";
import type { Figures, UndefinedReason } from "#lib/metrics/measure.ts";

/** Sums over items: all that the option scores need, and they can be added up over any grouping. */
export type ScoreSums = {
  readonly n: number;
  readonly correct: number;
  readonly topTwo: number;
  readonly rankSum: number;
  /** Items whose right answer has a probability. */
  readonly rankCount: number;
  readonly squaredErrorSum: number;
  /** Options with a probability, over all items. */
  readonly pairCount: number;
  readonly fairTopOneSum: number;
  readonly fairTopTwoSum: number;
  readonly fairRankSum: number;
  readonly bins: readonly CalibrationBin[];
};

export type FairScores = Figures<"top1" | "top2" | "meanRank">;
export type OptionScores = Figures<
  "top1" | "top2" | "meanRank" | "ece" | "brierPerOption" | "brierPerItem" | "f1"
> & { readonly scored: number; readonly fair: FairScores };

export function sumScores(scores: Iterable<ItemScore>, bins: number = defaultBins): ScoreSums {
  const calibration = emptyBins(bins);
  const sums = { ...emptySums, bins: calibration };
  for (const score of scores) {
    const right = score.correct ? 1 : 0;
    sums.n += 1;
    sums.correct += right;
    sums.squaredErrorSum += score.squaredError;
    sums.pairCount += score.options;
    addToBins(calibration, score.confidence, right, score.bin);
    if (score.rank === null || score.above === null || score.tied === null) continue;
    sums.rankCount += 1;
    sums.rankSum += score.rank;
    sums.topTwo += score.rank <= 2 ? 1 : 0;
    sums.fairTopOneSum += fairCredit(score.above, score.tied, 1);
    sums.fairTopTwoSum += fairCredit(score.above, score.tied, 2);
    sums.fairRankSum += fairRank(score.above, score.tied);
  }
  return sums;
}

const emptySums = {
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

/** The sums of several groups taken together, as if all their items had been one group. */
export function poolSums(groups: readonly ScoreSums[]): ScoreSums {
  const total = { ...emptySums };
  const bins: { n: number; confidenceSum: number; correct: number }[] = [];
  for (const group of groups) {
    for (const name of Object.keys(emptySums) as (keyof typeof emptySums)[]) total[name] += group[name];
    group.bins.forEach((bin, i) => {
      const sum = (bins[i] ??= { n: 0, confidenceSum: 0, correct: 0 });
      sum.n += bin.n;
      sum.confidenceSum += bin.confidenceSum;
      sum.correct += bin.correct;
    });
  }
  return { ...total, bins };
}

export function combineScores(sums: ScoreSums): OptionScores {
  const { n, rankCount } = sums;
  const share = (sum: number, count: number) => (count === 0 ? null : sum / count);
  const reason: UndefinedReason | null = n === 0 ? "no_items" : rankCount === 0 ? "no_ranks" : null;
  const top1 = share(sums.correct, n);
  return {
    scored: n,
    top1,
    top2: share(sums.topTwo, n),
    meanRank: share(sums.rankSum, rankCount),
    ece: combineCalibration(sums.bins, n),
    brierPerOption: share(sums.squaredErrorSum, sums.pairCount),
    brierPerItem: share(sums.squaredErrorSum, n),
    // Every item is "positive" to the reference code, so precision is 1 and recall is top-1.
    f1: top1 === null ? null : (2 * top1) / (1 + top1),
    fair: {
      top1: share(sums.fairTopOneSum, n),
      top2: share(sums.fairTopTwoSum, n),
      meanRank: share(sums.fairRankSum, rankCount),
      reason,
    },
    reason,
  };
}
