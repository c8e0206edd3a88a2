import "server-only";
import { lockOfRow, type JobConnection } from "#lib/jobs/connection.ts";
import { resumedKinds, type JobState } from "#lib/jobs/schema.ts";

const maxAttempts = 3;
const maxOfResumed = 50;

export type RecoveredJob = { id: string; kind: string; state: JobState; attempts: number };

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
