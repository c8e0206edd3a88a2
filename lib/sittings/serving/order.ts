import { orderBySeed } from "#lib/seeds/seeded-order.ts";
import type { Assignment } from "#lib/studies/schema.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { answerKindOf } from "#lib/task-kinds/answer-registry.ts";

/** A case of the plan, with what its place may depend on: names, so that ids and the order of rows don't matter. */
export type PlannedCase = {
  track: string;
  trackPosition: number;
  key: string;
  kind: KindName;
  position: number;
  optionCount: number;
  /** Cases of one scenario or person have the same. */
  group: string | null;
};
/** A case as one participant gets it. `optionOrder`: which option of the case stands first, second, … */
export type CasePlacement<C> = {
  position: number;
  case: C;
  optionOrder: number[];
  /** Where the same case stood before, if it comes again. */
  repeats: number | null;
};
export type PlannedSitting<C> = { cell: readonly C[]; attention: readonly C[]; practice: readonly C[] };
type Orders = Pick<Assignment, "caseOrder" | "optionOrder"> & {
  /** How many cases come again. */
  repeats?: number | undefined;
};

/**
 * Practice first, then the cases with the attention checks spread among them. Cases of one kind come in one stretch, kinds
 * in the order of their first tracks; some of the first half of a stretch come again in its second.
 */
export function layOut<C extends PlannedCase>(
  { cell, attention, practice }: PlannedSitting<C>,
  seed: bigint,
  { caseOrder, optionOrder, repeats = 0 }: Orders,
): CasePlacement<C>[] {
  const ordered = (cases: readonly C[], part: string) => {
    if (caseOrder === "fixed") return cases.toSorted(byPlan);
    const drawn = orderBySeed(cases, seed, (item) => `${part}\n${nameOf(item)}`);
    if (caseOrder === "spread") return spreadGroups(drawn, groupOf);
    return caseOrder === "by_group" ? byGroup(drawn, groupOf) : drawn;
  };
  const laid = [
    ordered(practice, "practice"),
    ordered(cell, "case"),
    ordered(attention, "attention"),
  ] as const;
  const kinds = [...new Set([cell, attention, practice].flatMap(listKinds))];
  const of = (cases: readonly C[], kind: KindName) => cases.filter((item) => item.kind === kind);
  const [practised, counting, checks] = laid;
  const stretches = kinds.map((kind) => of(counting, kind));
  const again = shareOut(repeats, stretches);
  const once = (cases: readonly C[]) => cases.map((item): Step<C> => ({ item, isAgain: false }));
  const sequence = [
    ...kinds.flatMap((kind) => once(of(practised, kind))),
    ...kinds.flatMap((kind, at) => {
      const stretch = stretches[at] ?? [];
      const half = stretch.slice(0, Math.floor(stretch.length / 2));
      const chosen = orderBySeed(half, seed, (item) => `again\n${nameOf(item)}`).slice(0, again[at]);
      return spread(
        bringAgain(stretch, new Set(chosen), caseOrder === "spread" ? groupOf : nameOf),
        once(of(checks, kind)),
      );
    }),
  ];
  const places = new Map<C, number>();
  sequence.forEach(({ item }, i) => places.set(item, places.get(item) ?? i + 1));
  return sequence.map(({ item, isAgain }, i) => {
    const name = isAgain ? `${nameOf(item)}\nagain` : nameOf(item);
    return {
      position: i + 1,
      case: item,
      optionOrder: answerKindOf(item.kind).layOut(item.optionCount, optionOrder, seed, name),
      repeats: isAgain ? (places.get(item) ?? null) : null,
    };
  });
}

const listKinds = (cases: readonly PlannedCase[]): KindName[] => [
  ...new Set(cases.toSorted((a, b) => a.trackPosition - b.trackPosition).map(({ kind }) => kind)),
];

const groupOf = ({ track, key, group }: PlannedCase) =>
  JSON.stringify(group === null ? [track, key] : [group]);

const nameOf = ({ track, key }: PlannedCase) => `${track}\n${key}`;

function byPlan(a: PlannedCase, b: PlannedCase): number {
  return (
    a.trackPosition - b.trackPosition ||
    a.position - b.position ||
    (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
  );
}

/** Evenly, never first or last, where there are cases enough for that. */
function spread<C>(cases: readonly C[], checks: readonly C[]): C[] {
  const gaps = Math.min(cases.length, checks.length + 1);
  const sequence: C[] = [];
  let placed = 0;
  cases.forEach((item, i) => {
    sequence.push(item);
    for (; placed < checks.length && gapAfter(placed) === i + 1; placed++) sequence.push(checks[placed] as C);
  });
  return [...sequence, ...checks.slice(placed)];

  function gapAfter(check: number): number {
    const even = Math.round(((check + 1) * cases.length) / (checks.length + 1));
    return gaps < 2 ? cases.length : Math.min(cases.length - 1, Math.max(1, even));
  }
}

/** All of a group in one stretch, in the order in which groups, and then their cases, come. */
const byGroup = <C>(cases: readonly C[], groupOf: (item: C) => string): C[] =>
  [...Map.groupBy(cases, groupOf).values()].flat();

/**
 * No two of a group in succession: each place takes the first case of another group than the one before, unless so many of
 * one group are left that only that one may come now. Where a group has more than half of all, its last ones meet.
 */
function spreadGroups<C>(cases: readonly C[], groupOf: (item: C) => string): C[] {
  const left = [...cases];
  const counts = new Map<string, number>();
  for (const item of cases) counts.set(groupOf(item), (counts.get(groupOf(item)) ?? 0) + 1);
  const spread: C[] = [];
  let last: string | null = null;
  while (left.length > 0) {
    const due = [...counts].find(([group, count]) => group !== last && count * 2 > left.length)?.[0];
    const wanted = left.findIndex((item) =>
      due === undefined ? groupOf(item) !== last : groupOf(item) === due,
    );
    const [item] = left.splice(Math.max(0, wanted), 1) as [C];
    last = groupOf(item);
    counts.set(last, (counts.get(last) ?? 0) - 1);
    spread.push(item);
  }
  return spread;
}

/** A case where it stands in a sitting, for the first time or again. */
type Step<C> = { item: C; isAgain: boolean };

/** How many of each stretch come again: by its share of all cases, and of none more than the half that they are chosen from. */
function shareOut(repeats: number, stretches: readonly (readonly unknown[])[]): number[] {
  const all = stretches.reduce((sum, { length }) => sum + length, 0);
  const shares = stretches.map(({ length }) => (all === 0 ? 0 : (repeats * length) / all));
  const given = shares.map((share, at) => Math.min(Math.floor(share), maxAgain(stretches[at])));
  for (let left = repeats - given.reduce((sum, one) => sum + one, 0); left > 0; left--) {
    const open = given.flatMap((count, at) => (count < maxAgain(stretches[at]) ? [at] : []));
    const [next] = open.sort((a, b) => lack(b) - lack(a) || a - b);
    if (next === undefined) break;
    given[next] = (given[next] ?? 0) + 1;
  }
  return given;

  function lack(at: number): number {
    return (shares[at] ?? 0) - (given[at] ?? 0);
  }
}

const maxAgain = (stretch: readonly unknown[] = []): number => Math.floor(stretch.length / 2);

/**
 * Each chosen case once more, half a stretch after its first showing; where one of its like stands beside that place, at
 * the next one that has none beside it, or else at the last one before.
 */
function bringAgain<C>(
  stretch: readonly C[],
  chosen: ReadonlySet<C>,
  likeOf: (item: C) => string,
): Step<C>[] {
  const half = Math.ceil(stretch.length / 2);
  const after = stretch.map((): C[] => []);
  stretch.forEach((item, at) => {
    if (!chosen.has(item)) return;
    const late = stretch.map((_, place) => place).slice(at + 1);
    const places = [...late.slice(half - 1), ...late.slice(0, half - 1).reverse()];
    const isFree = (place: number) =>
      ![after[place]?.at(-1) ?? stretch[place], stretch[place + 1]].some(
        (beside) => beside !== undefined && likeOf(beside) === likeOf(item),
      );
    after[places.find(isFree) ?? at + half]?.push(item);
  });
  return stretch.flatMap((item, at) => [
    { item, isAgain: false },
    ...(after[at] ?? []).map((again) => ({ item: again, isAgain: true })),
  ]);
}
