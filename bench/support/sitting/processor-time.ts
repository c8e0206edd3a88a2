import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const TICKS_A_SECOND = 100;

/** Seconds of a processor that a process has used so far, with its children that are gone; null where nobody tells. */
function secondsOf(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return ticks / TICKS_A_SECOND;
  } catch {
    return null;
  }
}

/** The server of the database and all that work for it. */
function databaseSeconds(postmaster: number): number | null {
  if (process.platform !== "linux") return null;
  const children = execFileSync("ps", ["-o", "pid=", "--ppid", String(postmaster)], { encoding: "utf8" });
  const pids = [postmaster, ...children.trim().split(/\s+/).map(Number)];
  return pids.reduce((sum, pid) => sum + (secondsOf(pid) ?? 0), 0);
}

export type ProcessorTime = { product: number | null; database: number | null; load: number };

export function readProcessorTime(product: number, postmaster: number): ProcessorTime {
  const { user, system } = process.cpuUsage();
  return { product: secondsOf(product), database: databaseSeconds(postmaster), load: (user + system) / 1e6 };
}
