/**
 * What the figures of a run have to be, worked out here by the definitions alone and by none of the product's
 * code: an import that goes wrong must not be able to agree with itself.
 */
export type Tally = {
  n: number;
  top1: number;
  top2: number;
  rankSum: number;
  squaredErrors: number;
  pairs: number;
  bins: { n: number; confidence: number; right: number }[];
};

export type Figures = {
  n: number;
  top1: number;
  top2: number;
  meanRank: number;
  ece: number;
  brier: number;
  f1: number;
};

const BINS = 20;

export const newTally = (): Tally => ({
  n: 0,
  top1: 0,
  top2: 0,
  rankSum: 0,
  squaredErrors: 0,
  pairs: 0,
  bins: Array.from({ length: BINS + 1 }, () => ({ n: 0, confidence: 0, right: 0 })),
});

export function addToTally(tally: Tally, probabilities: readonly number[], gold: number): void {
  const confidence = Math.max(...probabilities);
  const right = probabilities.indexOf(confidence) === gold ? 1 : 0;
  const ascending = probabilities.map((_, index) => index);
  ascending.sort((a, b) => (probabilities[a] ?? 0) - (probabilities[b] ?? 0));
  const rank = ascending.reverse().indexOf(gold) + 1;
  tally.n += 1;
  tally.top1 += right;
  tally.top2 += rank <= 2 ? 1 : 0;
  tally.rankSum += rank;
  tally.pairs += probabilities.length;
  probabilities.forEach((probability, index) => {
    tally.squaredErrors += (probability - (index === gold ? 1 : 0)) ** 2;
  });
  // Bin n ends at n twentieths, that end included; bin 0 holds what is exactly 0 and counts for nothing.
  let number = 0;
  while (number < BINS && confidence > (number === BINS ? 1 : number * (1 / BINS))) number += 1;
  const bin = tally.bins[number];
  if (!bin) throw new Error(`no bin for ${confidence}`);
  bin.n += 1;
  bin.confidence += confidence;
  bin.right += right;
}

export function poolTallies(tallies: readonly Tally[]): Tally {
  const pooled = newTally();
  for (const tally of tallies) {
    for (const key of ["n", "top1", "top2", "rankSum", "squaredErrors", "pairs"] as const)
      pooled[key] += tally[key];
    tally.bins.forEach((bin, index) => {
      const into = pooled.bins[index];
      if (!into) return;
      into.n += bin.n;
      into.confidence += bin.confidence;
      into.right += bin.right;
    });
  }
  return pooled;
}

export function figuresOf(tally: Tally): Figures {
  const { n, top1, top2, rankSum, squaredErrors, pairs, bins } = tally;
  const gaps = bins.slice(1).map(({ confidence, right }) => Math.abs(confidence - right));
  const share = top1 / n;
  return {
    n,
    top1: share,
    top2: top2 / n,
    meanRank: rankSum / n,
    ece: gaps.reduce((sum, gap) => sum + gap, 0) / n,
    brier: squaredErrors / pairs,
    f1: (2 * share) / (1 + share),
  };
}
