import { labelOf, formatDecision, type Choices, type QueueWords } from "#components/reviews/queue/words.ts";
import { fill } from "#components/sitting/words.ts";
import type { ShownCheck } from "#lib/reviews/queue/schema.ts";

/** What a check says: right; or wrong, how, and what would have been right. */
export function formatCheck(check: ShownCheck, choices: Choices, words: QueueWords["said"]): string {
  if (check.isRight) return words.right;
  const corrected = { accepts: check.correctedAccepts === true, reason: check.correctedReason };
  return fill(words.wrong, {
    error: labelOf(choices.errorTypes, check.errorType),
    instead: formatDecision(corrected, choices, words),
  });
}
