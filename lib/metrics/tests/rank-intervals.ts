import normalCdf from "@stdlib/stats-base-dists-normal-cdf";
import normalQuantile from "@stdlib/stats-base-dists-normal-quantile";
import tCdf from "@stdlib/stats-base-dists-t-cdf";
import { requireLevel, requireSameLength } from "#lib/metrics/input-error.ts";
import { requireResampling } from "#lib/metrics/crossed/resampling-weights.ts";
import { toShare, wholeNumbers } from "#lib/metrics/power/random.ts";
import { defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";

export type RankInterval = { readonly best: number; readonly worst: number };

/** Student's t has no end. */
const MOST = 1 - 1e-12;

/** Directions: with 20 models each is worth eight plain replicates, with 80 three. */
const FIRST_LOOK = 3125;
const MOST_DIRECTIONS = 50_000;

/** In standard errors of the simulation. */
const CLEAR = 4;

type Input = {
  /** By model, over the same items: what each scores. */
  scores: readonly Float64Array[];
  /** By item: the cluster that it belongs to. */
  clusterOf: Int32Array;
  seed: number;
  /** Directions at most: fewer are drawn where they settle every place. */
  b?: number;
  level?: number;
};

/**
 * Between which places each model lies, all of them at once (Mogstad and others 2024): one is better than another where
 * their difference, in its own standard errors, is larger than the largest of all differences is by chance. The models' means
 * vary together as normal: directions are drawn, and how far they go in each is known exactly. A direction takes as long for
 * 50 items as for 50,000.
 */
export function rankIntervals(input: Input): RankInterval[] {
  const { scores, clusterOf, seed, b = MOST_DIRECTIONS, level = defaultLevel } = input;
  requireResampling({ b, seed });
  requireLevel(level);
  for (const one of scores) requireSameLength(Array.from(one), Array.from(clusterOf), "scores and clusters");
  const { order, means, covariance, clusters } = putInOrder(computeMeans(scores, clusterOf));
  const pairs = listPairs(means, covariance);
  const lower = factorise(covariance);
  const beyond = findFirstBeyond(
    pairs.map(({ difference, error }) => asNormal(Math.abs(difference) / error, clusters - 1)),
    prepareFarthest(lower, pairs, seed),
    lower.filter((row, i) => row[i] !== 0).length,
    { most: b, level },
  );
  const places = scores.map(() => ({ best: 1, worst: scores.length }));
  for (const { first, second, difference } of pairs.slice(beyond)) {
    const [better, worse] = difference > 0 ? [first, second] : [second, first];
    const [up, down] = [places[order[better] as number], places[order[worse] as number]];
    if (up) up.worst -= 1;
    if (down) down.best += 1;
  }
  return places;
}

/** What is as far out where standard errors are known exactly, and not from so many clusters alone. */
const asNormal = (deviate: number, df: number): number =>
  normalQuantile(Math.min(MOST, tCdf(deviate, df)), 0, 1);

type Matrix = readonly Float64Array[];

/** Of each model's mean, and how the means vary together from one set of clusters to another. */
function computeMeans(scores: readonly Float64Array[], clusterOf: Int32Array) {
  const placeOf = new Map([...new Set(clusterOf)].map((cluster, place) => [cluster, place]));
  const [items, clusters] = [clusterOf.length, placeOf.size];
  const left = scores.map((own) => {
    const mean = own.reduce((sum, one) => sum + one, 0) / items;
    const sums = new Float64Array(clusters);
    own.forEach((score, item) => {
      const place = placeOf.get(clusterOf[item] as number) as number;
      sums[place] = (sums[place] as number) + (score - mean) / items;
    });
    return { mean, sums };
  });
  const correction = clusters < 2 ? 0 : clusters / (clusters - 1);
  const covariance = left.map((a) =>
    Float64Array.from(
      left,
      (b) => correction * a.sums.reduce((sum, one, at) => sum + one * (b.sums[at] as number), 0),
    ),
  );
  return { means: left.map(({ mean }) => mean), covariance, clusters };
}

/** The best first, and of equals by how they vary: so what is drawn goes by no order in which models are listed. */
function putInOrder({ means, covariance, ...rest }: ReturnType<typeof computeMeans>) {
  const signs = means.map((mean, at) => {
    const row = covariance[at] ?? new Float64Array();
    return [-mean, row[at] ?? 0, ...row.toSorted()].map((one) => Math.round(one * 1e12));
  });
  const compare = (a: number, b: number) => {
    const [one = [], other = []] = [signs[a], signs[b]];
    const at = one.findIndex((value, place) => value !== other[place]);
    return (one[at] ?? 0) - (other[at] ?? 0);
  };
  const order = [...means.keys()].sort(compare);
  return {
    ...rest,
    order,
    means: order.map((at) => means[at] as number),
    covariance: order.map((a) => Float64Array.from(order, (b) => covariance[a]?.[b] ?? 0)),
  };
}

type Pair = { first: number; second: number; difference: number; error: number };

/** Those that vary at all against each other, the nearest first. */
function listPairs(means: readonly number[], covariance: Matrix): Pair[] {
  const at = (i: number, j: number) => covariance[i]?.[j] ?? 0;
  const distance = ({ difference, error }: Pair) => Math.abs(difference) / error;
  return (
    means
      .flatMap((_, second) =>
        means.slice(0, second).map((_mean, first): Pair => {
          const variance = at(first, first) + at(second, second) - 2 * at(first, second);
          const difference = (means[first] ?? 0) - (means[second] ?? 0);
          return { first, second, difference, error: Math.sqrt(Math.max(0, variance)) };
        }),
      )
      // Of twins what is left is what rounding leaves.
      .filter(({ error }) => error ** 2 > 1e-15)
      .sort((a, b) => distance(a) - distance(b))
  );
}

/** Cholesky's; what doesn't vary by itself has a row of nothing. */
function factorise(matrix: Matrix): Matrix {
  const lower = matrix.map((row) => new Float64Array(row.length));
  matrix.forEach((row, i) => {
    const own = lower[i] as Float64Array;
    for (let j = 0; j <= i; j++) {
      const other = lower[j] as Float64Array;
      let value = row[j] as number;
      for (let k = 0; k < j; k++) value -= (own[k] as number) * (other[k] as number);
      if (i === j) own[j] = value > 1e-15 ? Math.sqrt(value) : 0;
      else own[j] = other[j] === 0 ? 0 : value / (other[j] as number);
    }
  });
  return lower;
}

type Drawing = { most: number; level: number };

/**
 * Which distances, sorted and in standard errors, are farther than the largest of all gets by chance: those from this place on.
 * Directions are drawn until all that were looked at, its neighbours among them, lie clearly on their sides.
 */
function findFirstBeyond(
  deviates: readonly number[],
  drawFarthest: () => number,
  dimensions: number,
  { most, level }: Drawing,
): number {
  const farthest = new Float64Array(most);
  for (let drawn = 0, goal = Math.min(most, FIRST_LOOK); ; goal = Math.min(most, 2 * goal)) {
    for (; drawn < goal; drawn++) farthest[drawn] = drawFarthest();
    const chanceOf = (at: number) =>
      chanceBeyond(deviates[at] as number, farthest.subarray(0, drawn), dimensions);
    let [from, to, isClear] = [0, deviates.length, true];
    while (from < to) {
      const middle = (from + to) >> 1;
      const { chance, error } = chanceOf(middle);
      if (chance < 1 - level) to = middle;
      else from = middle + 1;
      isClear &&= Math.abs(chance - (1 - level)) > CLEAR * error;
    }
    if (isClear || drawn === most) return from;
  }
}

/** How likely the largest of all differences is beyond a deviate, and how exactly that is known. */
function chanceBeyond(deviate: number, farthest: Float64Array, dimensions: number) {
  let [sum, squares] = [0, 0];
  for (const one of farthest) {
    const share = chiBeyond(deviate / one, dimensions);
    sum += share;
    squares += share * share;
  }
  const chance = sum / farthest.length;
  return { chance, error: Math.sqrt(Math.max(0, squares / farthest.length - chance ** 2) / farthest.length) };
}

/** How likely a normal point in so many dimensions lies farther out than `x`. */
function chiBeyond(x: number, dimensions: number): number {
  const isOdd = dimensions % 2 === 1;
  const density = Math.exp((-x * x) / 2);
  let share = isOdd ? 2 * normalCdf(-x, 0, 1) : density;
  let term = isOdd ? Math.sqrt(2 / Math.PI) * x * density : (density * x * x) / 2;
  for (let from = isOdd ? 1 : 2; from < dimensions; from += 2) {
    share += term;
    term *= (x * x) / (from + 2);
  }
  return share;
}

/** Draws a direction of the models' means at each call: how far apart one step in it takes the two that part most, in their standard errors. */
function prepareFarthest(lower: Matrix, pairs: readonly Pair[], seed: number): () => number {
  const next = wholeNumbers(seed, 0);
  const first = Int32Array.from(pairs, (pair) => pair.first);
  const second = Int32Array.from(pairs, (pair) => pair.second);
  const scale = Float64Array.from(pairs, ({ error }) => 1 / error);
  const drawn = new Float64Array(lower.length + 1);
  const means = new Float64Array(lower.length);
  return () => {
    for (let i = 0; i < lower.length; i += 2) {
      const radius = Math.sqrt(-2 * Math.log(toShare(next())));
      const angle = 2 * Math.PI * toShare(next());
      drawn[i] = radius * Math.cos(angle);
      drawn[i + 1] = radius * Math.sin(angle);
    }
    let length = 0;
    for (let i = 0; i < means.length; i++) {
      const row = lower[i] as Float64Array;
      if (row[i] !== 0) length += (drawn[i] as number) ** 2;
      let mean = 0;
      for (let k = 0; k <= i; k++) mean += (row[k] as number) * (drawn[k] as number);
      means[i] = mean;
    }
    let farthest = 0;
    for (let at = 0; at < scale.length; at++) {
      const apart = (means[first[at] as number] as number) - (means[second[at] as number] as number);
      farthest = Math.max(farthest, Math.abs(apart) * (scale[at] as number));
    }
    return farthest / Math.sqrt(length);
  };
}
