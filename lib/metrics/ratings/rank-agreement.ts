import { boundByGroups } from "#lib/metrics/grouped/group-jackknife.ts";
import { requireNumber, requireSize } from "#lib/metrics/input-error.ts";
import { unbounded, type Bounded } from "#lib/metrics/measure.ts";
import { boundKendall } from "#lib/metrics/ratings/kendall-by-group.ts";
import { defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";
import { spearman } from "#lib/metrics/tests/spearman.ts";

export type RankAgreement = { readonly n: number; readonly spearman: Bounded; readonly kendall: Bounded };

/**
 * How far a judge puts cases in the order in which people's means put them; cases without either are left out. Each group
 * is left out once for the intervals.
 */
export function rankAgreement(
  people: Float64Array,
  judge: Float64Array,
  groupOf: Int32Array,
  level: number = defaultLevel,
): RankAgreement {
  for (const list of [judge, groupOf]) requireSize(list.length, people.length, "cases");
  const kept = [...people.keys()].filter((at) => !Number.isNaN(people[at]) && !Number.isNaN(judge[at]));
  const x = Float64Array.from(kept, (at) => people[at] as number);
  const y = Float64Array.from(kept, (at) => judge[at] as number);
  for (const value of [x, y].flatMap((values) => [...values])) requireNumber(value, "a score");
  const n = kept.length;
  if (n < 2) {
    const nothing = unbounded(null, n === 0 ? "no_items" : "too_few_items");
    return { n, spearman: nothing, kendall: nothing };
  }
  const members = listMembers(kept.map((at) => groupOf[at] as number));
  return { n, spearman: boundSpearman(x, y, members, level), kendall: boundKendall(x, y, members, level) };
}

function listMembers(groups: readonly number[]): number[][] {
  const members = new Map<number, number[]>();
  for (const [i, group] of groups.entries()) {
    const own = members.get(group);
    if (own) own.push(i);
    else members.set(group, [i]);
  }
  return [...members.values()];
}

type Members = readonly (readonly number[])[];

function boundSpearman(x: Float64Array, y: Float64Array, members: Members, level: number): Bounded {
  const { rho, reason } = spearman([...x], [...y]);
  if (rho === null) return unbounded(null, reason ?? "constant");
  const [ofX, ofY] = [prepareRanks(x), prepareRanks(y)];
  const isOut = new Uint8Array(x.length);
  const without = members.map((own) => {
    for (const i of own) isOut[i] = 1;
    const found = correlate(ofX(isOut), ofY(isOut), x.length - own.length);
    for (const i of own) isOut[i] = 0;
    return found;
  });
  return boundByGroups(rho, without, level);
}

/** Twice the distance of each rank from the mean rank, which is a whole number; 0 for who is left out. Sorted only once. */
function prepareRanks(values: Float64Array): (isOut: Uint8Array) => Float64Array {
  const order = Int32Array.from(values.keys()).sort((i, j) => (values[i] as number) - (values[j] as number));
  const ranks = new Float64Array(values.length);
  return (isOut) => {
    const kept = order.filter((i) => isOut[i] === 0);
    ranks.fill(0);
    for (let start = 0; start < kept.length;) {
      let end = start + 1;
      while (end < kept.length && values[kept[end] as number] === values[kept[start] as number]) end += 1;
      for (let at = start; at < end; at++) ranks[kept[at] as number] = start + end - kept.length;
      start = end;
    }
    return ranks;
  };
}

function correlate(a: Float64Array, b: Float64Array, n: number): number {
  let [ab, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    ab += (a[i] as number) * (b[i] as number);
    aa += (a[i] as number) ** 2;
    bb += (b[i] as number) ** 2;
  }
  return n < 2 ? NaN : ab / Math.sqrt(aa * bb);
}
