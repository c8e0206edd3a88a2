import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { parentOf } from "#scripts/process/liveness.mjs";
import { until } from "#scripts/process/until.mjs";
import { projectRoot } from "#scripts/project.ts";

type Order = { port: number; logFile: string; env: Readonly<Record<string, string>> };

/** What one unit of systemd would run: a supervisor with its processes. */
export class Instance {
  readonly port: number;
  readonly #order: Order;
  #child: ChildProcess | null = null;

  constructor(order: Order) {
    this.#order = order;
    this.port = order.port;
  }

  async start(): Promise<void> {
    const { logFile, env, port } = this.#order;
    const output = openSync(logFile, "a");
    const { NODE_OPTIONS: _options, ...inherited } = process.env;
    this.#child = spawn(process.execPath, [path.join(projectRoot, "scripts/start.ts")], {
      cwd: projectRoot,
      env: { ...inherited, ...env, NODE_ENV: "production", PORT: String(port) },
      stdio: ["ignore", output, output],
    });
    closeSync(output);
    const isWell = async () =>
      (await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null))?.status === 200;
    if (await until(isWell, { seconds: 90, everyMs: 200 })) return;
    throw new Error(`an instance did not start; it said:\n${readFileSync(logFile, "utf8")}`);
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGTERM");
    await gone;
  }

  /** Its web process or worker, as it is now. */
  find(kind: "serve" | "worker"): number {
    const supervisor = this.#child?.pid ?? 0;
    const found = readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .find((pid) => parentOf(pid) === supervisor && commandOf(pid).includes(`scripts/${kind}.ts`));
    if (!found) throw new Error(`the instance on port ${this.port} runs no ${kind}`);
    return found;
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

/** A process with all that it started, as a service's own group would be. */
export function withChildren(pid: number): number[] {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return [pid, ...ids.map(Number).filter((one) => parentOf(one) === pid)];
}
