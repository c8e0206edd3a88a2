import type { TaskKind } from "#lib/task-kinds/kind.ts";
import { optionAnswer } from "#lib/task-kinds/options/answer.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";

/** Two texts side by side: the one is better, the other, or neither. */
export const pair: TaskKind<OptionValue> = optionAnswer;
