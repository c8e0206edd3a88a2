import { traitLevels, traits, type TraitProfile } from "#lib/metrics/scores/personality-similarity.ts";
import { commonLevel } from "#lib/metrics/scores/trait-levels.ts";
import { tied } from "#lib/task-kinds/traits/decoded.ts";
import { encodeLevels } from "#lib/task-kinds/traits/profile.ts";

/** Five levels as the metrics take them; a tie is neutral. */
export const profileOf = (levels: readonly number[]): TraitProfile =>
  Object.fromEntries(
    traits.map((trait, at) => [trait, levels[at] === tied ? "neutral" : traitLevels[levels[at] ?? -1]]),
  );

/** What most of several runs found of each trait, as one number. */
export function commonCode(runs: readonly (readonly number[])[]): number {
  return encodeLevels(
    traits.map((_, at) => {
      const found = runs.map((levels) => traitLevels[levels[at] ?? 1] ?? "neutral");
      const { level, isTie } = commonLevel(found);
      return isTie || level === null ? tied : traitLevels.indexOf(level);
    }),
  );
}
