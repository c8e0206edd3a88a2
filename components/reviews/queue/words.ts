import type { AppConfig } from "next-intl";
import { fill } from "#components/sitting/words.ts";
import type { ShownCheck } from "#lib/reviews/queue/schema.ts";

type AllWords = AppConfig["Messages"]["queue"];
/** Handed in as they are, so that no page needs a translator in the browser. */
export type QueueWords = ReturnType<typeof pickWorkWords>;

/** What the page says on which one works: the others are drawn by the server. */
export const pickWorkWords = ({ mine: _, disputes: __, waiting: ___, ...words }: AllWords) => words;

export type Choice = { key: string; label: string; group: string | null };
/** What can be said of an item in this review, in the words of whoever works at it. */
export type Choices = {
  accept: string;
  reasons: readonly Choice[];
  errorTypes: readonly Choice[];
};
type Decision = { accepts: boolean; reason: string | null };

/** A decision in a few words; a reason that the review no longer has stands as it is stored. */
export function formatDecision(
  { accepts, reason }: Decision,
  choices: Choices,
  words: QueueWords["said"],
): string {
  if (accepts) return words.accepted.replace("{accept}", choices.accept);
  return words.rejected.replace("{reason}", labelOf(choices.reasons, reason));
}

export const labelOf = (all: readonly Choice[], key: string | null): string =>
  all.find((one) => one.key === key)?.label ?? key ?? "";

/** What a check says: right; or wrong, how, and what would have been right. */
export function formatCheck(check: ShownCheck, choices: Choices, words: QueueWords["said"]): string {
  if (check.isRight) return words.right;
  const corrected = { accepts: check.correctedAccepts === true, reason: check.correctedReason };
  return fill(words.wrong, {
    error: labelOf(choices.errorTypes, check.errorType),
    instead: formatDecision(corrected, choices, words),
  });
}

/** Why something wasn't taken; whatever has no words of its own is said in general. */
export const formatProblem = (problem: string, words: QueueWords["problems"]): string =>
  words[Object.hasOwn(words, problem) ? (problem as keyof typeof words) : "other"];
