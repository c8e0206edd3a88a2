import { requireNumber, requireSameLength } from "#lib/metrics/input-error.ts";
import { mcnemarExact } from "#lib/metrics/tests/mcnemar.ts";
import type { Figures } from "#lib/metrics/measure.ts";

export type SignTest = Figures<"p"> & { readonly positive: number; readonly negative: number };

/** Two-sided, on the signs of a - b; ties are dropped, and p is 1 when nothing is left. */
export function signTest(a: readonly number[], b: readonly number[]): SignTest {
  requireSameLength(a, b, "a and b");
  let positive = 0;
  let negative = 0;
  for (const [i, x] of a.entries()) {
    const y = b[i] as number;
    requireNumber(x, "a");
    requireNumber(y, "b");
    if (x > y) positive += 1;
    if (x < y) negative += 1;
  }
  return { positive, negative, ...mcnemarExact(positive, negative) };
}
