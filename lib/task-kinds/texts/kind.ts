import type { TaskKind } from "#lib/task-kinds/kind.ts";
import { optionAnswer } from "#lib/task-kinds/options/answer.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";

/** A question of the case's own, answered by one of several texts. */
export const texts: TaskKind<OptionValue> = optionAnswer;
