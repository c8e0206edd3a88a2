import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import path from "node:path";
import { markOf, stillRuns } from "#scripts/process/liveness.mjs";

/**
 * Who needs a server or a build: a file per use, all it says stands in its name, so that it is never read half written.
 * A process that dies without a word is recognised by its id and start time.
 */
export function registerUser(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const { pid, started } = markOf(process.pid);
  const file = path.join(folder, `${pid}.${started}.${randomBytes(4).toString("hex")}`);
  writeFileSync(file, "");
  return file;
}

/** The processes that live; what others left behind is cleared away. */
export function listUsers(folder: string): number[] {
  const live: number[] = [];
  for (const name of listFiles(folder)) {
    const [pid, started = "0"] = name.split(".");
    if (stillRuns({ pid: Number(pid), started })) live.push(Number(pid));
    else rmSync(path.join(folder, name), { force: true });
  }
  return live;
}

export const hasLiveUser = (folder: string): boolean => listUsers(folder).length > 0;

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
