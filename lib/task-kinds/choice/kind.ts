import type { TaskKind } from "#lib/task-kinds/kind.ts";
import { optionAnswer } from "#lib/task-kinds/options/answer.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";

/** One of several candidates said it. */
export const choice: TaskKind<OptionValue> = optionAnswer;
