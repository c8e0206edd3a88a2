import { setTimeout as delay } from "node:timers/promises";

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
