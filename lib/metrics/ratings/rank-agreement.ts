import { boundByGroups } from "#lib/metrics/grouped/group-jackknife.ts";
import { requireNumber, requireSize } from "#lib/metrics/input-error.ts";
import { unbounded, type Bounded } from "#lib/metrics/measure.ts";
import { boundKendall, placeDensely, type LeftOut } from "#lib/metrics/ratings/kendall-by-group.ts";
import { defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";
import { kendallTauB } from "#lib/metrics/tests/kendall-tau.ts";
import { spearman } from "#lib/metrics/tests/spearman.ts";

export type RankAgreement = { readonly n: number; readonly spearman: Bounded; readonly kendall: Bounded };

/**
 * How far a judge puts cases in the order in which people's means put them; cases without either are left out. Each group
 * is left out once for the intervals, and each rater, where the means without each are given.
 */
export function rankAgreement(
  people: Float64Array,
  judge: Float64Array,
  groupOf: Int32Array,
  { withoutRater, level = defaultLevel }: { withoutRater?: readonly Float64Array[]; level?: number } = {},
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
  const ofRaters = withoutRater?.map((means) => {
    const own = kept.filter((at) => !Number.isNaN(means[at]));
    return [means, judge].map((scores) => own.map((at) => scores[at] as number)) as [number[], number[]];
  });
  const raters = (of: (x: number[], y: number[]) => number | null) =>
    ofRaters?.map(([a, b]) => of(a, b) ?? NaN);
  return {
    n,
    spearman: boundSpearman(x, y, { members, raters: raters((a, b) => spearman(a, b).rho) }, level),
    kendall: boundKendall(x, y, { members, raters: raters((a, b) => kendallTauB(a, b).tau) }, level),
  };
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

/** Ranks without a group follow from how many of each value are left; nothing is sorted twice. */
function boundSpearman(
  x: Float64Array,
  y: Float64Array,
  { members, raters }: LeftOut,
  level: number,
): Bounded {
  const { rho, reason } = spearman([...x], [...y]);
  if (rho === null) return unbounded(null, reason ?? "constant");
  const [ofX, ofY] = [countValues(x), countValues(y)];
  const without = members.map((own) => {
    const [a, b] = [rankWithout(ofX, own), rankWithout(ofY, own)];
    const product = (i: number) =>
      (a.ranks[ofX.place[i] as number] as number) * (b.ranks[ofY.place[i] as number] as number);
    let sum = 0;
    for (let i = 0; i < x.length; i++) sum += product(i);
    for (const i of own) sum -= product(i);
    return Math.max(-1, Math.min(1, sum / Math.sqrt(a.squares * b.squares)));
  });
  return boundByGroups(rho, { groups: without, raters }, level);
}

type Values = { readonly place: Int32Array; readonly counts: Int32Array };

function countValues(values: Float64Array): Values {
  const place = placeDensely(values);
  const counts = new Int32Array(place.reduce((most, one) => Math.max(most, one), 0) + 1);
  for (const one of place) counts[one] = (counts[one] as number) + 1;
  return { place, counts };
}

/** By value: twice the distance of its rank from the mean rank, a whole number; and the sum of their squares. */
function rankWithout({ place, counts }: Values, own: readonly number[]) {
  const left = counts.slice();
  for (const i of own) left[place[i] as number] = (left[place[i] as number] as number) - 1;
  const n = place.length - own.length;
  const ranks = new Float64Array(left.length);
  let [below, squares] = [0, 0];
  for (let value = 0; value < left.length; value++) {
    const count = left[value] as number;
    const rank = 2 * below + count - n;
    ranks[value] = rank;
    squares += count * rank * rank;
    below += count;
  }
  return { ranks, squares };
}
