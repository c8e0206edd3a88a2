import path from "node:path";
import pg from "pg";
import { until } from "#scripts/process/until.mjs";
import { usePostgres } from "#scripts/postgres/cluster.ts";

const PATIENCE_SECONDS = 30;

type Settings = { dataDir: string; databaseUrl: string | null; databaseOwnerUrl: string | null };

export type Database = {
  /** In a few words, for a person, after its version. */
  description: string;
  /** What the application connects with. */
  url(): string;
  /** What migrations run with. */
  ownerUrl(): string;
  /** Given where the application's role is not the owner's. */
  appRole: string | undefined;
  isHealthy(): boolean;
  /** Where it is the embedded one: its process, which may hang. */
  pid: (() => number) | null;
  recover(): Promise<void>;
  release(): Promise<void>;
};

/** The role that has to be granted its rights: none where the application is the owner itself. */
export function appRoleOf(url: string, ownerUrl: string): string | undefined {
  const { username } = new URL(url);
  return username === new URL(ownerUrl).username ? undefined : decodeURIComponent(username);
}

/** Null where it answers; what it said, or didn't, where it doesn't. */
async function tryToReach(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return null;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.end().catch(() => {});
  }
}

async function useGiven(url: string, ownerUrl: string): Promise<Database> {
  const { hostname, port, pathname } = new URL(url);
  const place = `${hostname}:${port || 5432}${pathname}`;
  let reason: string | null = "";
  const isThere = async () => (reason = await tryToReach(url)) === null;
  if (!(await until(isThere, { seconds: PATIENCE_SECONDS, everyMs: 500 })))
    throw new Error(`DATABASE_URL: no database at ${place} after ${PATIENCE_SECONDS} s: ${reason}`);
  return {
    description: `at ${place}`,
    url: () => url,
    ownerUrl: () => ownerUrl,
    appRole: appRoleOf(url, ownerUrl),
    isHealthy: () => true,
    pid: null,
    recover: async () => {},
    release: async () => {},
  };
}

async function useEmbedded(dataDir: string): Promise<Database> {
  const cluster = await usePostgres({ dir: path.join(dataDir, "postgres") });
  return {
    description: cluster.how === "adopted" ? "found running" : cluster.how,
    url: () => cluster.appUrl(),
    ownerUrl: () => cluster.ownerUrl(),
    appRole: new URL(cluster.appUrl()).username,
    isHealthy: cluster.isHealthy,
    pid: () => cluster.pid,
    recover: cluster.recover,
    release: cluster.release,
  };
}

/** The server that DATABASE_URL names, or the embedded one for as long as it is not released. */
export function openDatabase({ dataDir, databaseUrl, databaseOwnerUrl }: Settings): Promise<Database> {
  return databaseUrl ? useGiven(databaseUrl, databaseOwnerUrl ?? databaseUrl) : useEmbedded(dataDir);
}
