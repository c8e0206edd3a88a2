import path from "node:path";
import pg from "pg";
import { until } from "#scripts/process/until.mjs";
import { usePostgres } from "#scripts/postgres/cluster.ts";

const OLDEST_MAJOR = 15;
const PATIENCE_SECONDS = 30;

type Settings = { dataDir: string; databaseUrl: string | null; databaseOwnerUrl: string | null };

export type Database = {
  /** In a few words, for a person. */
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

async function askVersion(url: string): Promise<{ name: string; major: number }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on("error", () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version: string }>("SHOW server_version");
    const name = rows[0]?.server_version.split(" ")[0] ?? "";
    return { name, major: Number.parseInt(name, 10) };
  } finally {
    await client.end().catch(() => {});
  }
}

async function useGiven(url: string, ownerUrl: string): Promise<Database> {
  const { hostname, port, pathname } = new URL(url);
  const place = `${hostname}:${port || 5432}${pathname}`;
  let reason = "";
  const version = await until(
    () => askVersion(url).catch((error: Error) => ((reason = error.message), null)),
    {
      seconds: PATIENCE_SECONDS,
      everyMs: 500,
    },
  );
  if (!version)
    throw new Error(`DATABASE_URL: no database at ${place} after ${PATIENCE_SECONDS} s: ${reason}`);
  if (version.major < OLDEST_MAJOR) {
    throw new Error(`PostgreSQL ${OLDEST_MAJOR} or later is needed; ${place} is ${version.name}`);
  }
  return {
    description: `PostgreSQL ${version.name} at ${place}`,
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
    description: `PostgreSQL ${cluster.version} ${cluster.how === "adopted" ? "found running" : cluster.how}`,
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
