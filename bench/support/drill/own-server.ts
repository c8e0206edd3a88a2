import { mkdirSync } from "node:fs";
import path from "node:path";
import { atEnd } from "#bench/support/clean-up.ts";
import { Postgres } from "#bench/support/drill/postgres.ts";
import { runBenchside } from "#bench/support/personaeval/command.ts";
import type { Server } from "#bench/support/personaeval/server.ts";
import { findQuietPort } from "#scripts/process/ports.ts";

/** As docs/operate.md sets up a PostgreSQL of one's own, migrated ahead of the first start. */
export async function openOwnServer(disk: string, root: string): Promise<Server & { major: number }> {
  const [dataDir, folder] = [path.join(root, "data"), path.join(root, "files")];
  for (const made of [dataDir, folder]) mkdirSync(made, { mode: 0o755 });
  const postgres = new Postgres({ disk, root, port: await findQuietPort() });
  atEnd(() => postgres.stop());
  await postgres.create();
  const { ownerUrl, appUrl } = await postgres.makeRoles();
  const settings = { DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl };
  await runBenchside(["db", "migrate"], dataDir, settings);
  const [found] = await postgres.ask("SELECT current_setting('server_version_num') AS version");
  return {
    major: Math.floor(Number(found?.version) / 10_000),
    dataDir,
    folder,
    appUrl,
    ownerUrl,
    settings,
    get databasePid() {
      return postgres.pid;
    },
    recover: () => postgres.recover(),
    settle: async () => void (await postgres.ask("CHECKPOINT")),
    vacuum: async () => void (await postgres.ask("VACUUM ANALYZE", "benchside")),
  };
}
