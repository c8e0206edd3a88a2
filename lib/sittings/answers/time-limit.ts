type TimedSitting = { startedAt: Date | null; timeAllowanceMs: number | null };

/** Answers that were given in time are still under way when it is over; and no two clocks agree. */
export const graceMs = 120_000;

/** Null without a limit; 0 once the time is over. By the clock on the wall, from the beginning on. */
export function msLeftOf({ startedAt, timeAllowanceMs }: TimedSitting, now = Date.now()): number | null {
  if (timeAllowanceMs === null || startedAt === null) return null;
  return Math.max(0, startedAt.getTime() + timeAllowanceMs - now);
}

/** Whether an answer comes too late. */
export function isTimeOver({ startedAt, timeAllowanceMs }: TimedSitting, now = Date.now()): boolean {
  if (timeAllowanceMs === null || startedAt === null) return false;
  return now > startedAt.getTime() + timeAllowanceMs + graceMs;
}
