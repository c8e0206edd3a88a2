import "server-only";
import { PgBoss } from "pg-boss";
import { env } from "#lib/env.ts";
import { log } from "#lib/log.ts";

/** The queue's tables are made with the migrations, by the owner of the database; the app only uses them. */
export async function openQueue(connectionString = env.databaseUrl): Promise<PgBoss> {
  if (!connectionString) throw new Error("DATABASE_URL is not set: start with `npm start`, or set it");
  const boss = new PgBoss({
    connectionString,
    application_name: "benchside worker",
    max: 4,
    migrate: false,
    createSchema: false,
    // Rebuilding indexes needs their owner; autovacuum is the operator's business.
    reindex: false,
    monitorVacuum: false,
  });
  boss.on("error", (error) => log.error({ err: error }, "job queue"));
  await boss.start();
  return boss;
}
