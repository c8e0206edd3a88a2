import { createWriteStream, existsSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import type { Archive, BackupManifest, StoredTable } from "#scripts/backup/archive.ts";
import { listTables, withCopying, copyTarget } from "#scripts/backup/snapshot.ts";
import { Refusal } from "#scripts/cli/outcome.ts";
import {
  readHistory,
  listMigrations,
  type Migration,
  apply,
  putBack,
  restoreMark,
  setAside,
  aside,
  letGo,
} from "#scripts/migrate/history.ts";
import { until } from "#scripts/process/liveness.mjs";
import { asOnlyOwner, bringUpToDate } from "#scripts/migrate/migrate.ts";
import { recordBulkEvent } from "#lib/auth/record-mutations.ts";
import { operator } from "#lib/auth/operator.ts";
import { from as copyFrom } from "pg-copy-streams";

type ForeignKey = { table: string; name: string; definition: string };

/** The migrations that a backup's tables were made by; refused where this version doesn't have them. */
export function migrationsOf({ migrations: stored, software }: BackupManifest): Migration[] {
  const known = new Map(listMigrations().map((migration) => [migration.name, migration]));
  return stored
    .map(({ name, checksum }) => {
      const migration = known.get(name);
      if (!migration)
        throw new Refusal(
          `the backup has migration ${name}, which this version lacks: it was made by a newer one (${software.version}), and so needs one`,
        );
      if (migration.checksum !== checksum)
        throw new Refusal(`migration ${name} isn’t the one that the backup was made with`);
      return migration;
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Fills an empty database: the tables as they were when the backup was made, and their rows. Each migration is a transaction
 * (what one adds to a type no other may use before), all the rows are one.
 */
export async function loadBackup(client: pg.Client, archive: Archive): Promise<void> {
  for (const migration of migrationsOf(archive.manifest)) await apply(client, migration);
  await client.query("BEGIN");
  await loadRows(client, archive);
  await client.query("COMMIT");
  await client.query(
    `ANALYZE ${archive.manifest.tables.map(({ name }) => pg.escapeIdentifier(name)).join(", ")}`,
  );
}

async function loadRows(client: pg.Client, archive: Archive): Promise<void> {
  const { tables, sequences } = archive.manifest;
  await requireTables(client, tables);
  const keys = await dropForeignKeys(client);
  // What refuses or counts while the product works did so when the rows came to be.
  const all = tables.map(({ name }) => `public.${pg.escapeIdentifier(name)}`);
  for (const table of all) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  // Tables that are emptied here are filled in the order of the backup, and so read back as the same bytes.
  await client.query(`TRUNCATE ${all.join(", ")}`);
  for (const table of tables) await loadTable(client, archive, table);
  for (const { name, last, isCalled } of sequences)
    await client.query("SELECT setval(format('public.%I', $1::text)::regclass, $2::bigint, $3)", [
      name,
      last,
      isCalled,
    ]);
  for (const table of all) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  for (const { table, name, definition } of keys)
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${pg.escapeIdentifier(name)} ${definition}`);
}

async function requireTables(client: pg.Client, stored: readonly StoredTable[]): Promise<void> {
  const { tables } = await listTables(client);
  const wordsOf = ({ name, columns }: { name: string; columns: string[] }) =>
    `${name} (${columns.join(", ")})`;
  const [made, wanted] = [tables.map(wordsOf), stored.map(wordsOf)];
  const unknown = wanted.filter((table) => !made.includes(table));
  const missing = made.filter((table) => !wanted.includes(table));
  if (unknown.length > 0 || missing.length > 0)
    throw new Refusal(
      ...unknown.map((table) => `the backup has the table ${table}, which its migrations don’t make`),
      ...missing.map((table) => `the backup lacks the table ${table}, which its migrations make`),
    );
}

/** Rows of tables that refer to each other can be filled in one after the other; then each reference is looked at once. */
async function dropForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `SELECT conrelid::regclass::text AS table, conname::text AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY conrelid, conname`,
  );
  for (const { table, name } of rows)
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${pg.escapeIdentifier(name)}`);
  return rows;
}

async function loadTable(client: pg.Client, archive: Archive, table: StoredTable): Promise<void> {
  const sink = client.query(copyFrom(`COPY ${copyTarget(table)} FROM STDIN`));
  await pipeline(Readable.from(archive.readTable(table.name), { objectMode: false }), sink);
  if (sink.rowCount !== table.rows)
    throw new Refusal(`${table.name} has ${sink.rowCount} rows, and had ${table.rows} in the backup`);
}

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
