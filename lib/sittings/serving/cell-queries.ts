import "server-only";
import type { SeenStudyId } from "#lib/auth/study-scope.ts";
import { ask, db } from "#lib/db.ts";
import { Prisma } from "#lib/generated/prisma/client.ts";
import { maxListedCells } from "#lib/sittings/schema.ts";
import type { SampledStratum } from "#lib/studies/strata/schema.ts";
import { kindsWithRight } from "#lib/task-kinds/server-registry.ts";

export type CellRow = {
  number: number;
  /** Null where there is no limit. */
  capacity: number | null;
  /** How many hold a place: working, inactive or finished. */
  taken: number;
  submitted: number;
};
export type CellSummary = {
  cells: number;
  full: number;
  partly: number;
  empty: number;
  leastTaken: number;
  mostTaken: number;
  leastSubmitted: number;
  mostSubmitted: number;
};

/** Each cell where they are few; else only how they stand altogether. In SQL: asked every two seconds, in one exchange. */
export async function countCells(
  studyId: SeenStudyId,
): Promise<{ summary: CellSummary; rows: CellRow[] | null }> {
  const rows = await ask<CellRow>(
    "cells of a study",
    `SELECT c.number, c.capacity, c.taken, coalesce(done.submitted, 0)::int AS submitted
     FROM study_cells c LEFT JOIN (
         SELECT cell, count(*) AS submitted FROM sittings
         WHERE study_id = $1 AND state = 'submitted' AND released_at IS NULL AND excluded_at IS NULL
         GROUP BY cell
       ) done ON done.cell = c.number
     WHERE c.study_id = $1 ORDER BY c.number`,
    [studyId],
  );
  return { summary: summarise(rows), rows: rows.length > maxListedCells ? null : rows };
}

const least = (counts: readonly number[]) => (counts.length === 0 ? 0 : Math.min(...counts));

function summarise(rows: readonly CellRow[]): CellSummary {
  const taken = rows.map((row) => row.taken);
  const submitted = rows.map((row) => row.submitted);
  const full = rows.filter((row) => row.capacity !== null && row.taken >= row.capacity).length;
  const empty = taken.filter((count) => count === 0).length;
  return {
    cells: rows.length,
    full,
    partly: rows.length - full - empty,
    empty,
    leastTaken: least(taken),
    mostTaken: Math.max(0, ...taken),
    leastSubmitted: least(submitted),
    mostSubmitted: Math.max(0, ...submitted),
  };
}

export type InterimRow = {
  track: string;
  stratum: SampledStratum;
  answered: number;
  /** Of those, to cases of which it is known what is right. */
  judged: number;
  right: number;
};

/** Who withdrew, was excluded or was made up is left out; strata apart, since they were chosen by different rules. */
export async function countInterim(
  studyId: SeenStudyId,
  leftOut: readonly number[] = [],
): Promise<InterimRow[]> {
  // In SQL: Prisma can't compare with another table's column. Answers are counted before anything is joined to them: the order the database would choose, where it knew the
  // tables, and the only one that is fast where it doesn't yet.
  const hasRight = Prisma.sql`k.kind::text = ANY(${kindsWithRight}::text[])`;
  return db.$queryRaw<InterimRow[]>`
    WITH given AS MATERIALIZED (
      SELECT v.study_case_id, a.decision, count(*) AS n
      FROM sittings s JOIN served_cases v ON v.sitting_id = s.id
        JOIN answers a ON a.sitting_id = v.sitting_id AND a.position = v.position
      WHERE s.study_id = ${studyId}::uuid AND s.state <> 'withdrawn' AND s.excluded_at IS NULL
        AND NOT s.number = ANY(${leftOut}::int[]) AND NOT s.is_simulated AND a.decision IS NOT NULL AND v.repeats IS NULL
      GROUP BY v.study_case_id, a.decision
    )
    SELECT t.name AS track, c.stratum::text, sum(n)::int AS answered,
      coalesce(sum(n) FILTER (WHERE g.choice IS NOT NULL AND ${hasRight}), 0)::int AS judged,
      coalesce(sum(n) FILTER (WHERE g.choice::text = given.decision AND ${hasRight}), 0)::int AS right
    FROM given JOIN study_cases c ON c.id = given.study_case_id AND c.stratum NOT IN ('attention', 'practice')
      LEFT JOIN case_golds g ON g.case_version_id = c.case_version_id
      JOIN case_versions cv ON cv.id = c.case_version_id JOIN cases k ON k.id = cv.case_id
      JOIN tracks t ON t.id = k.track_id
    GROUP BY t.position, t.name, c.stratum ORDER BY t.position, c.stratum`;
}
