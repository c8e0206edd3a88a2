import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { Message } from "#lib/monitoring/gather.ts";
import { beatMs, supervisorKey } from "#scripts/process/parent.mjs";
import { say } from "#scripts/process/steps.mjs";
import type { MetricsCollector, MetricsSource } from "#scripts/supervise/metrics.ts";
import type { RestartBackoff } from "#scripts/supervise/restart-backoff.ts";

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
