import "server-only";
import { Prisma } from "#lib/generated/prisma/client.ts";
import type { Assignment, StudyState } from "#lib/studies/schema.ts";
import type { Transaction } from "#lib/db.ts";
import type { SittingState } from "#lib/sittings/schema.ts";

// Parts of questions. In SQL: Prisma can't sort by such a count, take the latest of columns in two tables, nor ask this
// along with something else.

// Without a rule of the study's own, a day of inactivity counts as having gone.
const usualHours = 24;

/** After so many hours without a sign of life somebody counts as dropped out. */
export const inactiveHoursOf = ({ placeHours }: Assignment): number => placeHours ?? usualHours;

/** The last sign of life of a sitting s of a user u. */
const lastSign = Prisma.sql`greatest(u.last_seen_at, s.consented_at, s.started_at)`;

export const isInactive = (hours: number): Prisma.Sql =>
  Prisma.sql`(s.state = 'started' AND ${lastSign} < now() - make_interval(hours => ${hours}::int))`;

/** Who has been inactive longest and still holds a place, in any arm or in one. */
export const longestInactive = (
  studyId: string,
  hours: number,
  arm: number | null | "any" = "any",
): Prisma.Sql => Prisma.sql`
  SELECT s.id, s.arm FROM sittings s JOIN users u ON u.id = s.user_id
  WHERE s.study_id = ${studyId}::uuid AND s.released_at IS NULL AND s.excluded_at IS NULL AND ${isInactive(hours)}
    ${arm === "any" ? Prisma.empty : Prisma.sql`AND s.arm IS NOT DISTINCT FROM ${arm}`}
  ORDER BY ${lastSign}, s.number LIMIT 1`;

type CellRequest = {
  /** Of the sitting, where each person has one. */
  arm: Prisma.Sql | number | null;
  /** Of the sitting, where chance decides between cells. */
  seed?: Prisma.Sql | null;
};

/** The cell with the fewest people in it; of those, the one that fewest have finished. */
export const bestCell = (studyId: string, { arm, seed = null }: CellRequest): Prisma.Sql => Prisma.sql`
  SELECT c.number FROM study_cells c LEFT JOIN (
      SELECT cell, count(*) AS submitted FROM sittings
      WHERE study_id = ${studyId}::uuid AND state = 'submitted' AND released_at IS NULL AND excluded_at IS NULL
      GROUP BY cell
    ) done ON done.cell = c.number
  WHERE c.study_id = ${studyId}::uuid AND (c.capacity IS NULL OR c.taken < c.capacity)
    AND c.arm IS NOT DISTINCT FROM ${arm}
  ORDER BY c.taken, coalesce(done.submitted, 0), ${seed ? Prisma.sql`md5(${seed} || ' ' || c.number),` : Prisma.empty}
    c.number LIMIT 1`;

/** Of a study s by arm: how many hold a place or will, and whether there is room; empty where people have no arms. */
export const countedArms = Prisma.sql`coalesce((
  SELECT json_agg(json_build_object('arm', a.arm, 'isFree', a.free, 'holders', (
    SELECT count(*) FROM sittings h WHERE h.study_id = s.id AND h.arm = a.arm
      AND h.state <> 'withdrawn' AND h.released_at IS NULL AND h.excluded_at IS NULL)) ORDER BY a.arm)
  FROM (
    SELECT c.arm, bool_or(c.capacity IS NULL OR c.taken < c.capacity) AS free FROM study_cells c
    WHERE c.study_id = s.id AND c.arm IS NOT NULL GROUP BY c.arm
  ) a), '[]')`;

/** Whether a study s has a cell for one more. */
export const freeCell = Prisma.sql`EXISTS (SELECT FROM study_cells c
  WHERE c.study_id = s.id AND (c.capacity IS NULL OR c.taken < c.capacity))`;

type PlaceRow = {
  state: SittingState;
  study: StudyState;
  cell: number | null;
  isReleased: boolean;
  seed: bigint;
  cases: number;
  arm: number | null;
  bestCell: number | null;
};

/** How a sitting stands, and the cell it would get. In SQL: one exchange, where Prisma would need four, and others wait for a place. */
export async function lookForPlace(
  tx: Transaction,
  studyId: string,
  sittingId: string,
  { arms }: Assignment,
): Promise<PlaceRow> {
  const [arm, seed] = [Prisma.sql`s.arm`, arms?.unit === "cases" ? Prisma.sql`s.seed` : null];
  const [looked] = await tx.$queryRaw<[PlaceRow]>`
    SELECT s.state::text, st.state::text AS study, s.cell, s.released_at IS NOT NULL AS "isReleased", s.seed, s.arm,
      (SELECT count(*)::int FROM served_cases v WHERE v.sitting_id = s.id) AS cases,
      (${bestCell(studyId, { arm, seed })}) AS "bestCell"
    FROM sittings s JOIN studies st ON st.id = s.study_id WHERE s.id = ${sittingId}::uuid`;
  return looked;
}
