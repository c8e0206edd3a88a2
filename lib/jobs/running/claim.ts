import "server-only";
import { holdJob, openJobConnection, closeJobConnection, type JobConnection } from "#lib/jobs/connection.ts";
import { longKinds } from "#lib/jobs/schema.ts";
import pg from "pg";

export type ClaimedJob = {
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
