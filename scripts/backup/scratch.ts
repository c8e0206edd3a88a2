import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { postgresMajor } from "#scripts/postgres/binaries.ts";
import { usePostgres } from "#scripts/postgres/cluster.ts";
import { majorOf } from "#scripts/postgres/major.ts";

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

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
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
  await run(adminUrl, `CREATE DATABASE ${name} OWNER ${owner} TEMPLATE template0 ENCODING 'UTF8'`);
  try {
    const scratch = new URL(ownerUrl);
    scratch.pathname = name;
    return await work(scratch.href, `${place}, database ${name}`);
  } finally {
    await run(adminUrl, `DROP DATABASE ${name} WITH (FORCE)`);
  }
}

async function withOwnCluster<T>(work: Work<T>): Promise<T> {
  const dir = mkdtempSync(path.join(tmpdir(), "benchside-verify-"));
  chmodSync(dir, 0o755);
  try {
    // Gone at the end in any case: nothing has to reach the disk.
    const cluster = await usePostgres({ dir, flags: ["fsync=off", "full_page_writes=off"] });
    return await work(cluster.ownerUrl(), `a PostgreSQL ${cluster.version} of its own in ${dir}`).finally(
      () => cluster.release(),
    );
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

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
