import "server-only";
import type pg from "pg";
import type { BulkClient } from "#lib/bulk/copy.ts";
import { closeConnection, requireAddress, openPool } from "#lib/database/connection.ts";
import { rethrow } from "#lib/database/outage.ts";
import { env } from "#lib/env.ts";
import { log } from "#lib/log.ts";
import { processSingleton } from "#lib/process-singleton.ts";

/** As many as PostgreSQL lets in, unless it is told otherwise: how many go on at once, others decide. */
const maxAtOnce = 100;
const pools = processSingleton("pools of bulk transactions", () => new Map<string, pg.Pool>());

function poolOf(connectionString: string): pg.Pool {
  const pool =
    pools.get(connectionString) ??
    openPool(connectionString, { max: maxAtOnce, name: "import", use: "bulk", allowExitOnIdle: true });
  pools.set(connectionString, pool);
  return pool;
}

/**
 * A transaction on a connection that nobody else has meanwhile, for what Prisma can't do: COPY. All or nothing, also when
 * the process is killed. Aborting undoes it, up to the moment before the commit; so does a value that is not to be kept.
 */
export async function inBulkTransaction<T>(
  run: (client: BulkClient) => Promise<T>,
  options: {
    signal?: AbortSignal;
    confirm?: (() => Promise<void>) | undefined;
    readOnly?: boolean;
    keep?: (value: T) => boolean;
    /** The tables that get many rows: the database looks at them afterwards, so that it plans questions well at once. */
    fills?: readonly string[];
  } = {},
): Promise<T> {
  const client = await poolOf(requireAddress(env.databaseUrl)).connect().catch(rethrow);
  // A lost connection also fails the statement that is under way or comes next: it is dealt with there.
  const ignore = () => undefined;
  client.on("error", ignore);
  let isWhole = false;
  try {
    await client.query(options.readOnly ? "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" : "BEGIN");
    const value = await run(client);
    const isKept = options.keep?.(value) !== false;
    if (isKept) await options.confirm?.();
    options.signal?.throwIfAborted();
    await client.query(isKept ? "COMMIT" : "ROLLBACK");
    isWhole = true;
    if (isKept && options.fills) await analyze(client, options.fills);
    return value;
  } catch (error) {
    return rethrow(error);
  } finally {
    // Closing a connection in the middle of a transaction undoes it.
    if (!isWhole) await closeConnection(client);
    client.off("error", ignore);
    client.release(!isWhole);
  }
}

/** What is stored is stored: where looking fails or isn't allowed (before PostgreSQL 17), the server does it in its time. */
async function analyze(client: BulkClient, tables: readonly string[]): Promise<void> {
  await client
    .query(`ANALYZE ${tables.join(", ")}`)
    .catch((error: unknown) => log.warn({ err: error }, "analyze"));
}

/** Imports into one benchmark wait for each other, whoever runs them. */
export async function lockBenchmark(client: BulkClient, benchmarkId: number): Promise<void> {
  await client.query("SELECT pg_advisory_xact_lock(hashtext('benchmark'), $1)", [benchmarkId]);
}
