import {
  rmSync,
  chownSync,
  mkdirSync,
  renameSync,
  writeFileSync,
  closeSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  chmodSync,
  mkdtempSync,
} from "node:fs";
import { exclusively } from "#scripts/process/exclusive-file.mjs";
import { isAlive, markOf, signal, stillRuns, type ProcessMark, until } from "#scripts/process/liveness.mjs";
import {
  requireWayTo,
  serverAccount,
  type Account,
  postgresBinaries,
  bringWithinReach,
} from "#scripts/postgres/programs.ts";
import {
  requireSameMajor,
  clusterPaths,
  type ClusterPaths,
  findPostmaster,
  databaseUrl,
  readState,
  type ClusterState,
  newState,
  roles,
  type Postmaster,
} from "#scripts/postgres/files.ts";
import { hasLiveUser, registerUser } from "#scripts/process/users.ts";
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { tmpdir } from "node:os";
import { findQuietPort, isPortFree } from "#scripts/process/ports.ts";
import { writeSecretJsonFile, readJsonFile } from "#scripts/process/json-file.ts";
import pg from "pg";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { WatcherOrder } from "#scripts/postgres/watcher.ts";

type Options = {
  dir: string;
  database?: string;
  /** Server settings such as "fsync=off"; they count only for the process that starts the server. */
  flags?: readonly string[];
};

type Server = { state: ClusterState; pid: number; version: string; how: "created" | "started" | "adopted" };

export type Cluster = Awaited<ReturnType<typeof usePostgres>>;

async function ensureServer(
  paths: ClusterPaths,
  { database = "benchside", flags = [] }: Options,
): Promise<Server> {
  const account = serverAccount();
  if (account) requireWayTo(paths.dir, account);
  const found = await postgresBinaries();

  return exclusively(paths.lock, async () => {
    const binaries = account ? bringWithinReach(found, paths.dir, account) : found;
    const kept = readState(paths);
    if (kept) requireSameMajor(paths.dir);
    const state = kept ?? (await initialiseCluster(paths, binaries.initdb, account));
    let server = kept && (await settledServer(paths));
    const how = server ? "adopted" : kept ? "started" : "created";
    if (server) {
      state.port = server.port;
      if (!watcherRuns(paths)) spawnWatcher(paths, { dir: paths.dir, adopt: server.pid });
    } else {
      // A watcher whose server has died still has to notice; it would take ours for its own.
      await until(() => !watcherRuns(paths), { seconds: 10 });
      server = await startServer(paths, state, { command: binaries.postgres, account, settings: flags });
    }
    const { version } = await ensureDatabase(state, database);
    return { state, pid: server.pid, version, how };
  });
}

/**
 * An embedded PostgreSQL for as long as somebody uses it: started when it doesn't run, shared when it does,
 * and stopped when its last user has released it or died.
 */
export async function usePostgres(options: Options) {
  const paths = clusterPaths(options.dir);
  const database = options.database ?? "benchside";
  const user = registerUser(paths.users);
  const begin = () => ensureServer(paths, options);
  let server: Server;
  try {
    server = await begin();
  } catch (error) {
    rmSync(user, { force: true });
    throw error;
  }

  return {
    get pid() {
      return server.pid;
    },
    get port() {
      return server.state.port;
    },
    get version() {
      return server.version;
    },
    /** Whether this use made the data, started the server on it, or found it running. */
    how: server.how,
    ownerUrl: (name = database) => databaseUrl(server.state, "owner", name),
    appUrl: (name = database) => databaseUrl(server.state, "app", name),
    /** For tests and shadow databases; the product itself never connects as this. */
    superuserUrl: (name = database) => databaseUrl(server.state, "superuser", name),
    isHealthy: () => isAlive(server.pid) && watcherRuns(paths),
    async recover() {
      server = await begin();
    },
    async release() {
      rmSync(user, { force: true });
      const isOver = () => hasLiveUser(paths.users) || (!watcherRuns(paths) && !findPostmaster(paths.data));
      await until(
        async () => {
          if (!isOver() && !watcherRuns(paths)) await exclusively(paths.lock, () => stopUnlessUsed(paths));
          return isOver();
        },
        { seconds: 60 },
      );
    },
  };
}

async function stopUnlessUsed(paths: ClusterPaths): Promise<void> {
  if (!hasLiveUser(paths.users)) await stopServer(paths);
}

async function run(command: string, args: string[], account: Account | null): Promise<void> {
  const who = account ? { uid: account.uid, gid: account.gid } : {};
  const child = spawn(command, args, { ...who, cwd: "/", stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`initdb failed: ${said.trim()}`);
}

/** Makes the data folder beside its place and moves it there whole, so that a killed start leaves no half cluster. */
async function initialiseCluster(
  paths: ClusterPaths,
  initdb: string,
  account: Account | null,
): Promise<ClusterState> {
  const draft = path.join(paths.dir, "data.new");
  const passwordFile = path.join(paths.dir, "password");
  for (const leftover of [draft, paths.data]) rmSync(leftover, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });

  const state = newState(await findQuietPort());
  writeFileSync(passwordFile, `${state.passwords.superuser}\n`, { mode: 0o600 });
  if (account) for (const file of [draft, passwordFile]) chownSync(file, account.uid, account.gid);
  try {
    // The built-in locale is the same on every operating system.
    const locale = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"];
    const access = ["-A", "scram-sha-256", `--pwfile=${passwordFile}`];
    await run(initdb, ["-D", draft, "-U", roles.superuser, "-E", "UTF8", ...locale, ...access], account);
  } finally {
    rmSync(passwordFile, { force: true });
  }
  writeSecretJsonFile(paths.state, state);
  renameSync(draft, paths.data);
  return state;
}

/** A server that is there as long as the work takes, and gone at the end in any case: nothing has to reach the disk. */
export async function withThrowawayCluster<T>(
  prefix: string,
  work: (cluster: Cluster, dir: string) => Promise<T>,
): Promise<T> {
  const dir = mkdtempSync(path.join(tmpdir(), prefix));
  chmodSync(dir, 0o755);
  try {
    const cluster = await usePostgres({ dir, flags: ["fsync=off", "full_page_writes=off"] });
    return await work(cluster, dir).finally(() => cluster.release());
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

/** One statement over a connection of its own. */
export async function runOn(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

const quoted = (name: string) => pg.escapeIdentifier(name);

/** Makes what is missing: the two roles the product uses, and the database one of them owns. */
async function ensureDatabase(state: ClusterState, database: string): Promise<{ version: string }> {
  const client = new pg.Client({ connectionString: databaseUrl(state, "superuser", "postgres") });
  await client.connect();
  try {
    const { rows } = await client.query<{ version: string; known: string[]; exists: boolean }>(
      `SELECT current_setting('server_version') AS version,
         ARRAY(SELECT rolname::text FROM pg_roles WHERE rolname = ANY($1)) AS known,
         EXISTS (SELECT FROM pg_database WHERE datname = $2) AS exists`,
      [[roles.owner, roles.app], database],
    );
    const [found] = rows;
    for (const role of ["owner", "app"] as const) {
      if (found?.known.includes(roles[role])) continue;
      const password = pg.escapeLiteral(state.passwords[role]);
      await client.query(`CREATE ROLE ${quoted(roles[role])} LOGIN PASSWORD ${password}`);
    }
    if (!found?.exists) {
      await client.query(`CREATE DATABASE ${quoted(database)} OWNER ${quoted(roles.owner)}`);
      await client.query(`REVOKE ALL ON DATABASE ${quoted(database)} FROM PUBLIC`);
      await client.query(`GRANT CONNECT, TEMPORARY ON DATABASE ${quoted(database)} TO ${quoted(roles.app)}`);
    }
    return { version: found?.version ?? "" };
  } finally {
    await client.end();
  }
}

const LOG_LIMIT = 5_000_000;
const RECOVERY_SECONDS = 300;
/** What a server says that was killed a moment ago and is not quite gone, or lost its port to somebody. */
const PASSING = /still in use|already in use|is running|already exists/i;

function watcherRuns(paths: ClusterPaths): boolean {
  const mark = readJsonFile<ProcessMark>(paths.watcher);
  return mark !== null && stillRuns(mark);
}

function spawnWatcher(paths: ClusterPaths, order: WatcherOrder): { exited: () => boolean } {
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
async function settledServer(paths: ClusterPaths): Promise<Postmaster | null> {
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

async function stopServer(paths: ClusterPaths): Promise<void> {
  const found = findPostmaster(paths.data);
  if (!found) return;
  signal(found.pid, "SIGINT");
  await until(() => !isAlive(found.pid), { seconds: 60 });
}

async function startServer(
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
