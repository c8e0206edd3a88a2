import { MetricInputError, requireNumber, requireSameLength } from "#lib/metrics/input-error.ts";
import { withoutFigures, type Figures } from "#lib/metrics/measure.ts";
import { rankAverage } from "#lib/metrics/tests/ranks.ts";

/** Share of pairs in which the positive scores higher, ties one half. Labels: 1 or true is positive. */
export function computeAuc(scores: readonly number[], labels: readonly (0 | 1 | boolean)[]): Figures<"auc"> {
  requireSameLength(scores, labels, "scores and labels");
  for (const score of scores) requireNumber(score, "a score");
  const strange = labels.find((label) => Number(label) !== 0 && Number(label) !== 1);
  if (strange !== undefined) throw new MetricInputError("out_of_range", `a label is ${strange}, not 0 or 1`);
  if (scores.length === 0) return withoutFigures(["auc"], "no_items");
  const positives = labels.filter((label) => Number(label) === 1).length;
  const negatives = labels.length - positives;
  if (positives === 0 || negatives === 0) return withoutFigures(["auc"], "one_class");
  const rankSum = rankAverage(scores).reduce((sum, rank, i) => sum + (Number(labels[i]) ? rank : 0), 0);
  const wins = rankSum - (positives * (positives + 1)) / 2;
  return { auc: wins / (positives * negatives), reason: null };
}
