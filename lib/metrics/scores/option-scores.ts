import { defaultBins } from "#lib/metrics/calibration/calibration.ts";
import { MetricInputError, requireSameLength } from "#lib/metrics/input-error.ts";
import { scoreOptions, type ItemScore } from "#lib/metrics/scores/item-score.ts";
import {
  combineScores,
  sumScores,
  type FairScores,
  type OptionScores,
} from "#lib/metrics/scores/score-sums.ts";

export type OptionItem = {
  readonly options: readonly string[];
  /** In the order of the options; null in place of the list when there was no answer. */
  readonly probabilities: readonly (number | null)[] | null;
  readonly gold: string | null;
};

/**
 * `strict` refuses an item with two options of one name or whose right answer is no option. `reference` does as
 * the PersonaEval code: both options of the name are right, and an answer that is no option is never reached.
 */
export type NameRule = "strict" | "reference";
export type OptionScoring = { readonly bins?: number; readonly names?: NameRule };

/** Positions of the right answer among the options: one of them under the strict rule. */
export function findGold(options: readonly string[], gold: string, names: NameRule = "strict"): number[] {
  const positions = options.flatMap((option, position) => (option === gold ? [position] : []));
  if (names === "reference") return positions;
  const twice = options.find((option, position) => options.indexOf(option) !== position);
  if (twice !== undefined)
    throw new MetricInputError("duplicate_option", `two options are named ${JSON.stringify(twice)}`);
  if (positions.length === 0)
    throw new MetricInputError("not_an_option", `${JSON.stringify(gold)} is not among the options`);
  return positions;
}

export function optionScores(items: readonly OptionItem[], scoring: OptionScoring = {}): OptionScores {
  const { bins = defaultBins, names = "strict" } = scoring;
  const scores: ItemScore[] = [];
  for (const { options, probabilities, gold } of items) {
    if (gold === null || probabilities === null) continue;
    requireSameLength(options, probabilities, "options and probabilities");
    const score = scoreOptions(probabilities, findGold(options, gold, names), bins);
    if (score) scores.push(score);
  }
  return combineScores(sumScores(scores, bins));
}

/** Expected scores when ties are broken at random. */
export function optionScoresFairTies(
  items: readonly OptionItem[],
  scoring: OptionScoring = {},
): FairScores & { readonly scored: number } {
  const { scored, fair } = optionScores(items, scoring);
  return { scored, ...fair };
}
