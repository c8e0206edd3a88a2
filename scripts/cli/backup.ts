import path from "node:path";
import { InvalidArgumentError, type Command } from "commander";
import { yesOption, confirm, type Confirmation } from "#scripts/cli/confirm.ts";
import { env } from "#lib/env.ts";
import { withArchive, type Archive, countRows } from "#scripts/backup/archive.ts";
import {
  migrationsOf,
  restoreBackup,
  type DatabaseContents,
  type RestoreResult,
} from "#scripts/backup/restore.ts";
import { fromHere } from "#scripts/cli/files.ts";
import { withDatabase, type Database } from "#scripts/cli/database.ts";
import { Refusal, report } from "#scripts/cli/outcome.ts";
import { postgresMajor } from "#scripts/postgres/programs.ts";
import { besideOtherMajor, majorOf } from "#scripts/postgres/files.ts";
import { appRoleOf } from "#scripts/migrate/migrate.ts";
import { createHash } from "node:crypto";
import { createReadStream, existsSync, statSync } from "node:fs";
import { stat, mkdir, readdir, rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { withScratch, verifyIn } from "#scripts/backup/verify.ts";
import { createBackup, type Contents, type BackupResult } from "#scripts/backup/create.ts";
import { forgetStopSignal, onStopSignal } from "#scripts/process/stop-signals.mjs";

function wholeNumber(given: string): number {
  if (!/^[1-9]\d{0,3}$/.test(given)) throw new InvalidArgumentError("a whole number from 1 to 9999");
  return Number(given);
}

export function addCommands(program: Command): void {
  const command = program.command("backup").description("back everything up into one file, and restore it");
  command
    .command("create")
    .description("back up the database while people answer")
    .argument("[place]", "a folder, or the file to write (default: DATA_DIR/backups)")
    .option("--with-secrets", "include secrets.json, which seals sign-ins and authenticator apps")
    .option("--keep <n>", "then remove all but the newest n backups in the folder", wholeNumber)
    .option("--json", "print one JSON object")
    .action(createHere);
  command
    .command("verify")
    .description("restore a backup into a scratch database, compare the two, and drop the database again")
    .argument("<file>", "the backup")
    .option("--json", "print one JSON object")
    .action(verifyHere);
  command
    .command("restore")
    .description("restore a backup into an empty database or, after asking, in place of what is there")
    .argument("<file>", "the backup")
    .option("--no-backup-first", "don’t back up first what is replaced")
    .option(...yesOption)
    .option("--json", "print one JSON object")
    .action(restoreHere);
}

type RestoreOptions = Confirmation & { backupFirst: boolean };
type Outcome = RestoreResult & { before: string | null };

async function restoreHere(given: string, options: RestoreOptions): Promise<void> {
  const file = fromHere(given);
  await withArchive(file, async (archive) => {
    // All that can be wrong with the file is known before anything is asked, or touched.
    migrationsOf(archive.manifest);
    await archive.check();
    const sha256 = await hashFile(file);
    const work = () =>
      withDatabase((database) => restoreInto(database, archive, { ...options, file, sha256 }));
    const outcome = await atThisMajor(options, work);
    const { madeAt } = archive.manifest;
    report(
      options.json,
      { file, madeAt, rows: countRows(archive.manifest), ...outcome },
      restoredLines(archive, outcome),
    );
  });
}

/** Data of another PostgreSQL are kept beside the new ones. */
async function atThisMajor(options: RestoreOptions, work: () => Promise<Outcome>): Promise<Outcome> {
  const dir = path.resolve(env.dataDir, "postgres");
  const other = env.databaseUrl ? null : majorOf(dir);
  if (other === null || other === postgresMajor) return work();
  await confirm(options, {
    name: `postgresql-${other}`,
    means: [
      `${dir} was made by PostgreSQL ${other}; a new folder for PostgreSQL ${postgresMajor} takes its place, filled from the backup`,
      "the old folder stays beside it, and what was answered after the backup was made is only there",
    ],
  });
  return besideOtherMajor(dir, async (before) => ({ ...(await work()), before }));
}

async function restoreInto(
  { appUrl, ownerUrl, isInUse }: Database,
  archive: Archive,
  { file, sha256, ...options }: RestoreOptions & { file: string; sha256: string },
): Promise<Outcome> {
  if (isInUse) throw new Refusal("the embedded server is in use: stop the product and other commands first");
  const name = decodeURIComponent(new URL(ownerUrl).pathname.slice(1));
  let before: string | null = null;
  const ask = async ({ studies, people, answers }: DatabaseContents) => {
    await confirm(options, {
      name,
      means: [
        `the database ${name} is not empty (studies: ${studies}, accounts: ${people}, answers: ${answers}): the backup of ${archive.manifest.madeAt} takes its place`,
        "staff have to sign in again, and access tokens end; participants stay signed in",
      ],
    });
    if (!options.backupFirst) return;
    const stamp = new Date().toISOString().replaceAll(":", "-").replace(".", "-");
    before = path.join(path.dirname(file), `before-restore-${stamp}.backup.tar`);
    await backUp({ appUrl, ownerUrl }, { file: before, withSecrets: false });
  };
  const role = appRoleOf(appUrl, ownerUrl);
  const wanted = {
    ownerUrl,
    appRole: role,
    dataDir: path.resolve(env.dataDir),
    file: path.basename(file),
    sha256,
  };
  return { ...(await restoreBackup(archive, { ...wanted, confirm: ask })), before };
}

const secretWords: Record<RestoreResult["secrets"], string> = {
  none: "secrets were not in it: authenticator apps work, and devices can give back answers, only with the same AUTH_SECRET as before; keys of model endpoints open only with the same ENDPOINT_KEYS_KEY; with another CARD_SIGNING_KEY published cards are signed anew",
  kept: "secrets.json was already there and was kept: if the backup is another instance’s, enter the keys of model endpoints again",
  restored: "secrets.json was restored",
};

function restoredLines({ manifest }: Archive, { migrated, ended, secrets, before }: Outcome): string[] {
  return [
    `restored ${countRows(manifest).toLocaleString("en")} rows in ${manifest.tables.length} tables, as of ${manifest.madeAt}`,
    ...migrated.map((name) => `applied ${name}`),
    ...(before ? [`what was there before was kept as ${before}`] : []),
    `ended: ${ended.signIns} sign-ins of staff, ${ended.links} unused sign-in links, ${ended.tokens} access tokens`,
    ...(ended.withdrawn > 0
      ? [`${ended.withdrawn} people who withdrew since stay withdrawn, ${ended.erased} of them erased`]
      : []),
    secretWords[secrets],
    "participants stay signed in: when they come back, their devices give back what they answered since; who started since then goes on by their link, in the same browser",
    "look through People: passwords, second factors, roles and deactivated accounts are as they were when the backup was made",
  ];
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}

/** On a machine that has nothing but the file there is no record to write in. */
const hasDatabase = (): boolean =>
  env.databaseUrl !== null || majorOf(path.resolve(env.dataDir, "postgres")) === postgresMajor;

async function verifyHere(given: string, { json }: { json?: boolean }): Promise<void> {
  const file = fromHere(given);
  await withArchive(file, async (archive) => {
    await archive.check();
    const { manifest } = archive;
    const { madeAt, software, postgres, tables, files, migrations } = manifest;
    const [{ size: bytes }, sha256] = [await stat(file), await hashFile(file)];
    const whole = `the file: ${bytes.toLocaleString("en")} bytes, ${tables.length} tables and ${files.length} files in it as they were written`;
    const { place, ...verdict } = await withScratch(env, async (ownerUrl, where) => ({
      place: where,
      ...(await verifyIn(archive, ownerUrl)),
    }));
    const compared = [whole, ...verdict.compared];
    const isGood = verdict.differs.length === 0;
    if (isGood && hasDatabase())
      await withDatabase(({ appUrl }) => {
        env.databaseUrl = appUrl;
        return record({ action: "backup.verified", file, bytes, sha256, manifest });
      });
    report(
      json,
      {
        file,
        sha256,
        madeAt,
        software,
        postgres,
        rows: countRows(manifest),
        place,
        compared,
        differs: verdict.differs,
      },
      [
        `made ${madeAt} by Benchside ${software.version} on PostgreSQL ${postgres}, at migration ${migrations.at(-1)?.name}`,
        `restored on ${place}, which was removed again`,
        ...compared,
        ...(isGood ? ["nothing differs"] : []),
      ],
    );
    if (isGood) return;
    if (json) process.exitCode = 1;
    else throw new Refusal(...verdict.differs);
  });
}

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

async function createHere(
  place: string | undefined,
  { withSecrets = false, keep, json }: { withSecrets?: boolean; keep?: number; json?: boolean },
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
        ...createdLines(made, withSecrets),
        ...(unrecorded ? [`not recorded: ${unrecorded}`] : []),
        ...removed.map((name) => `removed ${name}`),
      ],
    );
  });
}

/** Ctrl-C leaves nothing behind. */
async function backUp(
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
async function record({
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

function createdLines({ file, bytes, sha256, manifest }: BackupResult, withSecrets: boolean): string[] {
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
