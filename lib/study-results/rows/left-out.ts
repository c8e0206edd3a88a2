import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { exclusionReasons, type ExclusionReason, type View } from "#lib/study-results/schema.ts";
import { isCounted } from "#lib/study-results/rows/selection.ts";

export type AllLeftOut = {
  people: number;
  /** Each that holds of somebody; somebody may be left out for several. */
  reasons: readonly { reason: ExclusionReason; people: number }[];
};

/** Whom a rule or an admin leaves out of a view that would count them. */
export const listLeftOut = (rows: StudyRows, view: View): StudyRows["people"] =>
  rows.people.filter(
    (person) => isCounted(person, { ...view, excluded: "with" }) && !isCounted(person, view),
  );

/** Why nobody counts, where everybody whom the view is about is left out; null where somebody isn't, or nobody is there. */
export function findAllLeftOut(rows: StudyRows, view: View): AllLeftOut | null {
  if (view.excluded === "with") return null;
  const people = listLeftOut(rows, view);
  if (people.length === 0 || rows.people.some((person) => isCounted(person, view))) return null;
  const countOf = (reason: ExclusionReason) =>
    people.filter(({ exclusions }) => exclusions.some((exclusion) => exclusion.reason === reason)).length;
  return {
    people: people.length,
    reasons: exclusionReasons
      .map((reason) => ({ reason, people: countOf(reason) }))
      .filter((left) => left.people > 0),
  };
}
