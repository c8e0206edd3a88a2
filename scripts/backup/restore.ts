import { createWriteStream, existsSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { settleRestored, type Ended } from "#scripts/backup/after-restore.ts";
import type { Archive } from "#scripts/backup/archive.ts";
import { loadBackup, migrationsOf } from "#scripts/backup/load.ts";
import { listTables, withCopying } from "#scripts/backup/snapshot.ts";
import { Refusal } from "#scripts/cli/outcome.ts";
import { readHistory } from "#scripts/migrate/history.ts";
import { until } from "#scripts/process/until.mjs";
import { asOnlyOwner, bringUpToDate } from "#scripts/migrate/migrate.ts";
import { putBack, restoreMark, setAside } from "#scripts/migrate/set-aside.ts";

/** What stands in the database that a backup would take the place of; null where it is empty. */
export type Present = { studies: number; people: number; answers: number };

async function requireRoom(client: pg.Client): Promise<void> {
  const sql = "SELECT has_database_privilege(current_database(), 'CREATE') AS may, current_user AS role";
  const [found] = (await client.query<{ may: boolean; role: string }>(sql)).rows;
  if (!found?.may)
    throw new Refusal(`the role ${found?.role} may not create schemas here: it has to own the database`);
}

async function look(client: pg.Client): Promise<Present | null> {
  if ((await readHistory(client)).failed === restoreMark) await putBack(client);
  const { tables, beside } = await listTables(client);
  if (beside.length > 0)
    throw new Refusal(
      `the schema public has tables that aren’t Benchside’s (${beside.join(", ")}): use another database, or move them to another schema`,
    );
  if ((await readHistory(client)).applied.size === 0) return null;
  const count = async (name: string) => {
    if (!tables.some((table) => table.name === name)) return 0;
    const { rows } = await client.query<{ n: number }>(`SELECT count(*)::int AS n FROM public.${name}`);
    return rows[0]?.n ?? 0;
  };
  return { studies: await count("studies"), people: await count("users"), answers: await count("answers") };
}

const others = `
  SELECT coalesce(nullif(application_name, ''), usename::text, '?') AS name, count(*)::int AS n FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND usesysid IS NOT NULL GROUP BY 1 ORDER BY 1`;

/** Whoever is connected would go on with what is about to be replaced. Those who have just left may be listed for a moment. */
async function requireNobodyElse(client: pg.Client): Promise<void> {
  let found: { name: string; n: number }[] = [];
  const isAlone = async () =>
    (found = (await client.query<(typeof found)[number]>(others)).rows).length === 0;
  if (await until(isAlone, { seconds: 2 })) return;
  const who = found.map(({ name, n }) => `${name} (${n})`).join(", ");
  throw new Refusal(`the database is in use: ${who}. Stop the product on every machine first`);
}

type Wanted = {
  ownerUrl: string;
  appRole: string | undefined;
  dataDir: string;
  file: string;
  sha256: string;
  /** Asked once it is known what would be replaced; throws where the answer is no. */
  confirm: (present: Present) => Promise<void>;
};
export type Restored = {
  migrated: string[];
  ended: Ended;
  secrets: "none" | "kept" | "restored";
};

/** All of the backup or nothing: until the very end what was there before stands aside, and comes back if anything fails. */
export async function restoreBackup(archive: Archive, wanted: Wanted): Promise<Restored> {
  migrationsOf(archive.manifest);
  return withCopying(wanted.ownerUrl, (client) =>
    asOnlyOwner(client, async () => {
      await requireRoom(client);
      await requireNobodyElse(client);
      const present = await look(client);
      if (present) await wanted.confirm(present);
      await requireNobodyElse(client);
      await setAside(client);
      try {
        await loadBackup(client, archive);
        const secrets = await restoreSecrets(archive, wanted.dataDir);
        const migrated = await bringUpToDate(client, wanted.appRole ? { appRole: wanted.appRole } : {});
        const { file, sha256 } = wanted;
        const ended = await settleRestored(client, { file, sha256, manifest: archive.manifest });
        return { migrated, ended, secrets };
      } catch (error) {
        await client.query("ROLLBACK").catch(() => undefined);
        await putBack(client);
        throw error;
      }
    }),
  );
}

/** The keys, only where there are none: what they seal may be in use. Backups of earlier releases also hold uploads, which are left out. */
async function restoreSecrets(archive: Archive, dataDir: string): Promise<Restored["secrets"]> {
  const name = "secrets.json";
  if (!archive.manifest.files.some((file) => file.name === name)) return "none";
  const file = path.join(dataDir, name);
  if (existsSync(file)) return "kept";
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await pipeline(Readable.from(archive.readFile(name)), createWriteStream(`${file}.part`, { mode: 0o600 }));
  await rename(`${file}.part`, file);
  return "restored";
}
