import { weighAnswers, type TwoWayInput } from "#lib/metrics/two-way/input.ts";
import { weighCases } from "#lib/metrics/two-way/strata.ts";
import { twoWayMean } from "#lib/metrics/two-way/variance.ts";

/** By how much less cases of few works say than as many that have nothing in common. */
export type DesignEffect = {
  readonly factor: number;
  /** How closely that is known; null where they have nothing in common. */
  readonly df: number | null;
};

/** Of one answer to each case, as a model gives it, and of a vote, which is hardly the chance of a single answer. */
export type Works = {
  readonly count: number;
  readonly ofAnswers: DesignEffect;
  readonly ofVotes: DesignEffect;
};

/**
 * What cases of one work have in common, as people's answers have it, beside the noise of a single answer. It is theirs and
 * not a model's own, so that one more right answer of a model can't make anything of it. Null where each case stands for
 * itself.
 */
export function judgeWorks(input: TwoWayInput): Works | null {
  if (!input.clusterOf) return null;
  const [byWork, byCase] = [twoWayMean(input), twoWayMean({ ...input, clusterOf: null })];
  if (!byWork || !byCase) return null;
  const inCommon = Math.max(0, byWork.ofClusters - byCase.ofClusters);
  const noise = byWork.mean * (1 - byWork.mean) * sumSquaredShares(input);
  const effectOver = (variance: number) =>
    judgeEffect(variance > 0 ? 1 + inCommon / variance : 1, byWork.dfOfClusters);
  return { count: byWork.clusters, ofAnswers: effectOver(noise), ofVotes: effectOver(byCase.ofClusters) };
}

/** Only what they have in common rests on as few as there are works (Satterthwaite). */
const judgeEffect = (factor: number, df: number): DesignEffect => ({
  factor,
  df: factor === 1 ? null : Math.max(1, df) * (factor / (factor - 1)) ** 2,
});

function sumSquaredShares(input: TwoWayInput): number {
  const given = weighCases(input, weighAnswers(input));
  const all = given.reduce((sum, one) => sum + one, 0);
  return given.reduce((sum, one) => sum + (one / all) ** 2, 0);
}
