import { compareMethods, type DifferenceOfPair } from "#lib/metrics/grouped/method-differences.ts";
import { splitByPart, weighAlike } from "#lib/metrics/grouped/parts.ts";
import { adjustP } from "#lib/metrics/tests/p-adjust.ts";

/** So many differences are looked at, over all codes, at most. */
const mostCodePairs = 500;

export type CodeComparison = DifferenceOfPair & { code: number };

type Coded = {
  /** By code: 1 where an entry has it. */
  found: readonly Uint8Array[];
  case: Int32Array;
  rater: Int32Array;
  groupOf: Int32Array;
  /** By case: which value of the attribute it has, -1 for none. */
  valueOf: Int32Array;
};

/**
 * Whether people found a code more often with one value of an attribute than with another: of values with enough codings,
 * Holm's adjustment over all codes together. Null where there would be too many; none where no group has two values.
 */
export function compareValues(coded: Coded, told: readonly number[]): CodeComparison[] | null {
  const { found, case: caseOf, rater, groupOf, valueOf } = coded;
  if ((found.length * told.length * (told.length - 1)) / 2 > mostCodePairs) return null;
  const group = caseOf.map((at) => groupOf[at] as number);
  const part = caseOf.map((at) => told.indexOf(valueOf[at] as number));
  // A case counts once, with the share of its people who found the code.
  const weight = weighAlike(caseOf);
  const pairs = found.flatMap((one, code) => {
    const byValue = splitByPart({ value: Float64Array.from(one), group, rater, weight }, part, told.length);
    return compareMethods(byValue).map((pair) => ({
      ...pair,
      code,
      first: told[pair.first] as number,
      second: told[pair.second] as number,
    }));
  });
  if (pairs.every((pair) => pair.groups === 0)) return [];
  const { holm } = adjustP(pairs.map(({ p }) => p));
  return pairs.map((pair, i) => ({ ...pair, holm: holm[i] ?? null }));
}
