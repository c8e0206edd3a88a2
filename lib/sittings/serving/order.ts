import { orderBySeed } from "#lib/seeds/seeded-order.ts";
import { byGroup, spreadGroups } from "#lib/sittings/serving/groups.ts";
import { bringAgain, shareOut, type Step } from "#lib/sittings/serving/repeats.ts";
import type { Assignment } from "#lib/studies/schema.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

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
export type LaidCase<C> = {
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
): LaidCase<C>[] {
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
      optionOrder: serverKindOf(item.kind).layOut(item.optionCount, optionOrder, seed, name),
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
