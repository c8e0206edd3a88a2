import { randomUUID } from "node:crypto";
import type { ClientBase } from "pg";
import { createHistory } from "#scripts/migrate/history.ts";

/** What stands in the history while a backup is restored: no start goes on with half of one. */
export const restoreMark = "restore of a backup";
export const aside = "benchside_before_restore";
const discarded = "benchside_discarded";

/** What a database like that is good for. */
export const describeFailed = (migration: string): string =>
  migration === restoreMark
    ? "a backup is being restored, or that was cut off: `npm run benchside -- db migrate`, or the next start, puts back what was there"
    : `migration ${migration} failed earlier and may be half applied`;

/**
 * SQL that moves everything of ours from one schema to another: whose owner we are, and what no extension brought. What
 * belongs to a table goes with it. Routines first: they are named with the types that they take, which haven't moved by then.
 */
function moving(from: string, to: string): string {
  const ours = (catalogue: string, owner: string) => `pg_has_role(${owner}, 'USAGE') AND NOT EXISTS (
    SELECT FROM pg_depend WHERE classid = '${catalogue}'::regclass AND objid = one.oid AND deptype = 'e')`;
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
