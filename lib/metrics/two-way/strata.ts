import type { TwoWayInput } from "#lib/metrics/two-way/input.ts";

/** The parts that a variance within can be told of, each with what one answer in it weighs. */
export type Strata = {
  readonly count: number;
  /** By case, and by cluster. */
  readonly of: Int32Array;
  readonly ofCluster: Int32Array;
  /** By stratum: answers, clusters, what it is of the whole, and its mean. */
  readonly answers: Float64Array;
  readonly clusters: Float64Array;
  readonly share: Float64Array;
  readonly mean: Float64Array;
};

/** A stratum of one case says nothing of its spread: such ones are taken together, if need be with the smallest other. */
export function readStrata(input: TwoWayInput): Strata {
  const { cases, case: caseOf, stratumOf } = input;
  const own = stratumOf ?? new Int32Array(cases);
  const clusters = countClusters(input, own);
  const small = [...clusters].filter(([, count]) => count < 2).map(([stratum]) => stratum);
  const together = new Set(small);
  if (small.length > 0 && sumOf(small, clusters) < 2) {
    const [next] = [...clusters].filter(([, count]) => count >= 2).toSorted((a, b) => a[1] - b[1]);
    if (next) together.add(next[0]);
  }
  const kept = [...clusters.keys()].filter((stratum) => !together.has(stratum)).toSorted((a, b) => a - b);
  const count = kept.length + (together.size > 0 ? 1 : 0);
  const placeOf = new Map(kept.map((stratum, place) => [stratum, place]));
  const of = own.map((stratum) => placeOf.get(stratum) ?? kept.length);
  const sums = { answers: new Float64Array(count), score: new Float64Array(count) };
  caseOf.forEach((at, i) => {
    const stratum = of[at] as number;
    add(sums.answers, stratum, 1);
    add(sums.score, stratum, input.score[i] as number);
  });
  return {
    ...{ count, of, answers: sums.answers, ofCluster: placeClusters(input, of) },
    clusters: Float64Array.from(countClusters(input, of), ([, found]) => found),
    share: readShares(input, { count, of, own, answers: sums.answers }),
    mean: sums.score.map((score, stratum) => score / (sums.answers[stratum] as number)),
  };
}

const sumOf = (strata: readonly number[], clusters: ReadonlyMap<number, number>) =>
  strata.reduce((sum, stratum) => sum + (clusters.get(stratum) ?? 0), 0);

function countClusters(input: TwoWayInput, of: Int32Array): Map<number, number> {
  const found = new Map<number, number>();
  for (const stratum of placeClusters(input, of))
    if (stratum !== -1) found.set(stratum, (found.get(stratum) ?? 0) + 1);
  return new Map([...found].toSorted(([a], [b]) => a - b));
}

/** The stratum of each cluster that was answered, -1 for the others: a work lies in one part alone. */
function placeClusters({ cases, case: caseOf, clusterOf }: TwoWayInput, of: Int32Array): Int32Array {
  const places = new Int32Array(cases).fill(-1);
  for (const at of caseOf) places[clusterOf ? (clusterOf[at] as number) : at] = of[at] as number;
  return places;
}

type Read = { count: number; of: Int32Array; own: Int32Array; answers: Float64Array };

function readShares({ case: caseOf, shareOf }: TwoWayInput, { count, of, own, answers }: Read): Float64Array {
  if (!shareOf) return answers.map((one) => one / caseOf.length);
  const shares = new Float64Array(count);
  const seen = new Set<number>();
  // What nobody answered is no part of what can be told.
  for (const at of caseOf) {
    const stratum = own[at] as number;
    if (seen.has(stratum)) continue;
    add(shares, of[at] as number, shareOf[stratum] as number);
    seen.add(stratum);
  }
  const all = shares.reduce((sum, one) => sum + one, 0);
  return shares.map((one) => one / all);
}

export const add = (values: Float64Array, at: number, value: number): void => {
  values[at] = (values[at] as number) + value;
};
