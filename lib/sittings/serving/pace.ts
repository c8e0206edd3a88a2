import { isLacking } from "#lib/sittings/answers/completeness.ts";
import type { AnswerValue, CaseQuestions } from "#lib/sittings/answers/schema.ts";

/** Fewer cases say little about somebody's pace. */
export const leastCases = 5;
const minute = 60_000;

/**
 * About how many minutes the rest takes: the median active time of the cases answered so far, for each that is left.
 * Null before there are enough, and once nothing is left.
 */
export function estimateMinutes(
  progress: readonly { answer: AnswerValue | null; asked: CaseQuestions }[],
): number | null {
  const open = progress.filter(isLacking);
  const times = progress
    .filter((one) => !open.includes(one))
    // Without a script no time is known.
    .flatMap(({ answer }) => (answer && answer.activeMs > 0 ? [answer.activeMs] : []))
    .sort((a, b) => a - b);
  if (times.length < leastCases || open.length === 0) return null;
  const middle = times.length / 2;
  const median = ((times[Math.ceil(middle) - 1] ?? 0) + (times[Math.floor(middle)] ?? 0)) / 2;
  return Math.max(1, Math.round((median * open.length) / minute));
}

/** What is known of somebody at work without a break, each time they turn to another case. */
export type WorkStretch = {
  /** Active time in all when it began, or when a break was last offered. */
  from: number;
  /** The last turn: when it was, and how much active time there was in all. */
  turnedAt: number;
  activeThen: number;
};

const aBreak = 3 * minute;

/** Whoever was away for a while begins a new stretch; a break is due after so many active minutes of one. */
export function turnStretch(
  { from, turnedAt, activeThen }: WorkStretch,
  { at, activeMs, minutes }: { at: number; activeMs: number; minutes: number },
): { stretch: WorkStretch; isDue: boolean } {
  const wasAway = at - turnedAt - (activeMs - activeThen) >= aBreak;
  const isDue = !wasAway && activeMs - from >= minutes * minute;
  return {
    stretch: { from: wasAway || isDue ? activeMs : from, turnedAt: at, activeThen: activeMs },
    isDue,
  };
}
