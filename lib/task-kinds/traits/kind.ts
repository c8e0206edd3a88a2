import type { TaskKind } from "#lib/task-kinds/kind.ts";
import { codeOf, levelsOf, ofTraits, traitNames, type TraitsValue } from "#lib/task-kinds/traits/profile.ts";

/** Five traits of whoever gave a set of answers, each low, neutral or high. */
export const traits: TaskKind<TraitsValue> = {
  nothing: ofTraits(() => null),
  // Of a profile that isn't whole yet, what there is of it: it fits no right answer.
  decide: (value) => String(codeOf(value) ?? levelsOf(value)).replace(/^,+$/, "") || null,
  listMissing: (value) => (codeOf(value) === null ? ["choice"] : []),
  beginsUnfolded: true,
  decidingField: traitNames[0],
};
