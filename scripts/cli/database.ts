import path from "node:path";
import type { Viewer } from "#lib/auth/viewer.ts";
import { env } from "#lib/env.ts";
import { migrationStatus } from "#scripts/migrate/migrate.ts";
import { describeFailed } from "#scripts/migrate/history.ts";
import { usePostgres } from "#scripts/postgres/cluster.ts";
import { Refusal } from "#scripts/cli/outcome.ts";

/** `isInUse`: the embedded server was running, so the product or another command has it. */
export type Database = { appUrl: string; ownerUrl: string; isInUse?: boolean };

/**
 * Runs a command on the database: the one DATABASE_URL names, or the embedded one, which is shared with a
 * running server and otherwise started for as long as the command takes.
 */
export async function withDatabase<T>(run: (database: Database) => Promise<T>): Promise<T> {
  if (env.databaseUrl && env.databaseOwnerUrl) {
    return run({ appUrl: env.databaseUrl, ownerUrl: env.databaseOwnerUrl });
  }
  const cluster = await usePostgres({ dir: path.resolve(env.dataDir, "postgres") });
  try {
    const isInUse = cluster.how === "adopted";
    return await run({ appUrl: cluster.appUrl(), ownerUrl: cluster.ownerUrl(), isInUse });
  } finally {
    await cluster.release();
  }
}

/** For commands that read or write: the product's own code needs every migration applied. */
export async function withProduct<T>(run: (viewer: Viewer<"admin">) => Promise<T>): Promise<T> {
  return withDatabase(async ({ appUrl, ownerUrl }) => {
    const { pending, failed } = await migrationStatus(ownerUrl);
    if (failed) throw new Refusal(describeFailed(failed));
    if (pending.length > 0) {
      throw new Refusal(`the database needs ${pending.join(", ")}: run \`npm run benchside -- db migrate\``);
    }
    env.databaseUrl = appUrl;
    const { db } = await import("#lib/db.ts");
    const { operator } = await import("#lib/auth/operator.ts");
    try {
      return await run(operator());
    } finally {
      await db.$disconnect();
    }
  });
}
