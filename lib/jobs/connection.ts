import "server-only";
import type pg from "pg";
import { closeConnection, openConnection } from "#lib/database/connection.ts";
import { env } from "#lib/env.ts";

export type JobConnection = pg.Client;

/**
 * In SQL, of its own and outside of every pool: what a session holds is given back when the connection ends, however it
 * ends. Where the network is gone this side has to stop before the other side hands the job to somebody else.
 */
export const openJobConnection = (): Promise<JobConnection> => openConnection(env.databaseUrl, "job", "job");

export const closeJobConnection = closeConnection;

/** SQL over a row of jobs: the lock that is held in a session for as long as the job's process lives. */
export const lockOfRow = "hashtextextended('job ' || id::text, 0)";

export async function holdJob(client: JobConnection, id: string): Promise<boolean> {
  const sql = "SELECT pg_try_advisory_lock(hashtextextended('job ' || $1::uuid::text, 0)) AS held";
  const { rows } = await client.query<{ held: boolean }>(sql, [id]);
  return rows[0]?.held ?? false;
}

/** Sooner than closing the connection would; where that is lost already, so is the lock. */
export async function releaseJobs(client: JobConnection): Promise<void> {
  await client.query("SELECT pg_advisory_unlock_all()").catch(() => undefined);
}

const workersLock = "hashtextextended('job workers', 0)";

/** Held by every worker, so that others can tell whether there is one. */
export async function signOn(client: JobConnection): Promise<void> {
  await client.query(`SELECT pg_advisory_lock_shared(${workersLock})`);
}

export async function isAnyWorkerThere(client: JobConnection): Promise<boolean> {
  const sql = `SELECT NOT pg_try_advisory_xact_lock(${workersLock}) AS there`;
  return (await client.query<{ there: boolean }>(sql)).rows[0]?.there ?? false;
}
