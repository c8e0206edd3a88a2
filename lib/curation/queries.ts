import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";

export const droppedPerPage = 50;

/** What each run of the stage gave to the right option, in their order; null where it didn't say. */
export type DroppedCase = { track: string; key: string; why: readonly (number | null)[] };

/** A page of the cases that went out when the benchmark was filtered, as their stage saw them then. In SQL: Prisma doesn't look into lists of stages. */
export async function listDropped(
  _admin: Viewer<"admin">,
  benchmarkId: number,
  page: number,
): Promise<DroppedCase[]> {
  return db.$queryRaw<DroppedCase[]>`
    SELECT t.name AS track, c.key, d.why
    FROM benchmark_lineage_drops d JOIN benchmark_lineages l ON l.benchmark_id = d.benchmark_id
      JOIN case_versions v ON v.id = d.case_version_id JOIN cases c ON c.id = v.case_id JOIN tracks t ON t.id = c.track_id
    WHERE d.benchmark_id = ${benchmarkId} AND l.stages -> d.stage::int ->> 'stage' = 'confidence'
    ORDER BY d.case_version_id LIMIT ${droppedPerPage} OFFSET ${(page - 1) * droppedPerPage}`;
}
