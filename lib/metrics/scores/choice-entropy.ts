import { requireCount } from "#lib/metrics/input-error.ts";
import { withoutFigures, type Figures } from "#lib/metrics/measure.ts";

/**
 * How far raters are from agreeing on one item: Shannon's entropy of their choices as a share of the largest that so
 * many options allow. 0 when all chose the same, 1 when every option was chosen equally often.
 */
export function choiceEntropy(counts: Int32Array | readonly number[]): Figures<"entropy"> {
  let n = 0;
  for (const count of counts) {
    requireCount(count, "a count");
    n += count;
  }
  if (n < 2) return withoutFigures(["entropy"], n === 0 ? "no_items" : "too_few_raters");
  if (counts.length < 2) return withoutFigures(["entropy"], "one_category");
  let sum = 0;
  for (const count of counts) if (count > 0) sum -= (count / n) * Math.log(count / n);
  return { entropy: Math.min(1, Math.max(0, sum / Math.log(counts.length))), reason: null };
}
