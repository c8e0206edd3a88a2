import { createHash, randomBytes } from "node:crypto";
import pg from "pg";
import { rules } from "#lib/study-results/rules.ts";
import product from "#package.json" with { type: "json" };
import { type Archive, countRows, type BackupManifest, type StudyDigest } from "#scripts/backup/archive.ts";
import { loadBackup, migrationsOf } from "#scripts/backup/restore.ts";
import { copyOut, listSequences, poolOf, withCopying } from "#scripts/backup/snapshot.ts";
import { digestStudies, listBrokenPlans } from "#scripts/backup/studies.ts";
import { createHistory } from "#scripts/migrate/history.ts";
import { migrate } from "#scripts/migrate/migrate.ts";
import path from "node:path";
import { postgresMajor } from "#scripts/postgres/programs.ts";
import { runOn, usePostgres, withThrowawayCluster } from "#scripts/postgres/cluster.ts";
import { majorOf } from "#scripts/postgres/files.ts";

/** What was compared, a line each, and what differs; nothing does in a good backup. */
export type Verdict = { compared: string[]; differs: string[] };

const counted = (n: number, one: string, many = `${one}s`) =>
  `${n.toLocaleString("en")} ${n === 1 ? one : many}`;

/** Restores a backup into an empty database and holds what is there then against what the backup says. */
export async function verifyIn(archive: Archive, ownerUrl: string): Promise<Verdict> {
  const { manifest } = archive;
  const verdict: Verdict = { compared: [], differs: [] };
  migrationsOf(manifest);
  await withCopying(ownerUrl, async (client) => {
    await createHistory(client);
    await loadBackup(client, archive);
    await compareRows(client, manifest, verdict);
    await comparePlans(client, manifest, verdict);
  });
  const { applied } = await migrate(ownerUrl);
  if (applied.length > 0)
    verdict.compared.push(`brought up to date: ${counted(applied.length, "migration")} applied`);
  await withCopying(ownerUrl, (client) =>
    compareResults(client, ownerUrl, manifest, verdict, applied.length === 0),
  );
  return verdict;
}

async function compareRows(client: pg.Client, manifest: BackupManifest, verdict: Verdict): Promise<void> {
  for (const table of manifest.tables) {
    const { content, countRows: countFound } = copyOut(client, table);
    const hash = createHash("sha256");
    for await (const chunk of content) hash.update(chunk);
    if (countFound() !== table.rows)
      verdict.differs.push(`${table.name} has ${countFound()} rows, and had ${table.rows}`);
    else if (hash.digest("hex") !== table.sha256)
      verdict.differs.push(`${table.name} has other rows than were backed up`);
  }
  const [rows, tables] = [counted(countRows(manifest), "row"), counted(manifest.tables.length, "table")];
  verdict.compared.push(`${rows} in ${tables}: counted, and read back from the database byte for byte`);
  const found = JSON.stringify(await listSequences(client));
  if (found !== JSON.stringify(manifest.sequences))
    verdict.differs.push("the next numbers of new rows differ");
  verdict.compared.push(`${counted(manifest.sequences.length, "sequence")}: the next number of each`);
}

async function comparePlans(client: pg.Client, { studies }: BackupManifest, verdict: Verdict): Promise<void> {
  const { rows } = await client.query<{ id: string; hash: string }>(
    "SELECT study_id AS id, encode(hash, 'hex') AS hash FROM study_manifests",
  );
  const found = new Map(rows.map(({ id, hash }) => [id, hash]));
  const frozen = studies.filter(({ manifest }) => manifest !== null);
  for (const slug of await listBrokenPlans(client))
    verdict.differs.push(`the frozen plan of ${slug} doesn’t have the hash that stands beside it`);
  for (const { id, slug, manifest } of frozen)
    if (found.get(id) !== manifest) verdict.differs.push(`the frozen plan of ${slug} has another hash`);
  verdict.compared.push(
    `${counted(frozen.length, "frozen plan")}: the hash computed anew from the text, and as in the backup’s manifest`,
  );
}

async function compareResults(
  client: pg.Client,
  ownerUrl: string,
  manifest: BackupManifest,
  { compared, differs }: Verdict,
  isSameSchema: boolean,
): Promise<void> {
  const { studies, withoutResults } = await digestStudies(client, () => poolOf(ownerUrl), {
    isCurrent: true,
  });
  if (withoutResults) return void differs.push(`results: ${withoutResults}`);
  const withFigures = studies.filter(({ results }) => results.people !== null);
  const whose = counted(withFigures.length, "study", "studies");
  const { software } = manifest;
  const isSame = isSameSchema && software.version === product.version && software.rules === rules;
  if (manifest.withoutResults !== null || !isSame)
    return void compared.push(
      `results of ${whose}: computed without an error, not compared, ` +
        (manifest.withoutResults === null
          ? `since the backup’s are by the rules of another version (${software.version})`
          : `since the backup has none: ${manifest.withoutResults}`),
    );
  const before = new Map(manifest.studies.map((study) => [study.id, digestOf(study)]));
  for (const study of studies)
    if (before.get(study.id) !== digestOf(study)) differs.push(`the results of ${study.slug} differ`);
  compared.push(`results of ${whose}: every figure of the overview, computed anew`);
}

const digestOf = ({ state, results }: StudyDigest) => `${state} ${results.people} ${results.simulated}`;

type Settings = { dataDir: string; databaseUrl: string | null; databaseOwnerUrl: string | null };
type Work<T> = (ownerUrl: string, place: string) => Promise<T>;

async function mayCreateDatabases(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const sql = "SELECT rolcreatedb OR rolsuper AS may FROM pg_roles WHERE rolname = current_user";
    return (await client.query<{ may: boolean }>(sql)).rows[0]?.may ?? false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A database that is there as long as the work takes, made and dropped by whoever `adminUrl` names. */
async function withDatabaseOn<T>(
  adminUrl: string,
  ownerUrl: string,
  place: string,
  work: Work<T>,
): Promise<T> {
  const name = `benchside_verify_${randomBytes(5).toString("hex")}`;
  const owner = pg.escapeIdentifier(decodeURIComponent(new URL(ownerUrl).username));
  await runOn(adminUrl, `CREATE DATABASE ${name} OWNER ${owner} TEMPLATE template0 ENCODING 'UTF8'`);
  try {
    const scratch = new URL(ownerUrl);
    scratch.pathname = name;
    return await work(scratch.href, `${place}, database ${name}`);
  } finally {
    await runOn(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`);
  }
}

const withOwnCluster = <T>(work: Work<T>): Promise<T> =>
  withThrowawayCluster("benchside-verify-", (cluster, dir) =>
    work(cluster.ownerUrl(), `a PostgreSQL ${cluster.version} of its own in ${dir}`),
  );

/**
 * An empty database to try a backup in: on your own server where the owner may create one, on the embedded server where there
 * is one, and otherwise on a server that is made for it and removed again.
 */
export async function withScratch<T>(settings: Settings, work: Work<T>): Promise<T> {
  const { databaseUrl, databaseOwnerUrl, dataDir } = settings;
  const url = databaseOwnerUrl ?? databaseUrl;
  if (url) {
    const may = await mayCreateDatabases(url).catch(() => false);
    return may ? withDatabaseOn(url, url, "the server of DATABASE_OWNER_URL", work) : withOwnCluster(work);
  }
  const dir = path.resolve(dataDir, "postgres");
  if (majorOf(dir) !== postgresMajor) return withOwnCluster(work);
  const cluster = await usePostgres({ dir });
  const admin = cluster.superuserUrl("postgres");
  return withDatabaseOn(admin, cluster.ownerUrl(), "the embedded server", work).finally(() =>
    cluster.release(),
  );
}
