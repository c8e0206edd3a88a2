import path from "node:path";
import { usePostgres } from "#scripts/postgres/cluster.ts";
import { inSeconds, say } from "#scripts/process/steps.mjs";

type Settings = { dataDir: string; databaseUrl: string | null; databaseOwnerUrl: string | null };

export type Database = {
  isEmbedded: boolean;
  /** What the application connects with. */
  url(): string;
  /** What migrations run with. */
  ownerUrl(): string;
  isHealthy(): boolean;
  recover(): Promise<void>;
  release(): Promise<void>;
};

/** The server that DATABASE_URL names, or the embedded one for as long as it is not released. */
export async function openDatabase(settings: Settings): Promise<Database> {
  const { dataDir, databaseUrl, databaseOwnerUrl } = settings;
  if (databaseUrl)
    return {
      isEmbedded: false,
      url: () => databaseUrl,
      ownerUrl: () => databaseOwnerUrl ?? databaseUrl,
      isHealthy: () => true,
      recover: async () => {},
      release: async () => {},
    };
  const since = performance.now();
  const cluster = await usePostgres({ dir: path.join(dataDir, "postgres") });
  const how = cluster.how === "adopted" ? "found running" : cluster.how;
  say("database", `PostgreSQL ${cluster.version} ${how} ${inSeconds(since)}`);
  return {
    isEmbedded: true,
    url: () => cluster.appUrl(),
    ownerUrl: () => cluster.ownerUrl(),
    isHealthy: cluster.isHealthy,
    recover: cluster.recover,
    release: cluster.release,
  };
}
