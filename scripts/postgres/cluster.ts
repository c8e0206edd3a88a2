import { rmSync } from "node:fs";
import { exclusively } from "#scripts/process/exclusive-file.mjs";
import { isAlive } from "#scripts/process/liveness.mjs";
import { until } from "#scripts/process/until.mjs";
import { requireWayTo, serverAccount } from "#scripts/postgres/account.ts";
import { postgresBinaries } from "#scripts/postgres/binaries.ts";
import { initialiseCluster } from "#scripts/postgres/initialise.ts";
import { requireSameMajor } from "#scripts/postgres/major.ts";
import { clusterPaths, type ClusterPaths } from "#scripts/postgres/paths.ts";
import { findPostmaster } from "#scripts/postgres/postmaster.ts";
import { ensureDatabase } from "#scripts/postgres/roles.ts";
import {
  settledServer,
  spawnWatcher,
  startServer,
  stopServer,
  watcherRuns,
} from "#scripts/postgres/server.ts";
import { bringWithinReach } from "#scripts/postgres/within-reach.ts";
import { databaseUrl, readState, type ClusterState } from "#scripts/postgres/state.ts";
import { hasLiveUser, registerUser } from "#scripts/postgres/users.ts";

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
