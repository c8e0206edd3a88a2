import type { ComponentType } from "react";
import type { FeedbackProps } from "#components/task-kinds/kind.ts";
import { PracticeFeedback } from "#components/task-kinds/options/practice-feedback.tsx";
import type { KindName } from "#lib/task-kinds/registry.ts";

const kinds: Record<KindName, ComponentType<FeedbackProps>> = { choice: PracticeFeedback };

/** Only for practice: nothing else ever tells what is right. */
export const feedbackOf = (kind: KindName): ComponentType<FeedbackProps> => kinds[kind];
