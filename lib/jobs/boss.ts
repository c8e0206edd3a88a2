import "server-only";
import { PgBoss } from "pg-boss";
import { requireAddress } from "#lib/database/connection.ts";
import { openPool } from "#lib/database/pool.ts";
import { env } from "#lib/env.ts";
import { log } from "#lib/log.ts";

/** The queue's tables are made with the migrations, by the owner of the database; the app only uses them. */
export async function openQueue(connectionString = env.databaseUrl): Promise<PgBoss> {
  const pool = openPool(requireAddress(connectionString), { max: 4, name: "worker" });
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    migrate: false,
    createSchema: false,
    // Rebuilding indexes needs their owner; autovacuum is the operator's business.
    reindex: false,
    monitorVacuum: false,
  });
  boss.on("error", (error) => log.error({ err: error }, "job queue"));
  boss.once("stopped", () => void pool.end());
  await boss.start();
  return boss;
}
