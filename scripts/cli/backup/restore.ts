import path from "node:path";
import { env } from "#lib/env.ts";
import { withArchive, type Archive } from "#scripts/backup/archive.ts";
import { migrationsOf } from "#scripts/backup/load.ts";
import { countRows } from "#scripts/backup/manifest.ts";
import { restoreBackup, type Present, type Restored } from "#scripts/backup/restore.ts";
import { backUp } from "#scripts/cli/backup/create.ts";
import { fromHere } from "#scripts/cli/track-files.ts";
import { hashFile } from "#scripts/cli/backup/verify.ts";
import { confirm, type Confirmation } from "#scripts/cli/confirm.ts";
import { withDatabase, type Database } from "#scripts/cli/database.ts";
import { Refusal, report } from "#scripts/cli/outcome.ts";
import { postgresMajor } from "#scripts/postgres/binaries.ts";
import { besideOtherMajor, majorOf } from "#scripts/postgres/major.ts";
import { appRoleOf } from "#scripts/supervise/database.ts";

type Options = Confirmation & { backupFirst: boolean };
type Outcome = Restored & { before: string | null };

export async function restoreHere(given: string, options: Options): Promise<void> {
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
  const ask = async ({ studies, people, answers }: Present) => {
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

const secretWords: Record<Restored["secrets"], string> = {
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
