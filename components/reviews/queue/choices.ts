import type { Choices } from "#components/reviews/queue/words.ts";
import { sayIn, type ReviewLanguage, type ReviewSettings } from "#lib/reviews/plan/schema.ts";

/** What can be said of an item, in the reader's language. */
export const choicesOf = (
  { decisions, errorTypes }: Pick<ReviewSettings, "decisions" | "errorTypes">,
  language: ReviewLanguage,
): Choices => ({
  accept: sayIn(decisions.acceptWord, language),
  reasons: decisions.reasons.map(({ key, words, group }) => ({
    key,
    label: sayIn(words, language),
    group: group ? sayIn(group, language) : null,
  })),
  errorTypes: errorTypes.map(({ key, words }) => ({ key, label: sayIn(words, language), group: null })),
});
