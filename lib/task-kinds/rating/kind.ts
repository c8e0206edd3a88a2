import type { TaskKind } from "#lib/task-kinds/kind.ts";
import { optionAnswer } from "#lib/task-kinds/options/answer.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";

/** Something written is rated: one of the points of a scale, which are the same for everybody and stand in their order. */
export const rating: TaskKind<OptionValue> = { ...optionAnswer, beginsUnfolded: true };
