import "server-only";
import { Prisma } from "#lib/generated/prisma/client.ts";

// Parts of questions. In SQL: Prisma can't sort by such a count, nor ask this along with something else.

/** The cell with the fewest people in it; of those, the one that fewest have finished. */
export const bestCell = (studyId: string): Prisma.Sql => Prisma.sql`
  SELECT c.number FROM study_cells c LEFT JOIN (
      SELECT cell, count(*) AS submitted FROM sittings
      WHERE study_id = ${studyId}::uuid AND state = 'submitted' AND released_at IS NULL AND excluded_at IS NULL
      GROUP BY cell
    ) done ON done.cell = c.number
  WHERE c.study_id = ${studyId}::uuid AND (c.capacity IS NULL OR c.taken < c.capacity)
  ORDER BY c.taken, coalesce(done.submitted, 0), c.number LIMIT 1`;

/** Whether a study s has a cell for one more. */
export const freeCell = Prisma.sql`EXISTS (SELECT FROM study_cells c
  WHERE c.study_id = s.id AND (c.capacity IS NULL OR c.taken < c.capacity))`;
