import { boundByGroups } from "#lib/metrics/grouped/group-jackknife.ts";
import { requireNumber, requireSize } from "#lib/metrics/input-error.ts";
import { unbounded, type Bounded } from "#lib/metrics/measure.ts";
import { defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";
import { toRank } from "#lib/metrics/ratings/origin-ranks.ts";
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
  const scores = judge.map(toRank);
  const x = Float64Array.from(kept, (at) => people[at] as number);
  const y = Float64Array.from(kept, (at) => scores[at] as number);
  for (const value of [x, y].flatMap((values) => [...values])) requireNumber(value, "a score");
  const n = kept.length;
  if (n < 2) {
    const nothing = unbounded(null, n === 0 ? "no_items" : "too_few_items");
    return { n, spearman: nothing, kendall: nothing };
  }
  const members = listMembers(kept.map((at) => groupOf[at] as number));
  const ofRaters = withoutRater?.map((means) => {
    const own = kept.filter((at) => !Number.isNaN(means[at]));
    return [means, scores].map((list) => own.map((at) => list[at] as number)) as [number[], number[]];
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
  { members, raters }: LeaveOutUnits,
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

/** The cases of each group, and the figure without each rater. */
type LeaveOutUnits = {
  readonly members: readonly (readonly number[])[];
  readonly raters: readonly number[] | undefined;
};

/** Over pairs: those in the same order less those in the other, and those told apart by the one, and by the other. */
type Pairs = { ordered: number; apartX: number; apartY: number };

/**
 * Kendall's tau-b with each group left out once. Each case's pairs are counted once for all: what a group takes away are
 * the pairs of its cases, those within it not twice.
 */
function boundKendall(
  x: Float64Array,
  y: Float64Array,
  { members, raters }: LeaveOutUnits,
  level: number,
): Bounded {
  const byCase = countPairs(x, y);
  const all = sumOver(byCase, x.keys());
  const whole = { ordered: all.ordered / 2, apartX: all.apartX / 2, apartY: all.apartY / 2 };
  const value = tauOf(whole);
  if (Number.isNaN(value)) return unbounded(null, "constant");
  const without = members.map((own) => {
    const pick = (values: Float64Array) => Float64Array.from(own, (i) => values[i] as number);
    const within = sumOver(countPairs(pick(x), pick(y)), own.keys());
    const taken = sumOver(byCase, own);
    const left = (of: keyof Pairs) => whole[of] - taken[of] + within[of] / 2;
    return tauOf({ ordered: left("ordered"), apartX: left("apartX"), apartY: left("apartY") });
  });
  return boundByGroups(value, { groups: without, raters }, level);
}

const tauOf = ({ ordered, apartX, apartY }: Pairs): number => {
  const tau = ordered / Math.sqrt(apartX * apartY);
  return Math.max(-1, Math.min(1, tau));
};

function sumOver(byCase: readonly Pairs[], cases: Iterable<number>): Pairs {
  const sums = { ordered: 0, apartX: 0, apartY: 0 };
  for (const at of cases) {
    const one = byCase[at] as Pairs;
    sums.ordered += one.ordered;
    sums.apartX += one.apartX;
    sums.apartY += one.apartY;
  }
  return sums;
}

/** Of each case with all the others. */
function countPairs(x: Float64Array, y: Float64Array): Pairs[] {
  const [placeX, placeY] = [placeDensely(x), placeDensely(y)];
  const found = Array.from(x, (): Pairs => ({ ordered: 0, apartX: 0, apartY: 0 }));
  const order = Int32Array.from(x.keys()).sort((i, j) => (placeX[i] as number) - (placeX[j] as number));
  countBelow(order, placeX, placeY, found, 1);
  countBelow(order.reverse(), placeX, placeY, found, -1);
  for (const [of, places] of [
    ["apartX", placeX],
    ["apartY", placeY],
  ] as const) {
    const ties = new Map<number, number>();
    for (const place of places) ties.set(place, (ties.get(place) ?? 0) + 1);
    for (const [i, one] of found.entries()) one[of] = x.length - (ties.get(places[i] as number) as number);
  }
  return found;
}

/** With those that come before in this order, in blocks of equal x: how many lie below by y, less how many above. */
function countBelow(
  order: Int32Array,
  placeX: Int32Array,
  placeY: Int32Array,
  found: readonly Pairs[],
  sign: 1 | -1,
): void {
  const width = placeY.reduce((most, place) => Math.max(most, place), 0) + 2;
  // Fenwick's: sums up to a place, kept by powers of two.
  const tree = new Int32Array(width);
  const upTo = (place: number) => {
    let sum = 0;
    for (let at = place; at > 0; at -= at & -at) sum += tree[at] as number;
    return sum;
  };
  for (let start = 0; start < order.length;) {
    let end = start;
    const block = placeX[order[start] as number];
    for (; end < order.length && placeX[order[end] as number] === block; end++) {
      const i = order[end] as number;
      const own = placeY[i] as number;
      const one = found[i] as Pairs;
      one.ordered += sign * (upTo(own) - (start - upTo(own + 1)));
    }
    for (let k = start; k < end; k++)
      for (let at = (placeY[order[k] as number] as number) + 1; at < width; at += at & -at)
        tree[at] = (tree[at] as number) + 1;
    start = end;
  }
}

/** From 0 in ascending order, equal values alike. */
function placeDensely(values: Float64Array): Int32Array {
  const distinct = Float64Array.from(new Set(values)).sort();
  const placeOf = new Map(Array.from(distinct, (value, place) => [value, place]));
  return Int32Array.from(values, (value) => placeOf.get(value) as number);
}
