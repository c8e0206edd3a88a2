import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { exclusively } from "#scripts/process/exclusive-file.mjs";
import { readJsonFile } from "#scripts/process/json-file.ts";
import { isAlive, signal } from "#scripts/process/liveness.mjs";
import type { ProcessMark } from "#scripts/process/liveness.mjs";
import { clusterPaths } from "#scripts/postgres/files.ts";
import { hasLiveUser } from "#scripts/process/users.ts";

/**
 * A process of its own that ends the server when nobody needs it any more. It watches instead of being told:
 * the users may have been killed, and a terminal's Ctrl-C must not reach the server before the application.
 */
export type WatcherOrder = { dir: string } & (
  | { adopt: number }
  | { command: string; args: string[]; uid?: number; gid?: number }
);

const order = JSON.parse(process.argv[2] ?? "") as WatcherOrder;
const paths = clusterPaths(order.dir);

for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => {});

function startServer(): { pid: number; exited: Promise<unknown> } {
  if ("adopt" in order) return { pid: order.adopt, exited: new Promise(() => {}) };
  const { command, args, uid, gid } = order;
  const child = spawn(command, args, { uid, gid, cwd: "/", stdio: ["ignore", "ignore", "inherit"] });
  return { pid: child.pid ?? 0, exited: once(child, "exit") };
}

const server = startServer();
let needed = true;
while (needed) {
  await Promise.race([delay(250), server.exited]);
  if (!isAlive(server.pid)) break;
  if (hasLiveUser(paths.users)) continue;
  await exclusively(paths.lock, async () => {
    // Under the lock nobody can begin to use it: whoever registers now waits and finds it gone.
    needed = hasLiveUser(paths.users);
    if (needed) return;
    signal(server.pid, "SIGINT");
    while (isAlive(server.pid)) await delay(20);
  });
}
if (readJsonFile<ProcessMark>(paths.watcher)?.pid === process.pid) rmSync(paths.watcher, { force: true });
process.exit(0);
