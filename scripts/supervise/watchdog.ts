import { beatMs } from "#scripts/process/beat.mjs";

/** A process reads its modules and is busy with nothing else before it beats for the first time. */
const firstBeatSeconds = 90;

/** Notices when a process says nothing any more. */
export class Watchdog {
  readonly #limitMs: number;
  readonly #onSilence: (ms: number) => void;
  readonly #timer: NodeJS.Timeout;
  #heardAt: number;
  #lookedAt: number;
  #hasBeaten = false;

  constructor(
    { seconds, onSilence }: { seconds: number; onSilence: (ms: number) => void },
    now = performance.now(),
  ) {
    this.#limitMs = seconds * 1000;
    this.#onSilence = onSilence;
    this.#heardAt = this.#lookedAt = now;
    this.#timer = setInterval(() => this.look(), beatMs).unref();
  }

  hear(now = performance.now()): void {
    this.#heardAt = now;
    this.#hasBeaten = true;
  }

  /** Where this process itself was asleep, with the machine or alone, the others were not heard either: they get their time anew. */
  look(now = performance.now()): void {
    const wasAsleep = now - this.#lookedAt > 3 * beatMs;
    this.#lookedAt = now;
    if (wasAsleep) this.#heardAt = now;
    const limitMs = this.#hasBeaten ? this.#limitMs : Math.max(this.#limitMs, firstBeatSeconds * 1000);
    const silentMs = now - this.#heardAt;
    if (silentMs <= limitMs) return;
    this.stop();
    this.#onSilence(silentMs);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#heardAt = Infinity;
  }
}
