/** How often something may fail before it is given up: a few times a minute, with longer and longer pauses. */
export class RestartBackoff {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #giveUp: () => void;
  #failures: number[] = [];

  constructor(giveUp: () => void, { limit = 5, windowMs = 60_000 } = {}) {
    this.#giveUp = giveUp;
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  /** How long to wait before the next attempt; null when there is none. */
  next(now = performance.now()): number | null {
    this.#failures = [...this.#failures.filter((at) => now - at < this.#windowMs), now];
    if (this.#failures.length > this.#limit) {
      this.#giveUp();
      return null;
    }
    return 125 * 2 ** this.#failures.length;
  }
}
