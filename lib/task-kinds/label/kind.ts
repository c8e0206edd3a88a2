import type { TaskKind } from "#lib/task-kinds/kind.ts";
import type { CodesValue } from "#lib/task-kinds/label/value.ts";

/** Something written gets all codes of a book that fit, or none of them. */
export const codes: TaskKind<CodesValue> = {
  nothing: { codes: null },
  decide: (value) => value.codes?.toString() ?? null,
  listMissing: (value) => (value.codes === null ? ["choice"] : []),
  beginsUnfolded: true,
  decidingField: "code",
};
