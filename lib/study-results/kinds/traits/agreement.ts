import { krippendorffAlpha } from "#lib/metrics/agreement/krippendorff-alpha.ts";
import type { UndefinedReason } from "#lib/metrics/measure.ts";
import { memoize } from "#lib/study-results/rows/memoize.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { viewKey, type View } from "#lib/study-results/schema.ts";
import { readProfiles } from "#lib/study-results/kinds/traits/found.ts";
import { traitNames, type TraitName } from "#lib/task-kinds/traits/profile.ts";

export type TraitAgreement = {
  trait: TraitName;
  /** How often it was low, neutral and high. */
  counts: readonly number[];
  answers: number;
  raters: number;
  cases: number;
  /** Krippendorff’s, of ordered levels. */
  alpha: number | null;
  reason: UndefinedReason | null;
};

/** How far those who judged the same answers agree on each trait. */
export function computeTraitAgreement(rows: StudyRows, view: View): readonly TraitAgreement[] {
  return memoize(rows, `traits agreement ${viewKey(view)}`, () => {
    const { byCase } = readProfiles(rows, view);
    const judged = byCase.filter((found) => found.length > 0);
    const people = [...new Set(judged.flatMap((found) => found.map(({ person }) => person)))];
    const placeOf = new Map(people.map((person, place) => [person, place]));
    return traitNames.map((trait, at) => {
      const ratings = people.map(() => new Array<number | null>(judged.length).fill(null));
      const counts = [0, 0, 0];
      for (const [item, found] of judged.entries())
        for (const { person, levels } of found) {
          const [row, level = 0] = [ratings[placeOf.get(person) ?? 0], levels[at]];
          if (row) row[item] = level;
          counts[level] = (counts[level] ?? 0) + 1;
        }
      return {
        trait,
        counts,
        answers: counts.reduce((sum, one) => sum + one, 0),
        raters: people.length,
        cases: judged.length,
        ...krippendorffAlpha(ratings, "ordinal"),
      };
    });
  });
}
