import { compareMethods, meanByGroup, type FlipTestOfPair } from "#lib/metrics/grouped/sign-flips.ts";
import { adjustP } from "#lib/metrics/tests/p-adjust.ts";

/** So many differences are looked at, over all codes, at most. */
const mostCodePairs = 500;

export type CodeComparison = FlipTestOfPair & { code: number };

type Coded = {
  /** By code: 1 where an entry has it. */
  found: readonly Uint8Array[];
  case: Int32Array;
  groupOf: Int32Array;
  /** By case: which value of the attribute it has, -1 for none. */
  valueOf: Int32Array;
};

/**
 * Whether people found a code more often with one value of an attribute than with another: of values with enough codings,
 * Holm's adjustment over all codes together. Null where there would be too many; none where no group has two values.
 */
export function compareValues(coded: Coded, told: readonly number[], seed: number): CodeComparison[] | null {
  const { found, groupOf, valueOf } = coded;
  if ((found.length * told.length * (told.length - 1)) / 2 > mostCodePairs) return null;
  const groups = groupOf.reduce((most, one) => Math.max(most, one), -1) + 1;
  const cases = [...new Set(coded.case)];
  const pairs = found.flatMap((one, code) => {
    const shares = shareByCase(one, coded.case, groupOf.length);
    const byValue = told.map((value) => {
      const own = cases.filter((at) => valueOf[at] === value);
      return meanByGroup(
        Float64Array.from(own, (at) => shares[at] as number),
        Int32Array.from(own, (at) => groupOf[at] as number),
        groups,
      );
    });
    return compareMethods(byValue, seed).map((pair) => ({
      ...{ ...pair, code },
      ...{ first: told[pair.first] as number, second: told[pair.second] as number },
    }));
  });
  if (pairs.every((pair) => pair.groups === 0)) return [];
  const { holm } = adjustP(pairs.map(({ p }) => p));
  return pairs.map((pair, i) => ({ ...pair, holm: holm[i] ?? null }));
}

/** A case counts once, with the share of its people who found the code. */
const shareByCase = (found: Uint8Array, caseOf: Int32Array, cases: number): Float64Array =>
  meanByGroup(Float64Array.from(found), caseOf, cases);
