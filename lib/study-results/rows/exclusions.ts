import type { Rules } from "#lib/studies/schema.ts";
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

type HasteRule = NonNullable<Rules["haste"]>;

type Pace = {
  /** Active time of each counted case with a choice, where the participant's device measured it. */
  times: readonly number[];
  /** The server's time from the start of the sitting to each of these cases' first choice. */
  arrivals: readonly number[];
};

/** Whether more than the share of the cases took too little time, by the device or, where the plan asks it, by the server. */
export const isHasty = ({ times, arrivals }: Pace, { seconds, share, byServer }: HasteRule): boolean =>
  isMore(countFast(times, seconds), times, share) ||
  (byServer === true && isMore(countUnaffordable(arrivals, seconds), arrivals, share));

const isMore = (fast: number, of: readonly number[], share: number) =>
  of.length > 0 && fast > share * of.length;

export const countFast = (times: readonly number[], seconds: number): number =>
  times.filter((ms) => ms < seconds * 1000).length;

/**
 * The fewest cases that must have been fast, whatever a device claims: up to each arrival, only as many cases as the
 * time since the start has room for can have taken long enough. Answers kept offline arrive together, after that time.
 */
export function countUnaffordable(arrivals: readonly number[], seconds: number): number {
  const sorted = arrivals.toSorted((a, b) => a - b);
  return sorted.reduce((most, ms, i) => Math.max(most, i + 1 - Math.floor(ms / (seconds * 1000))), 0);
}

/** Cases that arrived sooner than that after the one before, the first after the start. */
export function countClose(arrivals: readonly number[], seconds: number): number {
  const sorted = arrivals.toSorted((a, b) => a - b);
  return sorted.filter((ms, i) => ms - (sorted[i - 1] ?? 0) < seconds * 1000).length;
}
