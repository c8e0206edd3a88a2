import { codesFeedback } from "#components/task-kinds/label/feedback.tsx";
import type { KindFeedback } from "#components/task-kinds/kind.ts";
import { optionFeedback, unnamedFeedback } from "#components/task-kinds/options/practice-feedback.tsx";
import { traitsFeedback } from "#components/task-kinds/traits/feedback.tsx";
import type { KindName } from "#lib/task-kinds/registry.ts";

const kinds: Record<KindName, KindFeedback> = {
  choice: optionFeedback,
  texts: optionFeedback,
  rating: optionFeedback,
  pair: unnamedFeedback,
  traits: traitsFeedback,
  label: optionFeedback,
  codes: codesFeedback,
};

/** Only for practice: nothing else ever tells what is right. */
export const feedbackOf = (kind: KindName): KindFeedback => kinds[kind];
