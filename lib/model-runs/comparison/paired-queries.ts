import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import type { PairedCounts } from "#lib/metrics/tests/paired-difference.ts";

/** How two runs did on the current cases of one track that both answered: `first` is the one with the smaller number. */
export type PairedTrack = PairedCounts & { first: number; second: number; track: string };

/** In SQL: two rows of the same table beside each other, counted. */
export async function countPaired(
  _admin: Viewer<"admin">,
  benchmarkId: number,
  runIds: readonly number[],
): Promise<PairedTrack[]> {
  if (runIds.length < 2) return [];
  return db.$queryRaw<PairedTrack[]>`
    WITH said AS (
      SELECT p.run_id, p.case_version_id, p.correct, t.name AS track
      FROM predictions p
        JOIN case_versions v ON v.id = p.case_version_id AND v.retired_at IS NULL
        JOIN cases c ON c.id = v.case_id JOIN tracks t ON t.id = c.track_id
      WHERE p.correct IS NOT NULL AND t.benchmark_id = ${benchmarkId} AND p.run_id = ANY (${[...runIds]}))
    SELECT a.run_id AS first, b.run_id AS second, a.track,
      count(*) FILTER (WHERE a.correct AND b.correct)::int AS both,
      count(*) FILTER (WHERE a.correct AND NOT b.correct)::int AS "onlyFirst",
      count(*) FILTER (WHERE NOT a.correct AND b.correct)::int AS "onlySecond",
      count(*) FILTER (WHERE NOT a.correct AND NOT b.correct)::int AS neither
    FROM said a JOIN said b ON b.case_version_id = a.case_version_id AND a.run_id < b.run_id
    GROUP BY 1, 2, 3`;
}
