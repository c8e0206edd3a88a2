import { boundByGroups } from "#lib/metrics/grouped/group-jackknife.ts";
import { unbounded, type Bounded } from "#lib/metrics/measure.ts";
import type { CaseRatings } from "#lib/metrics/ratings/rated-cases.ts";
import { defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";

export type KappaOfPairs = Bounded & { readonly pairs: number; readonly cases: number };

type Sums = { n: number; x: number; y: number; xx: number; yy: number; apart: number };

/**
 * Quadratic kappa of a judge against one person: of every pair of the judge's rating and a person's of the same case, each
 * case counting once. So it compares with `kappaOfPeople`, which is that of one person against another.
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
  { cases, case: caseOf, rating }: CaseRatings,
  groupOf: Int32Array,
  level: number,
  pairsOf: PairsOf,
): KappaOfPairs {
  const ofCase = Array.from({ length: cases }, (): number[] => []);
  rating.forEach((one, i) => ofCase[caseOf[i] as number]?.push(one));
  const all = emptySums();
  const byGroup = new Map<number, Sums>();
  const counts = { pairs: 0, cases: 0 };
  for (const [at, own] of ofCase.entries()) {
    const pairs = pairsOf(own, at);
    if (pairs.length === 0) continue;
    counts.pairs += pairs.length;
    counts.cases += 1;
    const group = byGroup.get(groupOf[at] as number) ?? emptySums();
    byGroup.set(groupOf[at] as number, group);
    for (const [x, y, weight] of pairs) {
      addPair(all, x, y, weight);
      addPair(group, x, y, weight);
    }
  }
  if (counts.pairs === 0)
    return { ...unbounded(null, rating.length === 0 ? "no_items" : "no_pairs"), ...counts };
  const value = kappaFrom(all);
  if (Number.isNaN(value)) return { ...unbounded(null, "one_category"), ...counts };
  const without = [...byGroup.values()].map((one) => kappaFrom(subtract(all, one)));
  return { ...boundByGroups(value, without, level), ...counts };
}

const emptySums = (): Sums => ({ n: 0, x: 0, y: 0, xx: 0, yy: 0, apart: 0 });

function addPair(sums: Sums, x: number, y: number, weight: number): void {
  sums.n += weight;
  sums.x += weight * x;
  sums.y += weight * y;
  sums.xx += weight * x * x;
  sums.yy += weight * y * y;
  sums.apart += weight * (x - y) ** 2;
}

const subtract = (all: Sums, one: Sums): Sums => ({
  n: all.n - one.n,
  x: all.x - one.x,
  y: all.y - one.y,
  xx: all.xx - one.xx,
  yy: all.yy - one.yy,
  apart: all.apart - one.apart,
});

/** Squares of distances need no table of categories: what is expected follows from means and squares of both sides. */
function kappaFrom({ n, x, y, xx, yy, apart }: Sums): number {
  const expected = xx / n + yy / n - (2 * x * y) / n ** 2;
  return expected < 1e-12 ? NaN : 1 - apart / n / expected;
}
