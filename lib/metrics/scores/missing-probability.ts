import { optionScores, type OptionItem, type OptionScoring } from "#lib/metrics/scores/option-scores.ts";
import type { OptionScores } from "#lib/metrics/scores/score-sums.ts";

/**
 * Puts back the one probability that is missing: what the others leave of 1. Rounded to nine decimals, or
 * 0.09999999999999998 beside 0.1 would no longer be a tie. Anything else is returned as it came.
 */
export function inferMissing(probabilities: readonly (number | null)[]): readonly (number | null)[] {
  const known = probabilities.filter((probability) => probability !== null);
  if (known.length === 0 || known.length !== probabilities.length - 1) return probabilities;
  const rest = Math.max(0, 1 - known.reduce((sum, probability) => sum + probability, 0));
  const rounded = Math.round(rest * 1e9) / 1e9;
  return probabilities.map((probability) => probability ?? rounded);
}

export type MissingProbabilityScores = {
  /** Options without a probability are dropped, as the reference code does. */
  readonly upstream: OptionScores;
  readonly inferred: OptionScores;
};

export function optionScoresMissingProbability(
  items: readonly OptionItem[],
  scoring: OptionScoring = {},
): MissingProbabilityScores {
  const repaired = items.map((item) => ({
    ...item,
    probabilities: item.probabilities && inferMissing(item.probabilities),
  }));
  return { upstream: optionScores(items, scoring), inferred: optionScores(repaired, scoring) };
}
