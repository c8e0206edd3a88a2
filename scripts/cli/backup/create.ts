import { existsSync, statSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { env } from "#lib/env.ts";
import { createBackup, type Contents, type BackupResult } from "#scripts/backup/create.ts";
import { countRows } from "#scripts/backup/archive.ts";
import { withDatabase, type Database } from "#scripts/cli/database.ts";
import { Refusal, report } from "#scripts/cli/outcome.ts";
import { fromHere } from "#scripts/cli/track-files.ts";
import { forgetStopSignal, onStopSignal } from "#scripts/process/stop-signals.mjs";

type Options = { withSecrets?: boolean; keep?: number; json?: boolean };

const named = /^benchside-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(-\d+)?Z\.backup\.tar$/;
/** As ArchiveWriter names what isn't whole. */
const unfinished = /\.unfinished-\d+$/;
const newName = () =>
  `benchside-${new Date().toISOString().replaceAll(":", "-").replace(".", "-")}.backup.tar`;

/** The file to write: in the folder that is named under a name that sorts by time, or the one that is named itself. */
async function chooseFile(place: string | undefined): Promise<{ file: string; folder: string | null }> {
  const target = place === undefined ? path.resolve(env.dataDir, "backups") : fromHere(place);
  const isFolder =
    place === undefined || /[/\\]$/.test(place) || statSync(target, { throwIfNoEntry: false })?.isDirectory();
  const folder = isFolder ? target : path.dirname(target);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (isFolder) return { file: path.join(target, newName()), folder: target };
  if (existsSync(target)) throw new Refusal(`${target} is there already, and nothing is overwritten`);
  return { file: target, folder: null };
}

/** Besides, what a backup that was killed left there: none takes a day. */
async function removeOlder(folder: string, keep: number): Promise<string[]> {
  const names = await readdir(folder);
  const backups = names.filter((name) => named.test(name)).sort();
  const isLeft = (name: string) =>
    named.test(name.replace(unfinished, "")) &&
    unfinished.test(name) &&
    ageOf(path.join(folder, name)) > dayMs;
  const removed = [...backups.slice(0, -keep), ...names.filter(isLeft)];
  for (const name of removed) await rm(path.join(folder, name), { force: true });
  return removed;
}

const dayMs = 86_400_000;
const ageOf = (file: string): number =>
  Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());

export async function createHere(
  place: string | undefined,
  { withSecrets = false, keep, json }: Options,
): Promise<void> {
  const { file, folder } = await chooseFile(place);
  if (keep !== undefined && !folder) throw new Refusal("--keep needs a folder, not a file");
  await withDatabase(async (database) => {
    const made = await backUp(database, { file, withSecrets });
    const unrecorded = await record({ action: "backup.created", ...made });
    const removed = folder && keep !== undefined ? await removeOlder(folder, keep) : [];
    const { manifest, ...rest } = made;
    const { madeAt, tables, files, studies, withoutResults, leftOut } = manifest;
    report(
      json,
      {
        ...rest,
        madeAt,
        rows: countRows(manifest),
        tables: tables.length,
        files: files.length,
        studies: studies.length,
        withoutResults,
        leftOut,
        withSecrets,
        unrecorded,
        removed,
      },
      [
        ...linesOf(made, withSecrets),
        ...(unrecorded ? [`not recorded: ${unrecorded}`] : []),
        ...removed.map((name) => `removed ${name}`),
      ],
    );
  });
}

/** Ctrl-C leaves nothing behind. */
export async function backUp(
  { appUrl, ownerUrl }: Database,
  { file, withSecrets }: { file: string; withSecrets: boolean },
): Promise<BackupResult> {
  env.databaseUrl = appUrl;
  const stopped = new AbortController();
  const receive = onStopSignal(
    () => stopped.abort(),
    () => process.exit(130),
  );
  const { signal } = stopped;
  try {
    return await createBackup({ ownerUrl, file, dataDir: path.resolve(env.dataDir), withSecrets, signal });
  } catch (error) {
    throw signal.aborted ? new Refusal("cancelled: nothing was left") : error;
  } finally {
    forgetStopSignal(receive);
  }
}

/** For the record, and for whoever asks when the last backup was made. A database that can't be written to has its backup all the same. */
export async function record({
  action,
  file,
  bytes,
  sha256,
  manifest,
}: Omit<BackupResult, "manifest"> & { action: string; manifest: Contents }): Promise<string | null> {
  const { db } = await import("#lib/db.ts");
  const { recordEvent } = await import("#lib/auth/record-mutations.ts");
  const { operator } = await import("#lib/auth/operator.ts");
  const name = path.basename(file);
  const details = { bytes, sha256, madeAt: manifest.madeAt, rows: countRows(manifest) };
  try {
    await db.$transaction((tx) => recordEvent(tx, operator(), action, { type: "backup", id: name }, details));
    return null;
  } catch (error) {
    return error instanceof Error ? (error.message.trim().split("\n").at(-1) ?? "") : String(error);
  } finally {
    await db.$disconnect();
  }
}

function linesOf({ file, bytes, sha256, manifest }: BackupResult, withSecrets: boolean): string[] {
  const { tables, studies, withoutResults, leftOut } = manifest;
  const frozen = studies.filter((study) => study.manifest !== null).length;
  return [
    file,
    `${(bytes / 1e6).toFixed(1)} MB, SHA-256 ${sha256}`,
    `${countRows(manifest).toLocaleString("en")} rows in ${tables.length} tables, ${frozen} frozen plans of ${studies.length} studies`,
    ...(withoutResults === null ? [] : [`without digests of the results: ${withoutResults}`]),
    ...leftOut.map((name) => `left out: the table ${name}, which isn’t Benchside’s`),
    withSecrets
      ? "secrets.json is in it: whoever has the file can sign in as anybody"
      : "secrets are not in it: keep AUTH_SECRET, ENDPOINT_KEYS_KEY and CARD_SIGNING_KEY, or secrets.json, somewhere else",
    `to verify it: npm run benchside -- backup verify ${file}`,
  ];
}
