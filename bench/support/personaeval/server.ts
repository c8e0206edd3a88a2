import { mkdirSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { atEnd } from "#bench/support/clean-up.ts";
import { temporaryFolder } from "#bench/support/folder.ts";
import { runBenchside } from "#bench/support/personaeval/command.ts";
import { usePostgres } from "#scripts/postgres/cluster.ts";

export type Server = {
  /** A data folder as `npm start` has one, its database running and migrated. */
  dataDir: string;
  /** Where files to import can be written. */
  folder: string;
  appUrl: string;
  ownerUrl: string;
  /** What the product's commands need to find it, besides the data folder. */
  settings: Readonly<Record<string, string>>;
  /** A server that was killed and recovered has another. */
  readonly databasePid: number;
  /** Starts it again where it doesn't run. */
  recover: () => Promise<void>;
  /** Puts what was written on disk, so that nobody pays for the writing of those before. */
  settle: () => Promise<void>;
  vacuum: () => Promise<void>;
};

export async function openServer(root = temporaryFolder()): Promise<Server> {
  const [dataDir, folder] = [path.join(root, "data"), path.join(root, "files")];
  for (const made of [dataDir, folder]) mkdirSync(made, { mode: 0o755 });
  const cluster = await usePostgres({ dir: path.join(dataDir, "postgres") });
  atEnd(() => cluster.release());
  await runBenchside(["db", "migrate"], dataDir);
  const asSuperuser = async (sql: string) => {
    const client = new pg.Client({ connectionString: cluster.superuserUrl() });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  return {
    dataDir,
    folder,
    appUrl: cluster.appUrl(),
    ownerUrl: cluster.ownerUrl(),
    settings: {},
    get databasePid() {
      return cluster.pid;
    },
    recover: cluster.recover,
    settle: () => asSuperuser("CHECKPOINT"),
    vacuum: () => asSuperuser("VACUUM ANALYZE"),
  };
}
