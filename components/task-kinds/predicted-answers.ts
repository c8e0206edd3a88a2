import type { ComponentType } from "react";
import { FoundCodes } from "#components/task-kinds/label/codes-of-case.tsx";
import type { PredictedAnswerProps } from "#components/task-kinds/kind.ts";
import { PredictedAnswer } from "#components/task-kinds/options/predicted-answer.tsx";
import { GivenRating } from "#components/task-kinds/rating/given-rating.tsx";
import { FoundTraits } from "#components/task-kinds/traits/staff-notes.tsx";
import type { KindName } from "#lib/task-kinds/registry.ts";

/** What a run answered, on the page of a case in its benchmark. */
export const predictedAnswers: Record<KindName, ComponentType<PredictedAnswerProps>> = {
  choice: PredictedAnswer,
  texts: PredictedAnswer,
  rating: GivenRating,
  pair: PredictedAnswer,
  traits: FoundTraits,
  label: PredictedAnswer,
  codes: FoundCodes,
};
