import { requireCount, requireNumber } from "#lib/metrics/input-error.ts";
import { toShare, wholeNumbers } from "#lib/metrics/power/random.ts";
import { rateOf, type CoverageRule } from "#lib/metrics/review/coverage.ts";

export type ExpectedChecks = {
  /** On average, and what nine in ten such annotators lie between. */
  readonly checks: number;
  readonly low: number;
  readonly high: number;
  readonly share: number;
};

/**
 * How many of one annotator's decisions a rule has checked, if so many of them are right and each check is done before
 * the next decision. Drawn, since every check moves the rate of those that follow.
 */
export function expectChecks(
  { decisions, accuracy }: { decisions: number; accuracy: number },
  rule: CoverageRule,
  { paths = 200, seed = 1 }: { paths?: number; seed?: number } = {},
): ExpectedChecks {
  requireCount(decisions, "decisions");
  requireNumber(accuracy, "accuracy", 0, 1);
  const found = Array.from({ length: paths }, (_, path) => {
    const next = wholeNumbers(seed, path);
    let [right, reviewed] = [0, 0];
    let { rate } = rateOf(rule, { decided: 0, right, reviewed });
    for (let decided = 0; decided < decisions; decided += 1) {
      if (decided === rule.first) rate = rateOf(rule, { decided, right, reviewed }).rate;
      if (toShare(next()) >= rate) continue;
      reviewed += 1;
      if (toShare(next()) < accuracy) right += 1;
      rate = rateOf(rule, { decided: decided + 1, right, reviewed }).rate;
    }
    return reviewed;
  }).sort((a, b) => a - b);
  const at = (share: number) => found[Math.min(paths - 1, Math.floor(share * paths))] as number;
  const checks = found.reduce((sum, one) => sum + one, 0) / paths;
  return { checks, low: at(0.05), high: at(0.95), share: decisions === 0 ? 0 : checks / decisions };
}
