import { randomUUID } from "node:crypto";
import type { ClientBase } from "pg";
import type { Migration } from "#scripts/migrate/folder.ts";

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
