import { randomUUID, createHash } from "node:crypto";
import type { ClientBase } from "pg";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "#scripts/project.ts";

export const migrationsFolder = path.join(projectRoot, "prisma/migrations");
export const schemaFile = path.join(projectRoot, "prisma/schema.prisma");

export type Migration = { name: string; sql: string; checksum: string; transactional: boolean };

export function listMigrations(folder = migrationsFolder): Migration[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return names.map((name) => {
    const bytes = readFileSync(path.join(folder, name, "migration.sql"));
    const sql = bytes.toString("utf8");
    return {
      name,
      sql,
      checksum: createHash("sha256").update(bytes).digest("hex"),
      // CREATE INDEX CONCURRENTLY refuses to run inside a transaction; such a file says so in a comment.
      transactional: !/^--\s*no-transaction\b/m.test(sql),
    };
  });
}

/** What `_prisma_migrations` says, kept in Prisma's own columns so that its tools and ours agree. */
export type History = { applied: Map<string, string>; failed: string | null };

const TABLE = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

export async function createHistory(client: ClientBase): Promise<void> {
  await client.query(TABLE);
}

export async function readHistory(client: ClientBase): Promise<History> {
  const found = await client.query<{ name: string | null }>(
    "SELECT to_regclass('_prisma_migrations') AS name",
  );
  if (!found.rows[0]?.name) return { applied: new Map(), failed: null };
  const { rows } = await client.query<{ name: string; checksum: string; finished: boolean }>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS finished
     FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at`,
  );
  return {
    applied: new Map(rows.filter((row) => row.finished).map((row) => [row.name, row.checksum])),
    failed: rows.find((row) => !row.finished)?.name ?? null,
  };
}

export async function apply(client: ClientBase, migration: Migration): Promise<void> {
  const id = randomUUID();
  if (migration.transactional) await client.query("BEGIN");
  try {
    await client.query("INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ($1, $2, $3)", [
      id,
      migration.checksum,
      migration.name,
    ]);
    await client.query(migration.sql);
    await client.query(
      "UPDATE _prisma_migrations SET finished_at = clock_timestamp(), applied_steps_count = 1 WHERE id = $1",
      [id],
    );
    if (migration.transactional) await client.query("COMMIT");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (migration.transactional) await client.query("ROLLBACK");
    // Without a transaction half of it may stand: the row stays, so that nothing goes on before somebody has looked.
    else await client.query("UPDATE _prisma_migrations SET logs = $2 WHERE id = $1", [id, reason]);
    throw new Error(`migration ${migration.name} failed: ${reason}`, { cause: error });
  }
}

/** What stands in the history while a backup is restored: no start goes on with half of one. */
export const restoreMark = "restore of a backup";
export const aside = "benchside_before_restore";
const discarded = "benchside_discarded";

/** What a database like that is good for. */
export const describeFailed = (migration: string): string =>
  migration === restoreMark
    ? "a backup is being restored, or that was cut off: `npm run benchside -- db migrate`, or the next start, puts back what was there"
    : `migration ${migration} failed earlier and may be half applied`;

/** SQL for what is ours: our role's, and nothing that an extension brought, whose views and functions nobody can pass on. */
export const ours = (
  catalogue: string,
  owner: string,
): string => `pg_has_role(${owner}, 'USAGE') AND NOT EXISTS (
  SELECT FROM pg_depend WHERE classid = '${catalogue}'::regclass AND objid = one.oid AND deptype = 'e')`;

/**
 * SQL that moves everything of ours from one schema to another: whose owner we are, and what no extension brought. What
 * belongs to a table goes with it. Routines first: they are named with the types that they take, which haven't moved by then.
 */
function moving(from: string, to: string): string {
  return `DO $$ DECLARE named text; BEGIN
    FOR named IN SELECT format('ROUTINE %s', oid::regprocedure) FROM pg_proc one
        WHERE pronamespace = '${from}'::regnamespace AND ${ours("pg_proc", "proowner")}
      UNION ALL SELECT format('TABLE %s', oid::regclass) FROM pg_class one
        WHERE relnamespace = '${from}'::regnamespace AND relkind IN ('r', 'p') AND ${ours("pg_class", "relowner")}
      UNION ALL SELECT format('TYPE %s', oid::regtype) FROM pg_type one
        WHERE typnamespace = '${from}'::regnamespace AND typtype IN ('e', 'd') AND ${ours("pg_type", "typowner")}
    LOOP EXECUTE format('ALTER %s SET SCHEMA ${to}', named); END LOOP;
  END $$`;
}

async function inOne(client: ClientBase, work: () => Promise<unknown>): Promise<void> {
  await client.query("BEGIN");
  try {
    await work();
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

/**
 * Makes room for a backup. From here on there is nothing but the mark, until it is taken away or all is put back. Both at
 * once: without the mark the next start would take the database for a new one.
 */
export async function setAside(client: ClientBase): Promise<void> {
  await inOne(client, async () => {
    await client.query(`CREATE SCHEMA ${aside}`);
    await client.query(moving("public", aside));
    await createHistory(client);
    await client.query("INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ($1, '', $2)", [
      randomUUID(),
      restoreMark,
    ]);
  });
}

/** What was there before is there again, and nothing else. */
export async function putBack(client: ClientBase): Promise<void> {
  await inOne(client, async () => {
    await client.query(`CREATE SCHEMA ${discarded}`);
    await client.query(moving("public", discarded));
    await client.query(moving(aside, "public"));
    await client.query(`DROP SCHEMA ${aside}`);
    await client.query(`DROP SCHEMA ${discarded} CASCADE`);
  });
}

/** In the transaction that ends a restore: what came from the backup is what there is. */
export async function letGo(client: ClientBase): Promise<void> {
  await client.query(`DROP SCHEMA ${aside} CASCADE`);
  await client.query("DELETE FROM _prisma_migrations WHERE migration_name = $1", [restoreMark]);
}
