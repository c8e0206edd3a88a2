import { isInView } from "#lib/study-results/rows/selection.ts";
import type { CaseRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import type { View } from "#lib/study-results/schema.ts";

/** Who wrote what is held against the person's own answers; null where the benchmark doesn't say. */
export type Origin = { method: string | null; model: string | null };
/** The two sides of one person, by their places among the study's cases. */
export type SidePair = { group: string; origin: Origin; reference: number; generated: number };
export type Pairs = {
  pairs: readonly SidePair[];
  /** Cases that belong to no pair: no side or group is said, or the other side isn't in the study. */
  alone: number;
  /** Cases of people with several references, or with several cases of one origin: it can't be said which is meant. */
  several: number;
};

type CaseOnSide = { row: CaseRow; at: number };
const sideOf = ({ row }: CaseOnSide) => row.attributes?.["side"];

/** The cases of a view, paired by person. */
export function pairSides({ cases, tracks }: StudyRows, view: View): Pairs {
  const placed = cases.map((row, at) => ({ row, at })).filter(({ row }) => isInView(row, view, tracks));
  const groups = Map.groupBy(placed, ({ row }) =>
    row.group == null ? null : JSON.stringify([row.track, row.group]),
  );
  const origins = new Map<string, Origin>();
  const found: SidePair[] = [];
  let several = 0;
  for (const [group, own] of groups) {
    const references = own.filter((one) => sideOf(one) === "reference");
    const generated = own.filter((one) => sideOf(one) === "generated");
    const [reference] = references;
    if (group === null || !reference || generated.length === 0) continue;
    const byOrigin = Map.groupBy(generated, originKey);
    const twice = [...byOrigin.values()].filter((same) => same.length > 1).flat().length;
    several += references.length > 1 ? references.length + generated.length : twice;
    if (references.length > 1) continue;
    for (const [key, [one, other]] of byOrigin)
      if (one && !other)
        found.push({ group, origin: known(origins, key, one), reference: reference.at, generated: one.at });
  }
  const paired = new Set(found.flatMap(({ reference, generated }) => [reference, generated]));
  return { pairs: found, several, alone: placed.length - paired.size - several };
}

const originOf = ({ row: { attributes } }: CaseOnSide): Origin => ({
  method: attributes?.["method"] ?? null,
  model: attributes?.["model"] ?? null,
});
const originKey = (one: CaseOnSide): string => JSON.stringify(Object.values(originOf(one)));

/** The same object for the same origin. */
function known(origins: Map<string, Origin>, key: string, one: CaseOnSide): Origin {
  const origin = origins.get(key) ?? originOf(one);
  origins.set(key, origin);
  return origin;
}
