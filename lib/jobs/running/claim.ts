import "server-only";
import { longKinds, resumedKinds, type JobState } from "#lib/jobs/schema.ts";
import pg from "pg";
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
const lockOfRow = "hashtextextended('job ' || id::text, 0)";

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

type ClaimedJob = {
  id: string;
  kind: string;
  payload: unknown;
  /** Which attempt this is; a process that lost its job and wakes up later can't write into the next one's. */
  attempt: number;
  requestedBy: { id: string; name: string } | null;
};

/** A running job and the connection whose session holds its lock. */
export type LockedJob = { client: JobConnection; job: ClaimedJob };

const isOlder = "(ahead.created_at, ahead.id) < (jobs.created_at, jobs.id)";
const noneAhead = (queued: string) => `NOT EXISTS (
  SELECT FROM jobs ahead WHERE ahead.exclusive_key = jobs.exclusive_key
    AND (ahead.state = 'running' OR (ahead.state = 'queued' AND ${isOlder} AND ${queued})))`;

/** Long work and short stand in lines of their own. */
export type Lane = "short" | "long";
const inLane = (lane: Lane) =>
  `kind ${lane === "long" ? "" : "NOT "}IN (${longKinds.map((kind) => `'${kind}'`).join(", ")})`;

const nextInLine = (lane: Lane) => `
  SELECT id FROM jobs WHERE state = 'queued' AND NOT is_attended AND ${inLane(lane)} AND ${noneAhead("true")}
  ORDER BY created_at, id LIMIT 1`;

const begin = (condition: string) => `
  UPDATE jobs SET state = 'running', attempts = attempts + 1, started_at = now(), heartbeat_at = now(),
    done = 0, total = NULL, rows = 0
  WHERE id = $1 AND state = 'queued' AND ${condition}
  RETURNING id, kind, payload, attempts AS attempt, CASE WHEN requested_by_id IS NOT NULL THEN
    (SELECT jsonb_build_object('id', id, 'name', name) FROM users WHERE users.id = requested_by_id) END AS "requestedBy"`;

export async function isAnyWaiting(client: JobConnection, lane: Lane): Promise<boolean> {
  return (await client.query(nextInLine(lane))).rows.length > 0;
}

/** Takes the oldest job that may run now, or null where there is none or others were quicker. */
export async function claimNext(lane: Lane): Promise<LockedJob | null> {
  const client = await openJobConnection();
  try {
    const job = await claimOn(client, lane);
    if (job) return { client, job };
  } catch (error) {
    await closeJobConnection(client);
    throw error;
  }
  await closeJobConnection(client);
  return null;
}

async function claimOn(client: JobConnection, lane: Lane): Promise<ClaimedJob | null> {
  await client.query("BEGIN");
  const { rows } = await client.query<{ id: string }>(`${nextInLine(lane)} FOR UPDATE OF jobs SKIP LOCKED`);
  // Held before anybody can see the job running: a running job whose lock is free has lost its process.
  if (!rows[0] || !(await holdJob(client, rows[0].id))) return null;
  const job = await unlessKeyIsTaken(client.query<ClaimedJob>(begin("NOT is_attended"), [rows[0].id]));
  if (job) await client.query("COMMIT");
  return job;
}

/**
 * For a command that waits itself. Behind older jobs that wait for a worker it stands in line only where
 * there is a worker to take them.
 */
export async function takeTurn(
  client: JobConnection,
  id: string,
  workerIsThere: boolean,
): Promise<LockedJob | null> {
  const condition = noneAhead(workerIsThere ? "true" : "ahead.is_attended");
  const job = await unlessKeyIsTaken(client.query<ClaimedJob>(begin(condition), [id]));
  return job && { client, job };
}

/** Two that begin in the same instant don't see each other; the index jobs_one_running_per_key lets one through. */
async function unlessKeyIsTaken(statement: Promise<pg.QueryResult<ClaimedJob>>): Promise<ClaimedJob | null> {
  try {
    return (await statement).rows[0] ?? null;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.constraint === "jobs_one_running_per_key") return null;
    throw error;
  }
}

const maxAttempts = 3;
const maxOfResumed = 50;

type RecoveredJob = { id: string; kind: string; state: JobState; attempts: number };

const candidates = "SELECT id FROM jobs WHERE state = 'running' OR (state = 'queued' AND is_attended)";

const isResumed = `kind IN (${resumedKinds.map((kind) => `'${kind}'`).join(", ")})`;
const most = `CASE WHEN ${isResumed} THEN ${maxOfResumed} ELSE ${maxAttempts} END`;
const isOver = `(cancel_requested_at IS NOT NULL OR is_attended OR attempts >= ${most})`;
const putBack = `
  UPDATE jobs SET
    state = CASE WHEN cancel_requested_at IS NOT NULL THEN 'cancelled' WHEN ${isOver} THEN 'failed' ELSE 'queued' END::job_state,
    error = CASE WHEN cancel_requested_at IS NOT NULL THEN NULL
      WHEN is_attended THEN 'The command that ran it was ended'
      WHEN ${isOver} THEN 'The process that ran it ended ' || attempts || ' times' END,
    finished_at = CASE WHEN ${isOver} THEN now() END,
    started_at = CASE WHEN ${isOver} THEN started_at END,
    heartbeat_at = CASE WHEN ${isOver} THEN heartbeat_at END,
    done = CASE WHEN ${isOver} THEN done ELSE 0 END,
    total = CASE WHEN ${isOver} THEN total END,
    rows = CASE WHEN ${isOver} THEN rows ELSE 0 END
  WHERE id = $1 AND (state = 'running' OR (state = 'queued' AND is_attended))
    AND pg_try_advisory_xact_lock(${lockOfRow})
  RETURNING id, kind, state, attempts`;

/** Jobs whose process is gone: taken again, or ended where that makes no sense. `own` are known to be alive. */
export async function recoverAbandoned(
  client: JobConnection,
  own: readonly string[],
): Promise<RecoveredJob[]> {
  const recovered: RecoveredJob[] = [];
  for (const { id } of (await client.query<{ id: string }>(candidates)).rows) {
    if (own.includes(id)) continue;
    recovered.push(...(await client.query<RecoveredJob>(putBack, [id])).rows);
  }
  return recovered;
}
