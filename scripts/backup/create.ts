import { readFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import type pg from "pg";
import { rules } from "#lib/study-results/rules.ts";
import product from "#package.json" with { type: "json" };
import {
  ArchiveWriter,
  type PieceSum,
  backupFormat,
  placeOfFile,
  placeOfTable,
  type BackupManifest,
  type StoredTable,
} from "#scripts/backup/archive.ts";
import { copyOut, listSequences, listTables, poolOf, withSnapshot } from "#scripts/backup/snapshot.ts";
import { digestStudies } from "#scripts/backup/studies.ts";
import { Refusal } from "#scripts/cli/outcome.ts";
import { readHistory, listMigrations, describeFailed } from "#scripts/migrate/history.ts";

type Options = { ownerUrl: string; file: string; dataDir: string; withSecrets: boolean; signal: AbortSignal };
export type Contents = Omit<BackupManifest, "pieces">;
export type BackupResult = PieceSum & { file: string; manifest: Contents };

/** One file with everything of one moment, while people answer. */
export async function createBackup(wanted: Options): Promise<BackupResult> {
  const archive = await ArchiveWriter.create(wanted.file);
  try {
    const manifest = await withSnapshot(wanted.ownerUrl, (client, snapshot) =>
      fill(archive, client, { ...wanted, snapshot }),
    );
    wanted.signal.throwIfAborted();
    return { file: wanted.file, manifest, ...(await archive.finish(manifest)) };
  } catch (error) {
    await archive.discard();
    if ((error as NodeJS.ErrnoException).code === "ENOSPC")
      throw new Refusal(`the disk with ${path.dirname(wanted.file)} is full: nothing was left there`);
    throw error;
  }
}

async function fill(
  archive: ArchiveWriter,
  client: pg.Client,
  { ownerUrl, snapshot, dataDir, withSecrets, signal }: Options & { snapshot: string },
): Promise<Contents> {
  const madeAt = new Date().toISOString();
  const { applied, failed } = await readHistory(client);
  if (failed) throw new Refusal(describeFailed(failed));
  if (applied.size === 0) throw new Refusal("the database is empty: there is nothing to back up");
  const known = listMigrations();
  const unknown = [...applied.keys()].find((name) => !known.some((migration) => migration.name === name));
  if (unknown)
    throw new Refusal(
      `the database has migration ${unknown}: back it up with the newer version that it belongs to`,
    );
  const { tables: found, beside } = await listTables(client);
  await client.query(
    `LOCK TABLE ${found.map(({ name }) => `public."${name}"`).join(", ")} IN ACCESS SHARE MODE`,
  );
  const tables: StoredTable[] = [];
  for (const table of found) {
    const { content, countRows } = copyOut(client, table);
    const stored = await archive.add(placeOfTable(table.name), until(signal, content));
    tables.push({ ...table, rows: countRows(), ...stored });
  }
  const sequences = await listSequences(client);
  const isCurrent = isSame(applied, known);
  const digested = await digestStudies(client, () => poolOf(ownerUrl, snapshot), { isCurrent, signal });
  const { rows } = await client.query<{ server_version: string }>("SHOW server_version");
  return {
    format: backupFormat,
    madeAt,
    software: { version: product.version, rules },
    postgres: rows[0]?.server_version ?? "",
    migrations: [...applied].map(([name, checksum]) => ({ name, checksum })),
    tables,
    sequences,
    files: withSecrets ? await addSecrets(archive, dataDir) : [],
    ...digested,
    leftOut: beside,
  };
}

const isSame = (applied: ReadonlyMap<string, string>, known: ReturnType<typeof listMigrations>): boolean =>
  applied.size === known.length && known.every(({ name, checksum }) => applied.get(name) === checksum);

async function* until(signal: AbortSignal, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    signal.throwIfAborted();
    yield chunk;
  }
}

/** The keys, where they are asked for. Everything else that is kept is in the database. */
async function addSecrets(archive: ArchiveWriter, dataDir: string): Promise<BackupManifest["files"]> {
  const name = "secrets.json";
  const content = await readFile(path.join(dataDir, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    throw new Refusal(
      `there is no ${name} in ${dataDir}: keep the AUTH_SECRET, the ENDPOINT_KEYS_KEY and the CARD_SIGNING_KEY that you set yourself`,
    );
  });
  return [{ name, ...(await archive.add(placeOfFile(name), Readable.from([content]))) }];
}
