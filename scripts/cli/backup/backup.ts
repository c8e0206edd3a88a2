import { InvalidArgumentError, type Command } from "commander";
import { createHere, backUp, record } from "#scripts/cli/backup/create.ts";
import { yesOption, confirm, type Confirmation } from "#scripts/cli/confirm.ts";
import path from "node:path";
import { env } from "#lib/env.ts";
import { withArchive, type Archive, countRows } from "#scripts/backup/archive.ts";
import {
  migrationsOf,
  restoreBackup,
  type DatabaseContents,
  type RestoreResult,
} from "#scripts/backup/restore.ts";
import { fromHere } from "#scripts/cli/track-files.ts";
import { withDatabase, type Database } from "#scripts/cli/database.ts";
import { Refusal, report } from "#scripts/cli/outcome.ts";
import { postgresMajor } from "#scripts/postgres/programs.ts";
import { besideOtherMajor, majorOf } from "#scripts/postgres/files.ts";
import { appRoleOf } from "#scripts/migrate/migrate.ts";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { withScratch, verifyIn } from "#scripts/backup/verify.ts";

function wholeNumber(given: string): number {
  if (!/^[1-9]\d{0,3}$/.test(given)) throw new InvalidArgumentError("a whole number from 1 to 9999");
  return Number(given);
}

export function addBackupCommands(program: Command): void {
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

type Options = Confirmation & { backupFirst: boolean };
type Outcome = RestoreResult & { before: string | null };

async function restoreHere(given: string, options: Options): Promise<void> {
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
      linesOf(archive, outcome),
    );
  });
}

/** Data of another PostgreSQL are kept beside the new ones. */
async function atThisMajor(options: Options, work: () => Promise<Outcome>): Promise<Outcome> {
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
  { file, sha256, ...options }: Options & { file: string; sha256: string },
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

function linesOf({ manifest }: Archive, { migrated, ended, secrets, before }: Outcome): string[] {
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
