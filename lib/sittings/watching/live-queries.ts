import "server-only";
import { recordLook } from "#lib/audit/look-mutations.ts";
import type { SeenStudyId, Staff } from "#lib/auth/study-scope.ts";
import { askParts } from "#lib/db.ts";
import { Prisma } from "#lib/generated/prisma/client.ts";
import {
  countCells,
  countInterim,
  type CellRow,
  type CellSummary,
  type InterimRow,
} from "#lib/sittings/serving/cell-queries.ts";
import { getDesign } from "#lib/sittings/queries.ts";
import { noSittingFlags, type SittingFlags } from "#lib/sittings/schema.ts";
import { isInactive, inactiveHoursOf } from "#lib/sittings/serving/inactivity-queries.ts";
import type { Assignment } from "#lib/studies/schema.ts";

export type LiveTotals = {
  /** People who were given a link of their own, and those who came through one that is passed on. */
  invited: number;
  /** Everybody who ever consented. */
  consented: number;
  /** Everybody who ever began. */
  started: number;
  /** In the middle of it, and not inactive for too long. */
  working: number;
  submitted: number;
  /** Began, haven't submitted, and gave no sign of life for so long that their place may go to somebody else. */
  droppedOut: number;
  withdrawn: number;
  /** Of those who began: by an admin, or by a rule of the plan. */
  excluded: number;
  /** Of those who didn't withdraw. */
  flagged: number;
  /** Of those who submitted and are neither withdrawn nor excluded; practice left out. */
  medianActiveMs: number | null;
};
export type Live = {
  /** Of people. */
  totals: LiveTotals;
  /** The same of those who were made up; null where there are none. */
  simulated: LiveTotals | null;
  planned: { people: number; design: Assignment["design"] };
  cells: { summary: CellSummary; rows: CellRow[] | null };
  /** Null unless interim results were switched on before opening. */
  interim: InterimRow[] | null;
  /** After so many hours of inactivity somebody counts as dropped out: by the name that programs know it by. */
  silentHours: number;
};

/** Nothing here reveals how well anybody does, unless the study said so before it opened. */
export async function getLive(viewer: Staff, studyId: SeenStudyId, judged = noSittingFlags): Promise<Live> {
  const { assignment, rules } = await getDesign(studyId);
  const inactiveHours = inactiveHoursOf(assignment);
  const [counted, cells, interim] = await Promise.all([
    countPeople(studyId, inactiveHours, judged),
    countCells(studyId),
    rules.interim ? countInterim(studyId, judged.leftOut) : null,
  ]);
  if (interim) await recordLook(viewer, studyId);
  const planned = { people: assignment.people, design: assignment.design };
  return { ...counted, planned, cells, interim, silentHours: inactiveHours };
}

const nobody: LiveTotals = {
  invited: 0,
  consented: 0,
  started: 0,
  working: 0,
  submitted: 0,
  droppedOut: 0,
  withdrawn: 0,
  excluded: 0,
  flagged: 0,
  medianActiveMs: null,
};

/** In SQL: Prisma has no median, and counts under one condition at a time. */
async function countPeople(
  studyId: string,
  inactiveHours: number,
  { leftOut, incomplete, flagged }: SittingFlags,
): Promise<Pick<Live, "totals" | "simulated">> {
  const counting = Prisma.sql`
    WITH people AS (
      SELECT s.state, s.started_at, s.active_ms, s.is_simulated,
        s.excluded_at IS NOT NULL OR s.number = ANY(${leftOut}::int[]) AS is_excluded,
        s.number = ANY(${incomplete}::int[]) AS is_incomplete, s.number = ANY(${flagged}::int[]) AS is_flagged,
        ${isInactive(inactiveHours)} AS is_inactive
      FROM sittings s JOIN users u ON u.id = s.user_id WHERE s.study_id = ${studyId}::uuid
    ), invited AS (
      SELECT is_simulated, sum(CASE WHEN recruitment <> 'invitation' THEN uses
          WHEN revoked_at IS NOT NULL AND uses = 0 THEN 0 ELSE 1 END)::int AS invited
      FROM invitations WHERE study_id = ${studyId}::uuid AND replaced_by_id IS NULL GROUP BY is_simulated
    ), counted AS (
      SELECT is_simulated, count(*)::int AS consented, count(started_at)::int AS started,
        count(*) FILTER (WHERE state = 'started' AND NOT is_excluded AND NOT is_inactive)::int AS working,
        count(*) FILTER (WHERE state = 'submitted' AND NOT is_excluded)::int AS submitted,
        count(*) FILTER (WHERE is_inactive AND NOT is_excluded)::int AS "droppedOut",
        count(*) FILTER (WHERE state = 'withdrawn')::int AS withdrawn,
        count(*) FILTER (WHERE (is_excluded OR is_incomplete) AND state IN ('started', 'submitted'))::int AS excluded,
        count(*) FILTER (WHERE is_flagged AND state <> 'withdrawn')::int AS flagged,
        percentile_cont(0.5) WITHIN GROUP (ORDER BY active_ms)
          FILTER (WHERE state = 'submitted' AND NOT is_excluded) AS "medianActiveMs"
      FROM people GROUP BY is_simulated
    )
    SELECT is_simulated AS "isSimulated", coalesce(invited, 0) AS invited, coalesce(consented, 0) AS consented,
      coalesce(started, 0) AS started, coalesce(working, 0) AS working, coalesce(submitted, 0) AS submitted,
      coalesce("droppedOut", 0) AS "droppedOut", coalesce(withdrawn, 0) AS withdrawn,
      coalesce(excluded, 0) AS excluded, coalesce(flagged, 0) AS flagged, "medianActiveMs"
    FROM invited FULL JOIN counted USING (is_simulated)`;
  const rows = await askParts<LiveTotals & { isSimulated: boolean }>("people of a study", counting);
  const of = (wanted: boolean): LiveTotals | null => {
    const { isSimulated, ...found } = rows.find((row) => row.isSimulated === wanted) ?? {};
    return isSimulated === undefined ? null : { ...nobody, ...found };
  };
  return { totals: of(false) ?? nobody, simulated: of(true) };
}
