import { setTimeout as delay } from "node:timers/promises";
import type { FailedCall } from "#lib/model-calls/schema.ts";

type Limits = { callsPerMinute: number | null; tokensPerMinute: number | null };

const minuteMs = 60_000;

/** Spreads calls evenly over the minute, so that a limit of the endpoint's is kept from its first second on. */
export class Pace {
  readonly #limits: Limits;
  readonly #now: () => number;
  #callsFrom = 0;
  #tokensFrom = 0;

  constructor(limits: Limits, now: () => number = () => performance.now()) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Takes the next place for a call of so many tokens; returns how long it has to wait for it. */
  reserve(tokens: number): number {
    const now = this.#now();
    const { callsPerMinute, tokensPerMinute } = this.#limits;
    const at = Math.max(now, this.#callsFrom, this.#tokensFrom);
    if (callsPerMinute !== null) this.#callsFrom = at + minuteMs / callsPerMinute;
    if (tokensPerMinute !== null) this.#tokensFrom = at + (minuteMs * tokens) / tokensPerMinute;
    return at - now;
  }

  /** What a call took in truth, once that is known. */
  correct(expected: number, taken: number): void {
    const { tokensPerMinute } = this.#limits;
    if (tokensPerMinute !== null) this.#tokensFrom += (minuteMs * (taken - expected)) / tokensPerMinute;
  }

  async wait(tokens: number, signal: AbortSignal): Promise<void> {
    const ms = this.reserve(tokens);
    if (ms > 0) await delay(ms, undefined, { signal });
  }
}

const first = 1000;
const longest = 60_000;
const maxRetryAfterMs = 600_000;

/**
 * How long to wait, in milliseconds, after so many tries: anything up to a bound that doubles from a second to a minute, so
 * that calls that failed together don't come back together. What the server asked for comes on top, up to ten minutes.
 */
export function waitBeforeNext(
  tries: number,
  { retryAfterMs }: Pick<FailedCall, "retryAfterMs">,
  random: () => number,
  scale = 1,
): number {
  const bound = Math.min(longest, first * 2 ** (Math.max(1, tries) - 1));
  const asked = Math.min(Math.max(0, retryAfterMs ?? 0), maxRetryAfterMs);
  return (asked + random() * bound) * scale;
}

/** "120", or a date, as milliseconds from now; null for anything else. */
export function readRetryAfter(value: string | null, now: number): number | null {
  const given = value?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(given)) return Math.min(Number(given) * 1000, Number.MAX_SAFE_INTEGER);
  // Only a date of HTTP: Date.parse makes a year out of almost anything.
  if (!/^[A-Za-z]{3,9},? \d/.test(given) && !/^[A-Za-z]{3} [A-Za-z]{3} /.test(given)) return null;
  const at = Date.parse(given);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
