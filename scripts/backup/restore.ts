import { createWriteStream, existsSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import type { Archive } from "#scripts/backup/archive.ts";
import { loadBackup, migrationsOf } from "#scripts/backup/load.ts";
import { listTables, withCopying } from "#scripts/backup/snapshot.ts";
import { Refusal } from "#scripts/cli/outcome.ts";
import { readHistory } from "#scripts/migrate/history.ts";
import { until } from "#scripts/process/until.mjs";
import { asOnlyOwner, bringUpToDate } from "#scripts/migrate/migrate.ts";
import { putBack, restoreMark, setAside, aside, letGo } from "#scripts/migrate/set-aside.ts";
import { recordBulkEvent } from "#lib/auth/record-mutations.ts";
import { operator } from "#lib/auth/operator.ts";
import type { BackupManifest } from "#scripts/backup/manifest.ts";

/** What stands in the database that a backup would take the place of; null where it is empty. */
export type DatabaseContents = { studies: number; people: number; answers: number };

async function requireRoom(client: pg.Client): Promise<void> {
  const sql = "SELECT has_database_privilege(current_database(), 'CREATE') AS may, current_user AS role";
  const [found] = (await client.query<{ may: boolean; role: string }>(sql)).rows;
  if (!found?.may)
    throw new Refusal(`the role ${found?.role} may not create schemas here: it has to own the database`);
}

async function look(client: pg.Client): Promise<DatabaseContents | null> {
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

type Options = {
  ownerUrl: string;
  appRole: string | undefined;
  dataDir: string;
  file: string;
  sha256: string;
  /** Asked once it is known what would be replaced; throws where the answer is no. */
  confirm: (present: DatabaseContents) => Promise<void>;
};
export type RestoreResult = {
  migrated: string[];
  ended: RevokedAccess;
  secrets: "none" | "kept" | "restored";
};

/** All of the backup or nothing: until the very end what was there before stands aside, and comes back if anything fails. */
export async function restoreBackup(archive: Archive, wanted: Options): Promise<RestoreResult> {
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
async function restoreSecrets(archive: Archive, dataDir: string): Promise<RestoreResult["secrets"]> {
  const name = "secrets.json";
  if (!archive.manifest.files.some((file) => file.name === name)) return "none";
  const file = path.join(dataDir, name);
  if (existsSync(file)) return "kept";
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await pipeline(Readable.from(archive.readFile(name)), createWriteStream(`${file}.part`, { mode: 0o600 }));
  await rename(`${file}.part`, file);
  return "restored";
}

type RevokedAccess = { signIns: number; links: number; tokens: number; withdrawn: number; erased: number };

/** Whoever withdrew after the backup was made stays withdrawn, and erased; as far as what stood there before tells. */
async function keepWithdrawn(client: pg.Client): Promise<Pick<RevokedAccess, "withdrawn" | "erased">> {
  const { rows } = await client.query<{ columns: string }>(
    `SELECT count(*) AS columns FROM information_schema.columns WHERE table_schema = '${aside}'
       AND table_name = 'sittings' AND column_name IN ('withdrawn_at', 'erased_at')`,
  );
  if (rows[0]?.columns !== "2") return { withdrawn: 0, erased: 0 };
  const withdrawn = await client.query(
    `UPDATE sittings s SET state = 'withdrawn', withdrawn_at = before.withdrawn_at FROM ${aside}.sittings before
     WHERE before.id = s.id AND before.withdrawn_at IS NOT NULL AND s.withdrawn_at IS NULL`,
  );
  await client.query(
    "DELETE FROM answer_drafts WHERE sitting_id IN (SELECT id FROM sittings WHERE state = 'withdrawn')",
  );
  const erased = await client.query(
    `SELECT erase_sitting(s.id) FROM sittings s JOIN ${aside}.sittings before ON before.id = s.id
     WHERE before.erased_at IS NOT NULL AND s.erased_at IS NULL`,
  );
  return { withdrawn: withdrawn.rowCount ?? 0, erased: erased.rowCount ?? 0 };
}

/**
 * The last transaction of a restore. What was revoked after the backup would be good again: so sign-ins, links and tokens
 * of staff end. Passwords and second factors are as they were, which the command says. Participants stay signed in: their
 * devices hold answers that this database lacks, and nobody else can give them back.
 */
async function settleRestored(
  client: pg.Client,
  { file, sha256, manifest }: { file: string; sha256: string; manifest: BackupManifest },
): Promise<RevokedAccess> {
  await client.query("BEGIN");
  const count = async (sql: string) => (await client.query(sql)).rowCount ?? 0;
  const ofStaff = "user_id IN (SELECT id FROM users WHERE role <> 'participant')";
  const ended = {
    signIns: await count(`UPDATE sign_ins SET ended_at = now() WHERE ended_at IS NULL AND ${ofStaff}`),
    links: await count(
      `UPDATE sign_in_links SET revoked_at = now() WHERE used_at IS NULL AND revoked_at IS NULL AND ${ofStaff}`,
    ),
    tokens: await count("UPDATE api_tokens SET revoked_at = now() WHERE revoked_at IS NULL"),
    ...(await keepWithdrawn(client)),
  };
  await client.query("DELETE FROM half_sign_ins");
  await client.query("DELETE FROM passkey_challenges");
  const { madeAt, software, postgres } = manifest;
  const details = { sha256, madeAt, version: software.version, postgres, ...ended };
  await recordBulkEvent(client, operator(), "backup.restored", { type: "backup", id: file }, details);
  await letGo(client);
  await client.query("COMMIT");
  return ended;
}
