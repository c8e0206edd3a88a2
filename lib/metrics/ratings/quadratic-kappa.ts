import { boundByGroups } from "#lib/metrics/grouped/group-jackknife.ts";
import { unbounded, type Bounded } from "#lib/metrics/measure.ts";
import type { CaseRatings } from "#lib/metrics/ratings/rated-cases.ts";
import { defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";

export type KappaOfPairs = Bounded & { readonly pairs: number; readonly cases: number };

type Sums = { n: number; x: number; y: number; xx: number; yy: number; apart: number };

/**
 * Quadratic kappa of a judge against one person: of every pair of the judge's rating and a person's of the same case, each
 * case counting once. So it compares with `kappaOfPeople`, which is that of one person against another. Each group, and each
 * rater, is left out once.
 */
export function kappaOfJudge(
  ratings: CaseRatings,
  judge: Float64Array,
  groupOf: Int32Array,
  level: number = defaultLevel,
): KappaOfPairs {
  return kappaOver(ratings, groupOf, level, (own, at) => {
    const y = judge[at] as number;
    return Number.isNaN(y) ? [] : own.map((x) => [x, y, 1 / own.length] as const);
  });
}

/** Of every two people who rated the same case, each case counting once. */
export function kappaOfPeople(
  ratings: CaseRatings,
  groupOf: Int32Array,
  level: number = defaultLevel,
): KappaOfPairs {
  return kappaOver(ratings, groupOf, level, (own) =>
    own.flatMap((x, i) =>
      own.flatMap((y, j) => (i === j ? [] : [[x, y, 1 / (own.length * (own.length - 1))] as const])),
    ),
  );
}

type PairsOf = (
  own: readonly number[],
  at: number,
) => readonly (readonly [x: number, y: number, weight: number])[];

function kappaOver(
  { raters, cases, rater, case: caseOf, rating }: CaseRatings,
  groupOf: Int32Array,
  level: number,
  pairsOf: PairsOf,
): KappaOfPairs {
  const ofCase = Array.from({ length: cases }, (): { by: number; rating: number }[] => []);
  rating.forEach((one, i) => ofCase[caseOf[i] as number]?.push({ by: rater[i] as number, rating: one }));
  const all = emptySums();
  const byGroup = new Map<number, Sums>();
  const lostWith = Array.from({ length: raters }, emptySums);
  const active = new Set<number>();
  const counts = { pairs: 0, cases: 0 };
  for (const [at, own] of ofCase.entries()) {
    const pairs = pairsOf(
      own.map((one) => one.rating),
      at,
    );
    if (pairs.length === 0) continue;
    counts.pairs += pairs.length;
    counts.cases += 1;
    const sums = sumPairs(pairs);
    add(all, sums, 1);
    const group = byGroup.get(groupOf[at] as number) ?? emptySums();
    byGroup.set(groupOf[at] as number, group);
    add(group, sums, 1);
    for (const { by } of own) {
      active.add(by);
      const lost = lostWith[by] as Sums;
      add(lost, sums, 1);
      const others = own.flatMap((one) => (one.by === by ? [] : [one.rating]));
      add(lost, sumPairs(pairsOf(others, at)), -1);
    }
  }
  if (counts.pairs === 0)
    return { ...unbounded(null, rating.length === 0 ? "no_items" : "no_pairs"), ...counts };
  const value = kappaFrom(all);
  if (Number.isNaN(value)) return { ...unbounded(null, "one_category"), ...counts };
  const without = (lost: Sums) => {
    const left = { ...all };
    add(left, lost, -1);
    return kappaFrom(left);
  };
  const left = {
    groups: Array.from(byGroup.values(), without),
    raters: Array.from(active, (by) => without(lostWith[by] as Sums)),
  };
  return { ...boundByGroups(value, left, level), ...counts };
}

function sumPairs(pairs: ReturnType<PairsOf>): Sums {
  const sums = emptySums();
  for (const [x, y, weight] of pairs) {
    sums.n += weight;
    sums.x += weight * x;
    sums.y += weight * y;
    sums.xx += weight * x * x;
    sums.yy += weight * y * y;
    sums.apart += weight * (x - y) ** 2;
  }
  return sums;
}

const emptySums = (): Sums => ({ n: 0, x: 0, y: 0, xx: 0, yy: 0, apart: 0 });

function add(sums: Sums, more: Sums, sign: 1 | -1): void {
  for (const name of ["n", "x", "y", "xx", "yy", "apart"] as const) sums[name] += sign * more[name];
}

/** Squares of distances need no table of categories: what is expected follows from means and squares of both sides. */
function kappaFrom({ n, x, y, xx, yy, apart }: Sums): number {
  const expected = xx / n + yy / n - (2 * x * y) / n ** 2;
  return !(n > 1e-9) || expected < 1e-12 ? NaN : 1 - apart / n / expected;
}
