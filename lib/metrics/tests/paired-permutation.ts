import { requireNumber, requireSameLength } from "#lib/metrics/input-error.ts";
import { withoutFigures, type Figures } from "#lib/metrics/measure.ts";

/** Twice 2^20 sums are held in memory at this size; beyond it p is not computed. */
export const maxExactPairs = 40;

/** Two-sided, over all sign changes of the paired differences. */
export function pairedPermutationExact(
  a: readonly number[],
  b: readonly number[],
): Figures<"meanDifference" | "p"> {
  requireSameLength(a, b, "a and b");
  if (a.length === 0) return withoutFigures(["meanDifference", "p"], "no_items");
  const differences = a.map((x, i) => {
    const y = b[i] as number;
    requireNumber(x, "a");
    requireNumber(y, "b");
    return x - y;
  });
  const n = differences.length;
  const observed = differences.reduce((sum, d) => sum + d, 0);
  const meanDifference = observed / n;
  if (n > maxExactPairs) return { meanDifference, p: null, reason: "too_many_pairs" };
  const size = differences.reduce((sum, d) => sum + Math.abs(d), 0) / n;
  const least = (Math.abs(meanDifference) - 1e-12 * Math.max(1, size)) * n;
  return { meanDifference, p: shareAtLeast(differences, least), reason: null };
}

/**
 * Share of sign changes whose sum is at least this far from 0. The sums of each half are listed and sorted,
 * and every sum of the whole is one of each: 2^(n/2) steps instead of 2^n.
 */
function shareAtLeast(differences: readonly number[], least: number): number {
  if (least <= 0) return 1;
  const middle = Math.ceil(differences.length / 2);
  const first = listSignedSums(differences.slice(0, middle));
  const second = listSignedSums(differences.slice(middle));
  let reached = 0;
  let from = second.length;
  for (const sum of first) {
    while (from > 0 && sum + (second[from - 1] ?? 0) >= least) from -= 1;
    reached += second.length - from;
  }
  // Changing every sign mirrors a sum, so those far below 0 are as many as those far above.
  return (2 * reached) / 2 ** differences.length;
}

function listSignedSums(differences: readonly number[]): Float64Array {
  const sums = new Float64Array(2 ** differences.length);
  let filled = 1;
  for (const d of differences) {
    for (let i = 0; i < filled; i += 1) {
      const sum = sums[i] ?? 0;
      sums[filled + i] = sum - d;
      sums[i] = sum + d;
    }
    filled *= 2;
  }
  return sums.sort();
}
