import { rmSync, chownSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { exclusively } from "#scripts/process/exclusive-file.mjs";
import { isAlive } from "#scripts/process/liveness.mjs";
import { until } from "#scripts/process/until.mjs";
import { requireWayTo, serverAccount, type Account } from "#scripts/postgres/account.ts";
import { postgresBinaries } from "#scripts/postgres/binaries.ts";
import { requireSameMajor } from "#scripts/postgres/major.ts";
import { clusterPaths, type ClusterPaths } from "#scripts/postgres/paths.ts";
import { findPostmaster } from "#scripts/postgres/postmaster.ts";
import {
  settledServer,
  spawnWatcher,
  startServer,
  stopServer,
  watcherRuns,
} from "#scripts/postgres/server.ts";
import { bringWithinReach } from "#scripts/postgres/within-reach.ts";
import { databaseUrl, readState, type ClusterState, newState, roles } from "#scripts/postgres/state.ts";
import { hasLiveUser, registerUser } from "#scripts/process/users.ts";
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { findQuietPort } from "#scripts/process/ports.ts";
import { writeSecretJsonFile } from "#scripts/process/json-file.ts";
import pg from "pg";

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
