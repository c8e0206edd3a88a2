import { ContraryQuestion } from "#components/task-kinds/options/contrary-question.tsx";
import { findContrary, type Contrary } from "#components/task-kinds/options/contrary.ts";
import { ProbabilityFields } from "#components/task-kinds/options/probability-fields.tsx";
import type { KindAsking } from "#components/task-kinds/kind.ts";

export const optionAsking: KindAsking<Contrary> = {
  EachConfidence: ProbabilityFields,
  findDoubt: findContrary,
  DoubtQuestion: ContraryQuestion,
};
