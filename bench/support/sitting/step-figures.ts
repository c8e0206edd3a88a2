import type { Figure } from "#bench/support/figure.ts";
import type { Step, TimedEvent } from "#bench/support/sitting/watch-page.ts";
import { median, quantile } from "#bench/support/timing.ts";

/** Shorter ones are not told, and times come in steps of 8 ms. */
const LEAST_TOLD_MS = 16;

/**
 * What the browser's event timing says of a step: the longest of the events that make one press, from the event to
 * the next paint.
 */
export function eventTimeOf({ at }: Step, events: readonly TimedEvent[]): number {
  const own = events.filter((event) => Math.abs(event.at - at) < 1);
  const presses = new Set(own.map(({ interaction }) => interaction).filter((press) => press > 0));
  const alike = events.filter((event) => presses.has(event.interaction));
  return Math.max(LEAST_TOLD_MS, ...own.map(({ duration }) => duration), ...alike.map((one) => one.duration));
}

export function describeSteps(
  what: string,
  steps: readonly Step[],
  events: readonly TimedEvent[],
  limit: number,
): Figure[] {
  const told = steps.map((step) => eventTimeOf(step, events));
  const fine = steps.map(({ at, painted }) => painted - at);
  const late = steps.filter(({ frame }) => frame > 1).length;
  return [
    { what: `${what}, by event timing (steps of 8 ms)`, value: quantile(told, 0.95), unit: "ms", limit },
    { what: "  half of them within", value: median(told), unit: "ms" },
    { what: "  the slowest", value: Math.max(...told), unit: "ms" },
    {
      what: "  until the main thread is through with the frame",
      value: quantile(fine, 0.95),
      unit: "ms",
      limit,
    },
    { what: "  half of them within", value: median(fine), unit: "ms" },
    { what: "  the slowest", value: Math.max(...fine), unit: "ms" },
    { what: "  not in the first frame", value: late, unit: "", limit: 0 },
    { what: "  times it was done", value: steps.length, unit: "" },
  ];
}
