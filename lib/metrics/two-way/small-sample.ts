import { clusterAt, type TwoWayInput } from "#lib/metrics/two-way/input.ts";
import { add, type Strata } from "#lib/metrics/two-way/strata.ts";

/** What a variance by clusters lacks because there are few of them. */
export type SmallSample = {
  /** By cluster, of the square of what is left of it; 0 where nobody answered it. */
  readonly correction: Float64Array;
  readonly df: number;
};

/** Cases that each stand for themselves are about equally often answered: by how many there are in a stratum. */
export function correctCases({ case: caseOf, cases }: TwoWayInput, { of, clusters }: Strata): SmallSample {
  const correction = new Float64Array(cases);
  for (const at of caseOf) {
    const count = clusters[of[at] as number] as number;
    // One alone lacks nothing: what varies there isn't known at all.
    correction[at] = count > 1 ? count / (count - 1) : 1;
  }
  return { correction, df: clusters.reduce((sum, count) => sum + count - 1, 0) };
}

/** By cluster, in their order, how much of each stratum's answers are to it. */
function shareOut(
  input: TwoWayInput,
  { count, of, weight, answerWeight }: Strata,
): readonly (readonly [number, Float64Array])[] {
  const given = new Map<number, Float64Array>();
  for (const [i, at] of input.case.entries()) {
    const cluster = clusterAt(input, at);
    const own = given.get(cluster) ?? new Float64Array(count);
    given.set(cluster, own);
    add(own, of[at] as number, answerWeight[input.person[i] as number] as number);
  }
  return [...given]
    .toSorted(([a], [b]) => a - b)
    .map(([cluster, own]) => [cluster, own.map((one, stratum) => one / (weight[stratum] as number))]);
}

/**
 * Works are unequally large, and reach across strata. What is left of one is what it adds to the mean, less its part of what
 * all add in its strata: so much of the variance of equal effects is missing there, and is put back. Degrees of freedom are
 * counted by the number of equal works that would weigh as these do (Carter, Schnepel and Steigerwald 2017), less one for
 * each group of strata that has no work in common with another. Of equal works in one stratum both are the usual ones.
 */
export function correctWorks(input: TwoWayInput, strata: Strata): SmallSample {
  const { share } = strata;
  const parts = shareOut(input, strata);
  const added = (own: Float64Array) => share.reduce((sum, one, at) => sum + one * (own[at] as number), 0);
  /** Of the parts of works that two strata have in common. */
  const common = Array.from(share, (_, s) =>
    Array.from(share, (__, t) =>
      parts.reduce((sum, [, own]) => sum + (own[s] as number) * (own[t] as number), 0),
    ),
  );
  const correction = new Float64Array(input.cases);
  let squares = 0;
  for (const [work, own] of parts) {
    const whole = added(own) ** 2;
    let left =
      whole - 2 * added(own) * share.reduce((sum, one, at) => sum + one * (own[at] as number) ** 2, 0);
    for (const [s, row] of common.entries())
      for (const [t, both] of row.entries())
        left += (share[s] as number) * (share[t] as number) * (own[s] as number) * (own[t] as number) * both;
    correction[work] = left > 1e-12 * whole ? whole / left : 1;
    squares += whole;
  }
  return { correction, df: Math.max(1, 1 / squares - countApart(common)) };
}

/** Into how many groups strata fall that have no work in common. */
function countApart(common: readonly (readonly number[])[]): number {
  const group = [...common.keys()];
  for (const [s, row] of common.entries())
    for (const [t, both] of row.entries()) if (both > 0) join(group, s, t);
  return new Set(group).size;
}

function join(group: number[], s: number, t: number): void {
  const [kept, gone] = [group[s] as number, group[t]];
  for (const [at, one] of group.entries()) if (one === gone) group[at] = kept;
}
