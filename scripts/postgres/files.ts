import { mkdirSync, realpathSync, readFileSync, rmSync, existsSync, renameSync } from "node:fs";
import path from "node:path";
import { execFileSync } from "node:child_process";
import { isAlive } from "#scripts/process/liveness.mjs";
import { randomBytes } from "node:crypto";
import { readJsonFile } from "#scripts/process/json-file.ts";
import { postgresMajor } from "#scripts/postgres/programs.ts";

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

export const roles = { superuser: "postgres", owner: "benchside_owner", app: "benchside_app" } as const;
type Role = keyof typeof roles;

export type ClusterState = { passwords: Record<Role, string>; port: number };

const newPassword = () => randomBytes(24).toString("base64url");

export function newState(port: number): ClusterState {
  return { passwords: { superuser: newPassword(), owner: newPassword(), app: newPassword() }, port };
}

/** The state of an existing cluster, or null where none was made yet. */
export function readState(paths: ClusterPaths): ClusterState | null {
  if (!existsSync(path.join(paths.data, "PG_VERSION"))) return null;
  const state = readJsonFile<ClusterState>(paths.state);
  if (!state) throw new Error(`${paths.state} is missing: it holds the passwords of the database next to it`);
  return state;
}

export function databaseUrl(state: ClusterState, role: Role, database: string): string {
  return `postgresql://${roles[role]}:${state.passwords[role]}@127.0.0.1:${state.port}/${database}`;
}

const data = (dir: string) => path.join(dir, "data");

/** Which PostgreSQL made the data in this folder; null where there are none. */
export function majorOf(dir: string): string | null {
  const file = path.join(data(dir), "PG_VERSION");
  return existsSync(file) ? readFileSync(file, "utf8").trim() : null;
}

/** A major version cannot read another one's files: the way from one to the next is a backup. */
export function requireSameMajor(dir: string): void {
  const made = majorOf(dir);
  if (made === postgresMajor) return;
  throw new Error(
    `${data(dir)} was made by PostgreSQL ${made}. This version of Benchside brings PostgreSQL ${postgresMajor}, which can’t read it. Nothing was changed.
To take everything along:
  1. Go back to the version that you came from (git checkout), and make a backup there:
     npm run benchside -- backup create before-postgresql-${postgresMajor}.backup.tar
  2. Come back to this version, and restore it here:
     npm run benchside -- backup restore before-postgresql-${postgresMajor}.backup.tar
The restore keeps the old folder beside the new one.`,
  );
}

/**
 * Makes room for a cluster of this version while the work goes on. The old folder stays beside it, under a name that says
 * which PostgreSQL it needs; if the work fails it is where it was.
 */
export async function besideOtherMajor<T>(dir: string, work: (kept: string) => Promise<T>): Promise<T> {
  const other = majorOf(dir);
  if (findPostmaster(data(dir))) throw new Error(`PostgreSQL ${other} runs on ${data(dir)}: stop it first`);
  const kept = `${dir}-${other}-${new Date().toISOString().slice(0, 19).replaceAll(":", "-")}`;
  renameSync(dir, kept);
  try {
    return await work(kept);
  } catch (error) {
    rmSync(dir, { recursive: true, force: true });
    renameSync(kept, dir);
    throw error;
  }
}
