import type { Choices } from "#components/reviews/queue/words.ts";
import { textIn, type ReviewLanguage, type ReviewSettings } from "#lib/reviews/plan/schema.ts";

/** What can be said of an item, in the reader's language. */
export const choicesOf = (
  { decisions, errorTypes }: Pick<ReviewSettings, "decisions" | "errorTypes">,
  language: ReviewLanguage,
): Choices => ({
  accept: textIn(decisions.acceptWord, language),
  reasons: decisions.reasons.map(({ key, words, group }) => ({
    key,
    label: textIn(words, language),
    group: group ? textIn(group, language) : null,
  })),
  errorTypes: errorTypes.map(({ key, words }) => ({ key, label: textIn(words, language), group: null })),
});
