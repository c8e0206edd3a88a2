import type { ComponentType } from "react";
import type { FeedbackProps } from "#components/task-kinds/kind.ts";
import { PracticeFeedback } from "#components/task-kinds/options/practice-feedback.tsx";
import type { KindName } from "#lib/task-kinds/registry.ts";

/** Only for practice: nothing else ever tells what is right. */
export const feedbacks: Record<KindName, ComponentType<FeedbackProps>> = {
  choice: PracticeFeedback,
  texts: PracticeFeedback,
};
