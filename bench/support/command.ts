import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { atEnd } from "#bench/support/clean-up.ts";
import { signal } from "#scripts/process/liveness.mjs";
import { projectRoot } from "#scripts/project.ts";

export type CommandResult = {
  seconds: number;
  /** What the largest process of the command held at most; null where the system doesn't tell. */
  peakMB: number | null;
  printed: string;
};

const foreign = /^(BENCHSIDE_|DATABASE_|DATA_DIR$|INIT_CWD$|npm_)/;

/** Runs a command of the product as it is typed, on the database of a data folder or on an own one; one that fails throws. */
export async function runBenchside(
  args: readonly string[],
  dataDir: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  const kept = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  const since = performance.now();
  const child = spawn(process.execPath, [path.join("scripts", "start.mjs"), "benchside", ...args], {
    cwd: projectRoot,
    env: { ...Object.fromEntries(kept), ...settings, DATA_DIR: dataDir } as unknown as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const over = once(child, "close");
  atEnd(async () => {
    if (child.exitCode === null && child.signalCode === null && child.pid) signal(child.pid, "SIGTERM");
    await over;
  });
  const said = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => (said.out += chunk));
  child.stderr.on("data", (chunk: Buffer) => (said.err += chunk));
  let megabytes = 0;
  const timer = setInterval(() => (megabytes = Math.max(megabytes, largestChild(child.pid ?? 0))), 50);
  const [code] = (await over) as [number | null];
  const seconds = (performance.now() - since) / 1000;
  clearInterval(timer);
  const peakMB = megabytes === 0 ? null : megabytes;
  if (code !== 0) {
    const reason = (said.err + said.out).slice(0, 4000);
    throw new Error(`benchside ${args.slice(0, 3).join(" ")} ended with ${code}:\n${reason}`);
  }
  return { seconds, peakMB, printed: said.out };
}

const read = (path: string) => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // The process has ended, or this system has no /proc.
    return "";
  }
};

/** Megabytes that this process held at most, by the system's own mark: only what it takes at the very end can be missed. */
export const mostOf = (pid: number): number =>
  (Number(/^VmHWM:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) * 1024) / 1e6;

/** The same of the largest process that this one has started. */
export function largestChild(pid: number): number {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number);
  return Math.max(0, ...children.map((child) => Math.max(mostOf(child), largestChild(child))));
}
