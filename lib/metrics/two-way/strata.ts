import { clusterAt, weighAnswers, type TwoWayInput } from "#lib/metrics/two-way/input.ts";

/** The parts that a variance within can be told of, each with what one answer in it weighs. */
export type Strata = {
  readonly count: number;
  /** By case. */
  readonly of: Int32Array;
  /** By person: what each of their answers weighs. */
  readonly answerWeight: Float64Array;
  /** By stratum: what its answers weigh, and the sum of the squares of that. */
  readonly weight: Float64Array;
  readonly squares: Float64Array;
  /** By stratum: clusters that have any answers there, what it is of the whole, and its mean. */
  readonly clusters: Float64Array;
  readonly share: Float64Array;
  readonly mean: Float64Array;
};

/** A stratum of one case says nothing of its spread: such ones are taken together, if need be with the smallest other. */
export function readStrata(input: TwoWayInput): Strata {
  const { cases, case: caseOf, stratumOf } = input;
  const own = stratumOf ?? new Int32Array(cases);
  const found = findClusters(input, own);
  const small = [...found].filter(([, clusters]) => clusters.size < 2).map(([stratum]) => stratum);
  const together = new Set(small);
  if (small.length > 0 && new Set(small.flatMap((stratum) => [...(found.get(stratum) ?? [])])).size < 2) {
    const [next] = [...found]
      .filter(([, clusters]) => clusters.size >= 2)
      .toSorted(([, a], [, b]) => a.size - b.size);
    if (next) together.add(next[0]);
  }
  const kept = [...found.keys()].filter((stratum) => !together.has(stratum));
  const count = kept.length + (together.size > 0 ? 1 : 0);
  const placeOf = new Map(kept.map((stratum, place) => [stratum, place]));
  const of = own.map((stratum) => placeOf.get(stratum) ?? kept.length);
  const answerWeight = weighAnswers(input);
  const weight = new Float64Array(count);
  const squares = new Float64Array(count);
  const score = new Float64Array(count);
  caseOf.forEach((at, i) => {
    const stratum = of[at] as number;
    const own = answerWeight[input.person[i] as number] as number;
    add(weight, stratum, own);
    add(squares, stratum, own * own);
    add(score, stratum, own * (input.score[i] as number));
  });
  return {
    count,
    of,
    answerWeight,
    weight,
    squares,
    clusters: Float64Array.from(findClusters(input, of).values(), ({ size }) => size),
    share: readShares(input, { count, of, own, weight }),
    mean: score.map((sum, stratum) => sum / (weight[stratum] as number)),
  };
}

/** By stratum, in their order, the clusters of which anything was answered there: a work may reach across several. */
function findClusters(input: TwoWayInput, of: Int32Array): Map<number, ReadonlySet<number>> {
  const found = new Map<number, Set<number>>();
  for (const at of input.case) {
    const [stratum, cluster] = [of[at] as number, clusterAt(input, at)];
    const clusters = found.get(stratum);
    if (clusters) clusters.add(cluster);
    else found.set(stratum, new Set([cluster]));
  }
  return new Map([...found].toSorted(([a], [b]) => a - b));
}

type ShareInput = { count: number; of: Int32Array; own: Int32Array; weight: Float64Array };

function readShares(
  { case: caseOf, shareOf }: TwoWayInput,
  { count, of, own, weight }: ShareInput,
): Float64Array {
  if (!shareOf) return shareOut(weight);
  const shares = new Float64Array(count);
  const seen = new Set<number>();
  // What nobody answered is no part of what can be told.
  for (const at of caseOf) {
    const stratum = own[at] as number;
    if (seen.has(stratum)) continue;
    add(shares, of[at] as number, shareOf[stratum] as number);
    seen.add(stratum);
  }
  return shareOut(shares);
}

function shareOut(parts: Float64Array): Float64Array {
  const all = parts.reduce((sum, one) => sum + one, 0);
  return parts.map((one) => one / all);
}

/** By case: what its answers weigh together, each as those of its person do. */
export function weighCases({ cases, case: caseOf, person }: TwoWayInput, answerWeight: Float64Array) {
  const weights = new Float64Array(cases);
  caseOf.forEach((at, i) => add(weights, at, answerWeight[person[i] as number] as number));
  return weights;
}

export const add = (values: Float64Array, at: number, value: number): void => {
  values[at] = (values[at] as number) + value;
};
