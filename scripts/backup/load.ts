import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { Archive } from "#scripts/backup/archive.ts";
import type { BackupManifest, StoredTable } from "#scripts/backup/manifest.ts";
import { copyTarget, listTables } from "#scripts/backup/snapshot.ts";
import { Refusal } from "#scripts/cli/outcome.ts";
import { listMigrations, type Migration } from "#scripts/migrate/folder.ts";
import { apply } from "#scripts/migrate/history.ts";

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
