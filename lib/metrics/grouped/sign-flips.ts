import { requireCount, requireNumber, requireSize } from "#lib/metrics/input-error.ts";
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
  requireCount(seed, "seed");
  return flip(a, b, drawSigns(seed));
}

function flip(a: Float64Array, b: Float64Array, signs: Signs): FlipTest {
  requireSize(b.length, a.length, "groups of the second method");
  const both = [...a.keys()].filter((group) => !Number.isNaN(a[group]) && !Number.isNaN(b[group]));
  const [ofA, ofB] = [a, b].map((values) => both.map((group) => values[group] as number)) as [
    number[],
    number[],
  ];
  for (const value of [...ofA, ...ofB]) requireNumber(value, "a group’s mean");
  const counts = { groups: both.length, isExact: both.length <= mostExactPairs };
  if (both.length === 0) return { ...withoutFigures(["difference", "p"], "no_items"), ...counts };
  const { meanDifference: difference, p, reason } = pairedPermutationExact(ofA, ofB);
  if (counts.isExact || difference === null) return { difference, p, reason, ...counts };
  // By size, which no sign changes: so no order of groups makes it luckier.
  const sizes = Float64Array.from(ofA, (value, i) => Math.abs(value - (ofB[i] as number))).sort();
  const found = Math.abs(difference) * both.length;
  return { difference, p: drawShare(sizes, found, signs), reason: null, ...counts };
}

const CHUNK = 8;

/** Signs come eight at a time, from tables of the sums they make; the eight of a chunk are alike for all pairs. */
function drawShare(sizes: Float64Array, found: number, signs: Signs): number {
  const sums = new Float64Array(drawnFlips);
  for (let chunk = 0; chunk * CHUNK < sizes.length; chunk++) {
    const table = sumSigned(sizes.subarray(chunk * CHUNK, (chunk + 1) * CHUNK));
    const drawn = signs(chunk);
    for (let i = 0; i < drawnFlips; i++)
      sums[i] = (sums[i] as number) + (table[drawn[i] as number] as number);
  }
  const all = sizes.reduce((sum, one) => sum + one, 0);
  const least = found - 1e-12 * Math.max(1, all);
  const reached = sums.reduce((count, sum) => count + (Math.abs(sum) >= least ? 1 : 0), 1);
  return reached / (drawnFlips + 1);
}

type Signs = (chunk: number) => Uint8Array;

function drawSigns(seed: number): Signs {
  const known: Uint8Array[] = [];
  return (chunk) => {
    const drawn = known[chunk];
    if (drawn) return drawn;
    const next = wholeNumbers(seed, chunk);
    const fresh = Uint8Array.from({ length: drawnFlips }, () => next() & 255);
    known[chunk] = fresh;
    return fresh;
  };
}

/** By the bits of a byte: the sum with those turned to plus, all others to minus. */
function sumSigned(sizes: Float64Array): Float64Array {
  const sums = new Float64Array(2 ** CHUNK);
  sums[0] = -sizes.reduce((sum, one) => sum + one, 0);
  for (let i = 0; i < CHUNK; i++)
    for (let signs = 0; signs < 2 ** i; signs++)
      sums[signs + 2 ** i] = (sums[signs] as number) + 2 * (sizes[i] ?? 0);
  return sums;
}

export type FlipTestOfPair = FlipTest & {
  readonly first: number;
  readonly second: number;
  /** Corrected for all pairs (Holm). */
  readonly holm: number | null;
};

/** Every method against every other, by its mean in each group. Signs are the same for all pairs, so that none is luckier. */
export function compareMethods(byMethod: readonly Float64Array[], seed: number): FlipTestOfPair[] {
  requireCount(seed, "seed");
  const signs = drawSigns(seed);
  const pairs = byMethod.flatMap((a, first) =>
    byMethod.slice(first + 1).map((b, i) => ({ first, second: first + 1 + i, ...flip(a, b, signs) })),
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
