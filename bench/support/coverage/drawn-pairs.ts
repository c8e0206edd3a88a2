import normalQuantile from "@stdlib/stats-base-dists-normal-quantile";
import { bradleyTerry, type PairedComparisons } from "#lib/metrics/pairs/bradley-terry.ts";
import { toShare, wholeNumbers } from "#lib/metrics/power/random.ts";

export type PairedDesign = {
  groups: number;
  raters: number;
  /** In log-odds: what raters differ by in how they like a side. */
  taste: number;
  strengths: readonly number[];
};

/** In log-odds: how much better or worse than usual a side is in one group. */
const GROUP_SPREAD = 0.3;

const listPairs = (sides: number) =>
  Array.from({ length: sides }, (_, a) =>
    Array.from({ length: sides - 1 - a }, (__, b) => [a, a + 1 + b] as const),
  ).flat();

/** Everybody compares every two sides in every group. */
export function drawPairs(
  { groups, raters, taste, strengths }: PairedDesign,
  seed: number,
  stream: number,
): PairedComparisons & { rater: Int32Array } {
  const next = wholeNumbers(seed, stream);
  const normal = (spread: number) => spread * normalQuantile(toShare(next()), 0, 1);
  const sides = strengths.length;
  const pairs = listPairs(sides);
  const liking = Float64Array.from({ length: raters * sides }, () => normal(taste));
  const ofGroup = Float64Array.from({ length: groups * sides }, () => normal(GROUP_SPREAD));
  const count = groups * raters * pairs.length;
  const pairOf = (i: number) => pairs[i % pairs.length] as readonly [number, number];
  const rater = Int32Array.from({ length: count }, (_, i) => Math.floor(i / pairs.length) % raters);
  const group = Int32Array.from({ length: count }, (_, i) => Math.floor(i / pairs.length / raters));
  const likedBy = (i: number, side: number) =>
    (strengths[side] as number) +
    (liking[(rater[i] as number) * sides + side] as number) +
    (ofGroup[(group[i] as number) * sides + side] as number);
  const outcome = Float64Array.from({ length: count }, (_, i) => {
    const [a, b] = pairOf(i);
    return Number(toShare(next()) * (1 + Math.exp(likedBy(i, b) - likedBy(i, a))) < 1);
  });
  return {
    sides,
    outcome,
    group,
    rater,
    first: Int32Array.from({ length: count }, (_, i) => pairOf(i)[0]),
    second: Int32Array.from({ length: count }, (_, i) => pairOf(i)[1]),
  };
}

const STEPS = 1000;

/** What people like these come to: chances of winning over all tastes and groups lie nearer to even than those of a mean one. */
export function expectedStrengths({ taste, strengths }: PairedDesign): number[] {
  const pairs = listPairs(strengths.length);
  const spread = Math.SQRT2 * Math.hypot(taste, GROUP_SPREAD);
  const chance = (lead: number) =>
    Array.from({ length: STEPS }, (_, i) => lead + spread * normalQuantile((i + 0.5) / STEPS, 0, 1)).reduce(
      (sum, each) => sum + 1 / (1 + Math.exp(-each)) / STEPS,
      0,
    );
  const found = bradleyTerry({
    sides: strengths.length,
    first: Int32Array.from(pairs, ([a]) => a),
    second: Int32Array.from(pairs, ([, b]) => b),
    outcome: Float64Array.from(pairs, ([a, b]) =>
      chance((strengths[a] as number) - (strengths[b] as number)),
    ),
    group: Int32Array.from(pairs.keys()),
  });
  if (typeof found === "string") throw new Error(found);
  return found.sides.map(({ value }) => value as number);
}
