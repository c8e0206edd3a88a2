import type { AnswerKind } from "#lib/task-kinds/kind.ts";
import { codesAnswers, labelAnswers } from "#lib/task-kinds/label/answers.ts";
import { inOneOrder, optionAnswers } from "#lib/task-kinds/options/answers.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";
import { traitAnswers } from "#lib/task-kinds/traits/answers.ts";

const kinds: Record<KindName, AnswerKind> = {
  choice: optionAnswers,
  texts: optionAnswers,
  rating: { ...optionAnswers, layOut: inOneOrder },
  pair: {
    ...optionAnswers,
    // The tie stays last.
    layOut: (_options, order, seed, name) => [...optionAnswers.layOut(2, order, seed, name), 2],
  },
  traits: traitAnswers,
  label: labelAnswers,
  codes: codesAnswers,
};

export const answerKindOf = (name: KindName): AnswerKind => kinds[name];
