import type { TaskKind } from "#lib/task-kinds/kind.ts";
import type { LabelValue } from "#lib/task-kinds/label/form.ts";
import { optionAnswer } from "#lib/task-kinds/options/answer.ts";

/** Something written gets one of some labels, which stand in one order for everybody. */
export const label: TaskKind<LabelValue> = { ...optionAnswer, beginsUnfolded: true };
