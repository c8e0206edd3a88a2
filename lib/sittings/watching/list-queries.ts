import "server-only";
import { readTyped } from "#lib/auth/schema.ts";
import type { SeenStudyId, Staff } from "#lib/auth/study-scope.ts";
import { askParts } from "#lib/db.ts";
import { Prisma } from "#lib/generated/prisma/client.ts";
import { readEndCode } from "#lib/studies/codes/schema.ts";
import { getDesign } from "#lib/sittings/queries.ts";
import type { SittingFilter } from "#lib/sittings/filters.ts";
import {
  noSittingFlags,
  sittingsPerPage,
  type SittingFlags,
  type SittingState,
} from "#lib/sittings/schema.ts";
import { isInactive, inactiveHoursOf } from "#lib/sittings/joining/place-queries.ts";

export type ListedSitting = {
  number: number;
  state: SittingState;
  /** What the participant comes back with and names when they ask for something; null for researchers. */
  code: string | null;
  /** Of who was in the middle when the study closed; null for researchers, as the other. */
  partialCode: string | null;
  cohort: string | null;
  language: string;
  invitation: number | null;
  cell: number | null;
  isSimulated: boolean;
  isDroppedOut: boolean;
  isReleased: boolean;
  isErased: boolean;
  consentedAt: Date;
  startedAt: Date | null;
  submittedAt: Date | null;
  withdrawnAt: Date | null;
  lastSeenAt: Date | null;
  /** Cases they get, practice included, and in how many of them something is decided. */
  cases: number;
  answered: number;
  /** Those that they couldn't read. */
  passed: number;
  /** The first that has neither: where they are; null before the start and where none is left. */
  at: number | null;
  activeMs: number | null;
  timeAllowanceMs: number | null;
  excludedAt: Date | null;
  excludedReason: string | null;
  excludedBy: string | null;
};
export type SittingPage = { total: number; page: number; pages: number; sittings: ListedSitting[] };

/** In SQL, as the last sign of life is. */
function matches(filter: SittingFilter, hours: number, judged: SittingFlags): Prisma.Sql {
  const inactive = isInactive(hours);
  const among = (numbers: readonly number[]) => Prisma.sql`s.number = ANY(${numbers}::int[])`;
  const isOut = Prisma.sql`(s.excluded_at IS NOT NULL OR ${among(judged.leftOut)})`;
  const kept = Prisma.sql`NOT ${isOut}`;
  switch (filter) {
    case "all":
      return Prisma.sql`true`;
    case "consented":
      return Prisma.sql`s.state = 'consented'`;
    case "submitted":
      return Prisma.sql`s.state = 'submitted' AND ${kept}`;
    case "working":
      return Prisma.sql`s.state = 'started' AND ${kept} AND NOT ${inactive}`;
    case "dropped_out":
      return Prisma.sql`${inactive} AND ${kept}`;
    case "unfinished":
      return Prisma.sql`s.state = 'started' AND ${kept}`;
    case "withdrawn":
      return Prisma.sql`s.state = 'withdrawn'`;
    case "excluded":
      return Prisma.sql`(${isOut} OR ${among(judged.incomplete)}) AND s.state IN ('started', 'submitted')`;
    case "flagged":
      return Prisma.sql`${among(judged.flagged)} AND s.state <> 'withdrawn'`;
  }
}

/** Fifty a page; only the page's own answers are counted. In one exchange: the live page asks every two seconds. */
export async function listSittings(
  viewer: Staff,
  studyId: SeenStudyId,
  { page = 1, filter = "all", find = "" }: { page?: number; filter?: SittingFilter; find?: string } = {},
  judged = noSittingFlags,
): Promise<SittingPage> {
  const { assignment } = await getDesign(studyId);
  const hours = inactiveHoursOf(assignment);
  const isAdmin = viewer.role === "admin";
  const sought = readSought(find, isAdmin);
  const conditions = Prisma.join(
    [Prisma.sql`s.study_id = ${studyId}::uuid`, matches(filter, hours, judged), sought.matches],
    " AND ",
  );
  const asked = Prisma.sql`
    WITH counted AS (
      SELECT count(*)::int AS total FROM sittings s JOIN users u ON u.id = s.user_id WHERE ${conditions}
    ), opened AS (
      SELECT total, least(${page}::int, greatest(1, ceil(total / ${sittingsPerPage}::float8)::int)) AS page FROM counted
    ), shown AS MATERIALIZED (
      SELECT s.*, u.handle, u.last_seen_at, ${isInactive(hours)} AS is_inactive
      FROM sittings s JOIN users u ON u.id = s.user_id WHERE ${conditions}
      ORDER BY s.number LIMIT ${sittingsPerPage} OFFSET (SELECT (page - 1) * ${sittingsPerPage}::int FROM opened)
    )
    SELECT opened.total, opened.page, s.number, s.state::text, CASE WHEN ${isAdmin} THEN s.handle END AS code,
      CASE WHEN ${isAdmin} THEN s.partial_code END AS "partialCode", s.cohort, s.language,
      i.number AS invitation, s.cell, s.is_simulated AS "isSimulated", s.is_inactive AS "isDroppedOut",
      s.released_at IS NOT NULL AS "isReleased", s.erased_at IS NOT NULL AS "isErased",
      s.consented_at AS "consentedAt", s.started_at AS "startedAt", s.submitted_at AS "submittedAt",
      s.withdrawn_at AS "withdrawnAt", s.last_seen_at AS "lastSeenAt",
      progress.cases, progress.answered, progress.passed, progress.at, coalesce(s.active_ms, progress.active) AS "activeMs",
      s.time_allowance_ms AS "timeAllowanceMs", s.excluded_at AS "excludedAt",
      s.excluded_reason AS "excludedReason", e.name AS "excludedBy"
    FROM opened CROSS JOIN shown s LEFT JOIN invitations i ON i.id = s.invitation_id LEFT JOIN users e ON e.id = s.excluded_by_id
      CROSS JOIN LATERAL (
        SELECT count(*)::int AS cases, count(a.decision)::int AS answered,
          count(*) FILTER (WHERE a.cannot_read)::int AS passed,
          min(v.position) FILTER (WHERE a.decision IS NULL AND a.cannot_read IS NOT true)::int AS at,
          CASE WHEN bool_and(a.active_ms > 0) FILTER (WHERE c.stratum <> 'practice')
            THEN (sum(a.active_ms) FILTER (WHERE c.stratum <> 'practice'))::float8 END AS active
        FROM served_cases v JOIN study_cases c ON c.id = v.study_case_id
          LEFT JOIN answers a ON a.sitting_id = v.sitting_id AND a.position = v.position
        WHERE v.sitting_id = s.id
      ) progress
    ORDER BY s.number`;
  const rows = await askParts<SittingRow>(`sittings ${filter} by ${sought.by}`, asked);
  const total = rows[0]?.total ?? 0;
  return {
    total,
    page: rows[0]?.page ?? 1,
    pages: Math.max(1, Math.ceil(total / sittingsPerPage)),
    sittings: rows.map(({ total: _, page: __, ...sitting }) => sitting),
  };
}

type SittingRow = ListedSitting & { total: number; page: number };

/** By number, or by a code that a participant names: their own, or the one they got at the end. */
function readSought(words: string, isAdmin: boolean): { by: string; matches: Prisma.Sql } {
  const wanted = readTyped(words);
  if (wanted === "") return { by: "nothing", matches: Prisma.sql`true` };
  if (/^\d{1,9}$/.test(wanted))
    return { by: "number", matches: Prisma.sql`s.number = ${Number(wanted)}::int` };
  if (!isAdmin) return { by: "none", matches: Prisma.sql`false` };
  const end = readEndCode(words);
  return {
    by: "code",
    matches: Prisma.sql`(u.handle = ${wanted} OR s.completion_code = ${end} OR s.partial_code = ${end})`,
  };
}
