import { beatMs } from "#scripts/process/beat.mjs";

/** A process reads its modules and is busy with nothing else before it beats for the first time. */
const firstBeatSeconds = 90;
/** How many times as long a process has that is at work, and only too busy to beat. */
const whileBusy = 6;

type Watching = {
  seconds: number;
  /** How much the process has computed so far; null where the system doesn't say. */
  computed?: () => number | null;
  onSilence: (ms: number) => void;
};

/** Notices when a process says nothing any more. */
export class Watchdog {
  readonly #watching: Watching;
  readonly #timer: NodeJS.Timeout;
  #heardAt: number;
  #lookedAt: number;
  #busyAt: number;
  #computed: number | null = null;
  #hasBeaten = false;

  constructor(watching: Watching, now = performance.now()) {
    this.#watching = watching;
    this.#heardAt = this.#lookedAt = this.#busyAt = now;
    this.#timer = setInterval(() => this.look(), beatMs).unref();
  }

  hear(now = performance.now()): void {
    this.#heardAt = now;
    this.#hasBeaten = true;
  }

  /** Where this process itself was asleep, with the machine or alone, the others were not heard either: they get their time anew. */
  look(now = performance.now()): void {
    const { seconds, computed, onSilence } = this.#watching;
    const wasAsleep = now - this.#lookedAt > 3 * beatMs;
    this.#lookedAt = now;
    if (wasAsleep) this.#heardAt = now;
    const soFar = computed?.() ?? null;
    if (soFar !== this.#computed) this.#busyAt = now;
    this.#computed = soFar;
    const limitMs = 1000 * (this.#hasBeaten ? seconds : Math.max(seconds, firstBeatSeconds));
    const silentMs = now - this.#heardAt;
    if (Math.min(silentMs, now - this.#busyAt) <= limitMs && silentMs <= whileBusy * limitMs) return;
    this.stop();
    onSilence(silentMs);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#heardAt = Infinity;
  }
}
