import normalCdf from "@stdlib/stats-base-dists-normal-cdf";
import normalQuantile from "@stdlib/stats-base-dists-normal-quantile";
import { requireLevel, requireSameLength } from "#lib/metrics/input-error.ts";
import { quantileOfSorted } from "#lib/metrics/crossed/resampled-figure.ts";
import { requireResampling } from "#lib/metrics/crossed/resampling-weights.ts";
import { toShare, wholeNumbers } from "#lib/metrics/power/random.ts";
import { defaultLevel, studentDeviate } from "#lib/metrics/tests/proportion-interval.ts";

export type RankInterval = { readonly best: number; readonly worst: number };

/** Student's t has no end. */
const MOST = 1 - 1e-12;

type Input = {
  /** By model, over the same items: what each scores. */
  scores: readonly Float64Array[];
  /** By item: the cluster that it belongs to. */
  clusterOf: Int32Array;
  b: number;
  seed: number;
  level?: number;
};

/**
 * Between which places each model lies, all of them at once (Mogstad and others 2024): one is better than another where
 * their difference, in its own standard errors, is larger than the largest of all differences is by chance. That is found
 * from replicates of the models' means as they vary together, drawn as normal: a replicate takes as long for 50 items as for
 * 50,000.
 */
export function rankIntervals({ scores, clusterOf, b, seed, level = defaultLevel }: Input): RankInterval[] {
  requireResampling({ b, seed });
  requireLevel(level);
  for (const one of scores) requireSameLength(Array.from(one), Array.from(clusterOf), "scores and clusters");
  const { means, covariance, clusters } = describeMeans(scores, clusterOf);
  const pairs = listPairs(means, covariance);
  const largest = drawLargest(factorise(covariance), pairs, { b, seed }, level);
  const reach = largest === 0 ? 0 : reachByStudent(largest, clusters - 1);
  const places = scores.map(() => ({ best: 1, worst: scores.length }));
  for (const { first, second, difference, error } of pairs) {
    if (error === 0 || Math.abs(difference) <= reach * error) continue;
    const [better, worse] = difference > 0 ? [first, second] : [second, first];
    const [up, down] = [places[better], places[worse]];
    if (up) up.worst -= 1;
    if (down) down.best += 1;
  }
  return places;
}

/** As far out where standard errors are known from as many clusters as there are. */
const reachByStudent = (deviate: number, df: number): number =>
  df < 1 ? Infinity : studentDeviate(Math.min(MOST, 2 * normalCdf(deviate, 0, 1) - 1), df);

type Matrix = readonly Float64Array[];

/** Of each model's mean, and how the means vary together from one set of clusters to another. */
function describeMeans(scores: readonly Float64Array[], clusterOf: Int32Array) {
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

type Pair = { first: number; second: number; difference: number; error: number };

function listPairs(means: readonly number[], covariance: Matrix): Pair[] {
  const at = (i: number, j: number) => covariance[i]?.[j] ?? 0;
  return means.flatMap((_, second) =>
    means.slice(0, second).map((_mean, first): Pair => {
      const variance = at(first, first) + at(second, second) - 2 * at(first, second);
      return {
        ...{ first, second },
        difference: (means[first] ?? 0) - (means[second] ?? 0),
        // Of twins what is left is what rounding leaves.
        error: variance > 1e-15 ? Math.sqrt(variance) : 0,
      };
    }),
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

/** How large the largest of all differences is by chance, in so many of all replicates. */
function drawLargest(
  lower: Matrix,
  pairs: readonly Pair[],
  { b, seed }: { b: number; seed: number },
  level: number,
): number {
  const next = wholeNumbers(seed, 0);
  const drawn = new Float64Array(lower.length);
  const means = new Float64Array(lower.length);
  const largest = new Float64Array(b);
  for (let r = 0; r < b; r++) {
    for (let i = 0; i < drawn.length; i++) drawn[i] = normalQuantile(toShare(next()), 0, 1);
    lower.forEach((row, i) => {
      let mean = 0;
      for (let k = 0; k <= i; k++) mean += (row[k] as number) * (drawn[k] as number);
      means[i] = mean;
    });
    for (const { first, second, error } of pairs) {
      if (error === 0) continue;
      const apart = Math.abs((means[first] as number) - (means[second] as number)) / error;
      if (apart > (largest[r] as number)) largest[r] = apart;
    }
  }
  return quantileOfSorted(largest.sort(), level);
}
