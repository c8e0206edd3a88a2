import "server-only";
import { Prisma } from "#lib/generated/prisma/client.ts";
import type { Assignment } from "#lib/studies/schema.ts";

// In SQL: Prisma can't take the latest of three columns, which are in two tables.

// Without a rule of the study's own, a day of inactivity counts as having gone.
const usualHours = 24;

/** After so many hours without a sign of life somebody counts as dropped out. */
export const inactiveHoursOf = ({ placeHours }: Assignment): number => placeHours ?? usualHours;

/** The last sign of life of a sitting s of a user u. */
export const lastSign = Prisma.sql`greatest(u.last_seen_at, s.consented_at, s.started_at)`;

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
