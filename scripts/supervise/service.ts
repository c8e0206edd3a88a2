import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { type Message, isMessage, writeMetrics, type ProcessMetrics } from "#lib/monitoring/gather.ts";
import { beatMs, supervisorKey } from "#scripts/process/stop-signals.mjs";
import { say } from "#scripts/process/steps.mjs";
import { collectDefaultMetrics, Counter, Gauge, Registry } from "prom-client";

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

const LAST_CALL_MS = 13_000;

/** Without a sign of life for so long, a process is ended; one that computes, or starts on a busy machine, has time. */
export const livenessSeconds = 60;

type Order = {
  name: string;
  args: string[];
  env: () => NodeJS.ProcessEnv;
  backoff: RestartBackoff;
  gathering: MetricsCollector;
  /** Null where a debugger may hold it up. */
  deadlineSeconds: number | null;
};

/** A process that is started again when it ends without having been asked to, and ended when it hangs. */
export class Service implements MetricsSource {
  readonly #order: Order;
  #child: ChildProcess | null = null;
  #wanted = false;
  #again: NodeJS.Timeout | undefined;

  constructor(order: Order) {
    this.#order = order;
  }

  start(): void {
    this.#wanted = true;
    const { name, args, env, backoff, gathering, deadlineSeconds } = this.#order;
    // A process group of its own: a terminal's Ctrl-C is for the supervisor, which ends things in their order.
    const child = spawn(process.execPath, args, {
      env: { ...env(), [supervisorKey]: String(process.pid) },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      detached: true,
    });
    this.#child = child;
    gathering.countStart(name);
    const deadline = deadlineSeconds === null ? undefined : endWhenSilent(name, child, deadlineSeconds);
    child.on("message", (message) => gathering.hear(message, (answer) => this.send(answer)));
    child.once("exit", (code, signal) => {
      clearInterval(deadline);
      this.#child = null;
      if (!this.#wanted) return;
      const waitMs = backoff.next();
      if (waitMs === null) return;
      say(name, `ended unexpectedly (${signal ?? `code ${code}`}); restarting it`);
      this.#again = setTimeout(() => this.start(), waitMs);
    });
  }

  get name(): string {
    return this.#order.name;
  }

  send(message: Message): boolean {
    const child = this.#child;
    // It may go in this very moment, which the exit tells.
    return child?.connected === true && child.send(message, () => {});
  }

  async stop(): Promise<void> {
    this.#wanted = false;
    clearTimeout(this.#again);
    const child = this.#child;
    if (!child) return;
    const gone = once(child, "exit");
    child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), LAST_CALL_MS);
    await gone;
    clearTimeout(timer);
  }

  async restart(): Promise<void> {
    await this.stop();
    this.start();
  }

  kill(): void {
    this.#wanted = false;
    this.#child?.kill("SIGKILL");
  }
}

/** Counts the beats that didn't come, not time: while this process sleeps, with the machine or alone, none is missed. */
function endWhenSilent(name: string, child: ChildProcess, seconds: number): NodeJS.Timeout {
  let missed = 0;
  child.on("message", () => (missed = 0));
  return setInterval(() => {
    missed++;
    if (missed * beatMs < seconds * 1000) return;
    say(name, `has not been heard of for ${seconds} s: ending it`);
    // What is stopped takes no other signal.
    child.kill("SIGKILL");
  }, beatMs);
}

const mostFailures = 5;
const windowMs = 60_000;

/** How often something may fail before it is given up: a few times a minute, with longer and longer pauses. */
export class RestartBackoff {
  readonly #giveUp: () => void;
  #failures: number[] = [];

  constructor(giveUp: () => void) {
    this.#giveUp = giveUp;
  }

  /** How long to wait before the next attempt; null when there is none. */
  next(now = performance.now()): number | null {
    this.#failures = [...this.#failures.filter((at) => now - at < windowMs), now];
    if (this.#failures.length <= mostFailures) return 125 * 2 ** this.#failures.length;
    this.#giveUp();
    return null;
  }
}
