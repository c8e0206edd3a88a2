import { ContraryQuestion } from "#components/task-kinds/options/contrary-question.tsx";
import { findContrary, type ContraryChoice } from "#components/task-kinds/options/contrary.ts";
import { ProbabilityFields } from "#components/task-kinds/options/probability-fields.tsx";
import type { KindAsking } from "#components/task-kinds/kind.ts";

export const optionAsking: KindAsking<ContraryChoice> = {
  EachConfidence: ProbabilityFields,
  findDoubt: findContrary,
  DoubtQuestion: ContraryQuestion,
};
