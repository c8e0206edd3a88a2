import type { TaskKind } from "#lib/task-kinds/kind.ts";
import type { CodesValue, LabelValue } from "#lib/task-kinds/label/value.ts";
import { optionAnswer } from "#lib/task-kinds/options/answer.ts";

/** Something written gets one of some labels, which stand in one order for everybody. */
export const label: TaskKind<LabelValue> = { ...optionAnswer, beginsUnfolded: true };

/** It gets all codes of a book that fit, or none of them. */
export const codes: TaskKind<CodesValue> = {
  nothing: { codes: null },
  decide: (value) => value.codes?.toString() ?? null,
  listMissing: (value) => (value.codes === null ? ["choice"] : []),
  beginsUnfolded: true,
  decidingField: "code",
};
