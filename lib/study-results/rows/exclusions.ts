import type { Rules } from "#lib/studies/schema.ts";
import { isHasty, type Pace } from "#lib/study-results/rows/haste.ts";
import type { Exclusion } from "#lib/study-results/schema.ts";

type Facts = {
  isSubmitted: boolean;
  /** Whether people may still answer: nobody who hasn't submitted has answered too little before the end. */
  isRunning: boolean;
  failedChecks: number;
  /** Whether every try at the questions after the instructions went wrong. */
  failedComprehension: boolean;
  pace: Pace;
  /** Of the counted cases that they were given; those they say they can't read are not answered. */
  answered: { count: number; of: number };
  byHand: { note: string } | null;
};

/** Why somebody is left out, by the rules that were frozen at opening and by hand; none where they count. */
export function findExclusions(facts: Facts, rules: Rules): Exclusion[] {
  const { failedChecks, haste, minAnswered = null, incomplete } = rules;
  const found: Exclusion[] = [];
  if (facts.byHand) found.push({ reason: "by_hand", note: facts.byHand.note });
  if (rules.comprehension === "exclude" && facts.failedComprehension)
    found.push({ reason: "failed_comprehension", note: null });
  if (failedChecks !== null && facts.failedChecks > failedChecks)
    found.push({ reason: "failed_checks", note: null });
  if (haste && isHasty(facts.pace, haste)) found.push({ reason: "haste", note: null });
  const isOver = facts.isSubmitted || !facts.isRunning;
  if (isOver && minAnswered !== null && facts.answered.count < minAnswered * facts.answered.of)
    found.push({ reason: "too_few_answers", note: null });
  if (incomplete && isOver && !facts.isSubmitted) found.push({ reason: "incomplete", note: null });
  return found;
}
