import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { isAlive } from "#scripts/process/liveness.mjs";

export type Postmaster = { pid: number; port: number; status: string };

function commandOf(pid: number): string | null {
  try {
    if (process.platform === "linux")
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    if (process.platform === "win32") return null;
    return execFileSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8" });
  } catch {
    return null;
  }
}

/** The server that runs on this data folder, if one does. */
export function findPostmaster(data: string): Postmaster | null {
  const file = path.join(data, "postmaster.pid");
  let lines: string[];
  try {
    lines = readFileSync(file, "utf8").split("\n");
  } catch {
    return null;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return null;
  const command = commandOf(pid);
  if (command !== null && !command.includes(data)) {
    // Another program got the id of a server that was killed; PostgreSQL itself would refuse to start.
    rmSync(file, { force: true });
    return null;
  }
  return { pid, port: Number(lines[3]), status: (lines[7] ?? "").trim() };
}
