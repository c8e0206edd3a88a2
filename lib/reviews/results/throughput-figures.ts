import { finishIn, paceOf, type Forecast } from "#lib/metrics/review/throughput.ts";
import type { ReviewRows } from "#lib/reviews/results/rows.ts";

export type ThroughputFigures = {
  /** Whole days back from the moment asked for, the oldest first: 24 hours each, since a team sits in many time zones. */
  readonly days: readonly { readonly until: number; readonly decisions: number; readonly checks: number }[];
  readonly decisionsPerHour: number | null;
  readonly checksPerHour: number | null;
  readonly left: { readonly decisions: number; readonly checks: number };
  readonly decisionsDone: Forecast;
  readonly checksDone: Forecast;
};

const dayMs = 24 * 60 * 60_000;
const maxDays = 14;

/**
 * How fast the last days went, and when all will be done at that. Checks to come are those that are drawn already: how many
 * more there will be follows from accuracies to come.
 */
export function throughputFigures({ decisions, items, review }: ReviewRows, now: number): ThroughputFigures {
  const decided = decisions.map(({ givenAt }) => givenAt);
  const checked: number[] = [];
  for (const { check, second } of decisions) {
    if (check) checked.push(check.givenAt);
    if (second) checked.push(second.givenAt);
  }
  const open = Math.min(maxDays, Math.floor((now - review.openedAt.getTime()) / dayMs));
  const count = Math.max(0, open);
  const [decidedIn, checkedIn] = [countByDay(decided, now, count), countByDay(checked, now, count)];
  const days = Array.from({ length: count }, (_, i) => ({
    until: now - (count - 1 - i) * dayMs,
    decisions: decidedIn[i] ?? 0,
    checks: checkedIn[i] ?? 0,
  }));
  const left = { decisions: items.length, checks: 0 };
  for (const { item, round, isDrawn, isDrawnTwice, check, second } of decisions) {
    if (items[item]?.round !== round) continue;
    left.decisions -= 1;
    left.checks += Number(isDrawn && !check) + Number(isDrawn && isDrawnTwice && !second);
  }
  return {
    days,
    left,
    decisionsPerHour: paceOf(decided).perHour,
    checksPerHour: paceOf(checked).perHour,
    decisionsDone: finishIn(
      left.decisions,
      days.map((day) => day.decisions),
    ),
    checksDone: finishIn(
      left.checks,
      days.map((day) => day.checks),
    ),
  };
}

/** The oldest day first. */
function countByDay(times: readonly number[], now: number, days: number): number[] {
  const counts = Array.from({ length: days }, () => 0);
  for (const time of times) {
    const place = days - 1 - Math.floor((now - time) / dayMs);
    if (place >= 0 && place < days) counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts;
}
