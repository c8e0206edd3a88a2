import { mkdirSync, realpathSync } from "node:fs";
import path from "node:path";

export type ClusterPaths = ReturnType<typeof clusterPaths>;

export function clusterPaths(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  // One spelling only: a server is recognised by the folder it was started on.
  const dir = realpathSync(folder);
  return {
    dir,
    data: path.join(dir, "data"),
    /** Passwords and port. */
    state: path.join(dir, "state.json"),
    /** One empty file per process that needs the server. */
    users: path.join(dir, "users"),
    /** Which process watches over the server. */
    watcher: path.join(dir, "watcher.json"),
    lock: path.join(dir, "start.lock"),
    log: path.join(dir, "server.log"),
  };
}
