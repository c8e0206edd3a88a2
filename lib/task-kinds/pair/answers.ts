import type { AnswerKind } from "#lib/task-kinds/kind.ts";
import { optionAnswers } from "#lib/task-kinds/options/answers.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";

export const pairAnswers: AnswerKind<OptionValue> = {
  ...optionAnswers,
  // The tie stays last.
  layOut: (_options, order, seed, name) => [...optionAnswers.layOut(2, order, seed, name), 2],
};
