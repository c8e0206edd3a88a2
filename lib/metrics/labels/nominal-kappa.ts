import { boundByGroups } from "#lib/metrics/grouped/group-jackknife.ts";
import { requirePlaces, requireSize } from "#lib/metrics/input-error.ts";
import { unbounded, type Bounded } from "#lib/metrics/measure.ts";
import { defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";

/** Labels, each by its rater and its case, numbered from 0; at most one of a rater on a case. */
export type CaseLabels = {
  readonly raters: number;
  readonly cases: number;
  readonly labels: number;
  readonly rater: Int32Array;
  readonly case: Int32Array;
  readonly label: Int32Array;
  /** By case: the group it belongs to. */
  readonly groupOf: Int32Array;
};

type Pair = readonly [one: number, other: number, weight: number];
type Tally = { pairs: number; cases: number; of: Float64Array };
type GivenLabel = { by: number; label: number };

/**
 * Cohen's kappa of a judge against one person: of every pair of the judge's label and a person's of the same case, each
 * case counting once. -1 is no label of the judge. Each group, and each rater, is left out once.
 */
export const labelKappaOfJudge = (given: CaseLabels, judge: ArrayLike<number>, level = defaultLevel) =>
  kappaOver(given, level, (own, at) => {
    const label = judge[at] ?? -1;
    return label < 0 ? [] : own.map((one) => [one.label, label, 1 / own.length]);
  });

/** The same of every two people who labelled the same case, so that the two can be compared. */
export const labelKappaOfPeople = (given: CaseLabels, level = defaultLevel) =>
  kappaOver(given, level, (own) =>
    own.flatMap((one, i) =>
      own.flatMap((other, j) =>
        i === j ? [] : [[one.label, other.label, 1 / (own.length * (own.length - 1))] as const],
      ),
    ),
  );

type PairsOf = (own: readonly GivenLabel[], at: number) => readonly Pair[];

function kappaOver(
  given: CaseLabels,
  level: number,
  pairsOf: PairsOf,
): Bounded & { pairs: number; cases: number } {
  const ofCase = listByCase(given);
  const { labels, raters, groupOf } = given;
  const empty = (): Tally => ({ pairs: 0, cases: 0, of: new Float64Array(labels * labels) });
  const all = empty();
  const byGroup = new Map<number, Tally>();
  const lostWith = Array.from({ length: raters }, empty);
  const active = new Set<number>();
  for (const [at, own] of ofCase.entries()) {
    const pairs = pairsOf(own, at);
    if (pairs.length === 0) continue;
    const group = byGroup.get(groupOf[at] as number) ?? empty();
    byGroup.set(groupOf[at] as number, group);
    for (const tally of [all, group]) add(tally, pairs, labels, 1);
    for (const { by } of own) {
      active.add(by);
      const lost = lostWith[by] as Tally;
      add(lost, pairs, labels, 1);
      const others = own.filter((one) => one.by !== by);
      add(lost, pairsOf(others, at), labels, -1);
    }
  }
  const counts = { pairs: all.pairs, cases: all.cases };
  if (all.pairs === 0)
    return { ...unbounded(null, given.label.length === 0 ? "no_items" : "no_pairs"), ...counts };
  const value = kappaFrom(all.of, labels);
  if (Number.isNaN(value)) return { ...unbounded(null, "one_category"), ...counts };
  const without = ({ of }: Tally) =>
    kappaFrom(
      all.of.map((sum, i) => sum - (of[i] as number)),
      labels,
    );
  const left = {
    groups: Array.from(byGroup.values(), without),
    raters: Array.from(active, (by) => without(lostWith[by] as Tally)),
  };
  return { ...boundByGroups(value, left, level), ...counts };
}

function listByCase({ raters, cases, rater, case: caseOf, label, labels }: CaseLabels): GivenLabel[][] {
  requireSize(caseOf.length, rater.length, "cases of labels");
  requireSize(label.length, rater.length, "labels");
  requirePlaces(rater, raters, "a rater");
  requirePlaces(caseOf, cases, "a case");
  requirePlaces(label, labels, "a label");
  const ofCase = Array.from({ length: cases }, (): GivenLabel[] => []);
  label.forEach((one, i) => ofCase[caseOf[i] as number]?.push({ by: rater[i] as number, label: one }));
  return ofCase;
}

function add(tally: Tally, pairs: readonly Pair[], labels: number, sign: 1 | -1): void {
  tally.pairs += sign * pairs.length;
  tally.cases += sign;
  for (const [one, other, weight] of pairs) {
    const place = one * labels + other;
    tally.of[place] = (tally.of[place] as number) + sign * weight;
  }
}

/** NaN where there is nothing left, or only one label. */
function kappaFrom(of: Float64Array, labels: number): number {
  const sum = (list: Iterable<number>) => [...list].reduce((all, one) => all + one, 0);
  const n = sum(of);
  const each = Array.from({ length: labels }, (_, label) => label);
  const row = each.map((one) => sum(each.map((other) => of[one * labels + other] as number)) / n);
  const column = each.map((other) => sum(each.map((one) => of[one * labels + other] as number)) / n);
  const same = sum(each.map((one) => of[one * labels + one] as number)) / n;
  const byChance = sum(each.map((one) => (row[one] as number) * (column[one] as number)));
  return !(n > 1e-9) || byChance > 1 - 1e-12 ? NaN : (same - byChance) / (1 - byChance);
}
