import { requireCount, requireNumber, requireSameLength } from "#lib/metrics/input-error.ts";
import { withoutFigures, type Figures } from "#lib/metrics/measure.ts";
import { wholeNumbers } from "#lib/metrics/power/random.ts";
import { adjustP } from "#lib/metrics/tests/p-adjust.ts";
import { mostExactPairs, pairedPermutationExact } from "#lib/metrics/tests/paired-permutation.ts";

/** So that the least p there can be, times all pairs of 24 origins, is still below 0.02. */
export const drawnFlips = 19_999;

export type FlipTest = Figures<"difference" | "p"> & {
  /** Groups that have a value on both sides. */
  readonly groups: number;
  readonly isExact: boolean;
};

/**
 * Whether two methods differ: the mean over groups of their differences, each group counting once, against what comes out
 * when the two change places within groups by chance. All 2^n ways where groups are few; else this many drawn ones, the
 * found one counted among them. NaN is a group without a value.
 */
export function flipSigns(a: Float64Array, b: Float64Array, seed: number): FlipTest {
  requireSameLength([...a], [...b], "groups of both methods");
  requireCount(seed, "seed");
  const both = [...a.keys()].filter((group) => !Number.isNaN(a[group]) && !Number.isNaN(b[group]));
  const [ofA, ofB] = [a, b].map((values) => both.map((group) => values[group] as number)) as [
    number[],
    number[],
  ];
  for (const value of [...ofA, ...ofB]) requireNumber(value, "a group’s mean");
  const counts = { groups: both.length, isExact: both.length <= mostExactPairs };
  if (both.length === 0) return { ...withoutFigures(["difference", "p"], "no_items"), ...counts };
  const { meanDifference: difference, p, reason } = pairedPermutationExact(ofA, ofB);
  if (counts.isExact) return { difference, p, reason, ...counts };
  const differences = Float64Array.from(ofA, (value, i) => value - (ofB[i] as number));
  return { difference, p: drawShare(differences, seed), reason: null, ...counts };
}

const CHUNK = 8;

/** Signs come eight at a time, from tables of the sums they make. */
function drawShare(differences: Float64Array, seed: number): number {
  const next = wholeNumbers(seed, 0);
  const tables = Array.from({ length: Math.ceil(differences.length / CHUNK) }, (_, chunk) =>
    sumSigned(differences.subarray(chunk * CHUNK, (chunk + 1) * CHUNK)),
  );
  const size = differences.reduce((sum, one) => sum + Math.abs(one), 0);
  const found = Math.abs(differences.reduce((sum, one) => sum + one, 0)) - 1e-12 * Math.max(1, size);
  let reached = 1;
  for (let drawn = 0; drawn < drawnFlips; drawn++) {
    let [sum, bits] = [0, 0];
    for (let chunk = 0; chunk < tables.length; chunk++) {
      bits = chunk % 4 === 0 ? next() : bits >>> CHUNK;
      sum += (tables[chunk] as Float64Array)[bits & 255] as number;
    }
    if (Math.abs(sum) >= found) reached += 1;
  }
  return reached / (drawnFlips + 1);
}

const sumSigned = (differences: Float64Array): Float64Array =>
  Float64Array.from({ length: 2 ** CHUNK }, (_, signs) =>
    differences.reduce((sum, one, i) => sum + ((signs >> i) & 1 ? one : -one), 0),
  );

export type FlipTestOfPair = FlipTest & {
  readonly first: number;
  readonly second: number;
  /** Corrected for all pairs (Holm). */
  readonly holm: number | null;
};

/** Every method against every other, by its mean in each group. Signs are the same for all pairs, so that none is luckier. */
export function compareMethods(byMethod: readonly Float64Array[], seed: number): FlipTestOfPair[] {
  const pairs = byMethod.flatMap((a, first) =>
    byMethod.slice(first + 1).map((b, i) => ({ first, second: first + 1 + i, ...flipSigns(a, b, seed) })),
  );
  const { holm } = adjustP(pairs.map(({ p }) => p));
  return pairs.map((pair, i) => ({ ...pair, holm: holm[i] ?? null }));
}

/** What a method's values are on average in each group; NaN where it has none. */
export function meanByGroup(value: Float64Array, group: Int32Array, groups: number): Float64Array {
  const [sums, counts] = [new Float64Array(groups), new Float64Array(groups)];
  value.forEach((one, i) => {
    const at = group[i] as number;
    sums[at] = (sums[at] as number) + one;
    counts[at] = (counts[at] as number) + 1;
  });
  return sums.map((sum, at) => sum / (counts[at] as number));
}
