import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, statSync, truncateSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { isAlive, markOf, signal, stillRuns } from "#scripts/process/liveness.mjs";
import type { ProcessMark } from "#scripts/process/liveness.mjs";
import { findQuietPort, isPortFree } from "#scripts/process/ports.ts";
import { readJsonFile, writeSecretJsonFile } from "#scripts/process/json-file.ts";
import { until } from "#scripts/process/until.mjs";
import type { Account } from "#scripts/postgres/account.ts";
import type { ClusterPaths } from "#scripts/postgres/paths.ts";
import { findPostmaster, type Postmaster } from "#scripts/postgres/postmaster.ts";
import type { ClusterState } from "#scripts/postgres/state.ts";
import type { WatcherOrder } from "#scripts/postgres/watcher.ts";

const LOG_LIMIT = 5_000_000;
const RECOVERY_SECONDS = 300;
/** What a server says that was killed a moment ago and is not quite gone, or lost its port to somebody. */
const PASSING = /still in use|already in use|is running|already exists/i;

export function watcherRuns(paths: ClusterPaths): boolean {
  const mark = readJsonFile<ProcessMark>(paths.watcher);
  return mark !== null && stillRuns(mark);
}

export function spawnWatcher(paths: ClusterPaths, order: WatcherOrder): { exited: () => boolean } {
  if (logSize(paths) > LOG_LIMIT) truncateSync(paths.log);
  const log = openSync(paths.log, "a", 0o600);
  const script = fileURLToPath(new URL("watcher.ts", import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(order)], {
    detached: true,
    cwd: paths.dir,
    env: { PATH: process.env.PATH, NODE_ENV: "production" },
    stdio: ["ignore", "ignore", log],
  });
  closeSync(log);
  child.unref();
  if (!child.pid) throw new Error("could not start PostgreSQL's watcher process");
  writeSecretJsonFile(paths.watcher, markOf(child.pid));
  return { exited: () => child.exitCode !== null || child.signalCode !== null };
}

/** A server that is there already, once it is ready; one that is on its way out is waited for. */
export async function settledServer(paths: ClusterPaths): Promise<Postmaster | null> {
  const outcome = await until(
    () => {
      const found = findPostmaster(paths.data);
      if (!found) return "none";
      if (found.status === "stopping") signal(found.pid, "SIGINT");
      return found.status === "ready" ? found : null;
    },
    { seconds: RECOVERY_SECONDS },
  );
  if (outcome === null) throw new Error(`PostgreSQL did not become ready: see ${paths.log}`);
  return outcome === "none" ? null : outcome;
}

export async function stopServer(paths: ClusterPaths): Promise<void> {
  const found = findPostmaster(paths.data);
  if (!found) return;
  signal(found.pid, "SIGINT");
  await until(() => !isAlive(found.pid), { seconds: 60 });
}

export async function startServer(
  paths: ClusterPaths,
  state: ClusterState,
  server: { command: string; account: Account | null; settings: readonly string[] },
): Promise<Postmaster> {
  const deadline = performance.now() + 20_000;
  for (;;) {
    if (!(await isPortFree(state.port))) state.port = await findQuietPort();
    writeSecretJsonFile(paths.state, state);
    const fixed = [
      "listen_addresses=127.0.0.1",
      "unix_socket_directories=",
      "timezone=UTC",
      "log_timezone=UTC",
    ];
    const args = ["-D", paths.data, "-p", String(state.port)];
    for (const setting of [...fixed, ...server.settings]) args.push("-c", setting);
    const said = logSize(paths);
    const who = server.account ? { uid: server.account.uid, gid: server.account.gid } : {};
    const watcher = spawnWatcher(paths, { dir: paths.dir, command: server.command, args, ...who });

    const outcome = await until(
      () => {
        const found = findPostmaster(paths.data);
        return found?.status === "ready" ? found : watcher.exited() ? "exited" : null;
      },
      { seconds: RECOVERY_SECONDS },
    );
    if (outcome !== null && outcome !== "exited") return outcome;
    const reason = readFileSync(paths.log).subarray(said).toString().trim();
    if (!PASSING.test(reason) || performance.now() > deadline) {
      throw new Error(`PostgreSQL did not start:\n${reason}`);
    }
    await delay(200);
  }
}

const logSize = (paths: ClusterPaths) => statSync(paths.log, { throwIfNoEntry: false })?.size ?? 0;
