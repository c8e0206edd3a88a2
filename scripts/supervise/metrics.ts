import { collectDefaultMetrics, Counter, Gauge, Registry } from "prom-client";
import { say } from "#scripts/process/steps.mjs";
import { isMessage, writeMetrics, type Message, type ProcessMetrics } from "#lib/monitoring/gather.ts";

/** A process whose numbers can be asked for. */
export type MetricsSource = {
  readonly name: string;
  /** False where it isn't there. */
  send(message: Message): boolean;
};

const patienceMs = 2000;

/** Asks the processes that the supervisor started, and adds what only the supervisor knows. */
export class MetricsCollector {
  readonly #registry = new Registry();
  readonly #starts: Counter;
  readonly #up: Gauge;
  readonly #waiting = new Map<number, (told: ProcessMetrics) => void>();
  #tellers: readonly MetricsSource[] = [];
  #next = 1;

  constructor() {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    this.#starts = new Counter({
      name: "benchside_process_starts_total",
      help: "How often a process was started; more than once each means that it ended, or was ended since it hung",
      labelNames: ["of"],
      registers,
    });
    this.#up = new Gauge({
      name: "benchside_process_up",
      help: "1 where the process told its numbers in time",
      labelNames: ["of"],
      registers,
    });
  }

  listen(tellers: readonly MetricsSource[]): void {
    this.#tellers = tellers;
    for (const { name } of tellers) this.#up.set({ of: name }, 0);
  }

  countStart(name: string): void {
    this.#starts.inc({ of: name });
  }

  /** What a process said on its channel. */
  hear(message: unknown, answer: (message: Message) => void): void {
    if (!isMessage(message)) return;
    const { id } = message;
    if (message.metrics === "told") this.#waiting.get(id)?.(message.told);
    // Whoever asked waits for so long and no longer; numbers are no reason for the whole product to end.
    if (message.metrics === "gather")
      void this.write().then(
        (text) => answer({ metrics: "gathered", id, text }),
        (error: Error) => say("metrics", `could not be gathered: ${error.message}`),
      );
  }

  async write(): Promise<string> {
    const told = await Promise.all(
      this.#tellers.map(async (teller) => ({ process: teller.name, told: await this.#ask(teller) })),
    );
    for (const one of told) this.#up.set({ of: one.process }, one.told ? 1 : 0);
    const here = told.flatMap((one) => (one.told ? [{ process: one.process, told: one.told }] : []));
    const own = await this.#registry.getMetricsAsJSON();
    return writeMetrics([...here, { process: "supervisor", told: { own, shared: [] } }]);
  }

  async #ask(teller: MetricsSource): Promise<ProcessMetrics | null> {
    const id = this.#next++;
    const { promise, resolve } = Promise.withResolvers<ProcessMetrics | null>();
    this.#waiting.set(id, resolve);
    const late = setTimeout(() => resolve(null), patienceMs);
    if (!teller.send({ metrics: "tell", id })) resolve(null);
    return promise.finally(() => {
      clearTimeout(late);
      this.#waiting.delete(id);
    });
  }
}
