import "server-only";
import type { LockedJob } from "#lib/jobs/running/claim.ts";
import { releaseJobs } from "#lib/jobs/connection.ts";
import type { JobProgress } from "#lib/jobs/schema.ts";

export type StoredProgress = JobProgress & { isCancelled: boolean; heartbeatAt: string };

// Written on the connection that holds the lock, and for this attempt only: whoever lost the job changes nothing.
const mine = "id = $1 AND attempts = $2 AND state = 'running'";

/** Null where the job is no longer this process's own. */
export async function writeProgress(
  { client, job }: LockedJob,
  progress: JobProgress,
): Promise<StoredProgress | null> {
  const whole = [progress.done, progress.total, progress.rows].map((n) => n && Math.floor(n));
  const { rows } = await client.query<{ isCancelled: boolean; heartbeatAt: Date }>(
    `UPDATE jobs SET done = $3, total = $4, rows = $5, heartbeat_at = now() WHERE ${mine}
     RETURNING cancel_requested_at IS NOT NULL AS "isCancelled", heartbeat_at AS "heartbeatAt"`,
    [job.id, job.attempt, ...whole],
  );
  const [row] = rows;
  if (!row) return null;
  return { ...progress, isCancelled: row.isCancelled, heartbeatAt: row.heartbeatAt.toISOString() };
}

type End = { state: "done"; result: unknown } | { state: "failed"; error: string } | { state: "cancelled" };

export async function endJob({ client, job }: LockedJob, end: End): Promise<void> {
  await client.query(
    `UPDATE jobs SET state = $3::job_state, result = $4::jsonb, error = $5, finished_at = now() WHERE ${mine}`,
    [
      job.id,
      job.attempt,
      end.state,
      end.state === "done" ? toJson(end.result) : null,
      end.state === "failed" ? storable(end.error) : null,
    ],
  );
  await releaseJobs(client);
}

/** Back to where it was before, as if it hadn't been taken; unless somebody wanted its end meanwhile. */
export async function requeueJob({ client, job }: LockedJob): Promise<"requeued" | "cancelled"> {
  const { rows } = await client.query<{ state: string }>(
    `UPDATE jobs SET done = 0, total = NULL, rows = 0, heartbeat_at = NULL, started_at = NULL, attempts = attempts - 1,
       state = CASE WHEN cancel_requested_at IS NULL THEN 'queued' ELSE 'cancelled' END::job_state,
       finished_at = CASE WHEN cancel_requested_at IS NULL THEN NULL ELSE now() END
     WHERE ${mine} RETURNING state`,
    [job.id, job.attempt],
  );
  await releaseJobs(client);
  return rows[0]?.state === "cancelled" ? "cancelled" : "requeued";
}

// PostgreSQL's text holds neither U+0000 nor half a surrogate pair, and users' files hold both.
const storable = (text: string) => text.replace(/[\0\p{Surrogate}]/gu, "\ufffd");

function toJson(value: unknown): string {
  const convert = (_key: string, part: unknown) =>
    typeof part === "string" ? storable(part) : typeof part === "bigint" ? Number(part) : part;
  return JSON.stringify(value ?? null, convert);
}
