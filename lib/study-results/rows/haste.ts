import type { Rules } from "#lib/studies/schema.ts";

type HasteRule = NonNullable<Rules["haste"]>;

export type Pace = {
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
