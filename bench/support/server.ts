import { mkdirSync } from "node:fs";
import path from "node:path";
import { ask } from "#bench/support/ask.ts";
import { atEnd, temporaryFolder } from "#bench/support/clean-up.ts";
import { runBenchside, type CommandResult } from "#bench/support/command.ts";
import { usePostgres } from "#scripts/postgres/cluster.ts";

export type Server = {
  /** A data folder as `npm start` has one, its database running and migrated. */
  dataDir: string;
  /** Where files to import can be written. */
  folder: string;
  appUrl: string;
  ownerUrl: string;
  /** A command of the product on this database. */
  run: (args: readonly string[]) => Promise<CommandResult>;
  /** A server that was killed and recovered has another. */
  readonly databasePid: number;
  /** Starts it again where it doesn't run. */
  recover: () => Promise<void>;
  /** Puts what was written on disk, so that nobody pays for the writing of those before. */
  settle: () => Promise<void>;
  vacuum: () => Promise<void>;
};

type Place = {
  /** Where the database's own folder is, if not in the data folder. */
  disk?: string;
  flags?: readonly string[];
};

export async function openServer({ disk, flags }: Place = {}): Promise<Server> {
  const root = temporaryFolder();
  const [dataDir, folder] = [path.join(root, "data"), path.join(root, "files")];
  for (const made of [dataDir, folder]) mkdirSync(made, { mode: 0o755 });
  const cluster = await usePostgres({ dir: path.join(disk ?? dataDir, "postgres"), flags });
  atEnd(() => cluster.release());
  const settings = disk && { DATABASE_URL: cluster.appUrl(), DATABASE_OWNER_URL: cluster.ownerUrl() };
  const run = (args: readonly string[]) => runBenchside(args, dataDir, settings || {});
  await run(["db", "migrate"]);
  const asSuperuser = async (sql: string) => void (await ask(cluster.superuserUrl(), sql));
  return {
    dataDir,
    folder,
    appUrl: cluster.appUrl(),
    ownerUrl: cluster.ownerUrl(),
    run,
    get databasePid() {
      return cluster.pid;
    },
    recover: cluster.recover,
    settle: () => asSuperuser("CHECKPOINT"),
    vacuum: () => asSuperuser("VACUUM ANALYZE"),
  };
}

/** Lets this process work on a server's data with the product's own code, as whoever sits at the machine. */
export async function workOn(databaseUrl: string) {
  const { env } = await import("#lib/env.ts");
  env.databaseUrl = databaseUrl;
  const { db } = await import("#lib/db.ts");
  atEnd(() => db.$disconnect());
  const { operator } = await import("#lib/auth/operator.ts");
  return operator();
}
