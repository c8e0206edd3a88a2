import "server-only";
import { recordLook } from "#lib/audit/look-mutations.ts";
import type { SeenStudyId, Staff } from "#lib/auth/study-scope.ts";
import { askParts, ask, db } from "#lib/db.ts";
import { Prisma } from "#lib/generated/prisma/client.ts";
import { getDesign } from "#lib/sittings/queries.ts";
import { noSittingFlags, type SittingFlags, maxListedCells } from "#lib/sittings/schema.ts";
import { isInactive, inactiveHoursOf } from "#lib/sittings/joining/place-queries.ts";
import type { Assignment } from "#lib/studies/schema.ts";
import type { SampledStratum } from "#lib/studies/strata/schema.ts";
import { kindsWithRight } from "#lib/task-kinds/server-registry.ts";
import { getRested } from "#lib/bounded-map.ts";

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
  cells: Awaited<ReturnType<typeof countCells>>;
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

export type CellRow = {
  number: number;
  /** Null where there is no limit. */
  capacity: number | null;
  /** How many hold a place: working, inactive or finished. */
  taken: number;
  submitted: number;
};

/** Each cell where they are few; else only how they stand altogether. In SQL: asked every two seconds, in one exchange. */
export async function countCells(studyId: SeenStudyId) {
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

function summarise(rows: readonly CellRow[]) {
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

/** How many answers there were so many seconds after the first, practice left out: at most a hundred steps. */
export type Timeline = { first: Date; steps: [seconds: number, answers: number][] };
/** Null where there are none. */
export type Timelines = Record<"people" | "simulated", Timeline | null>;

const maxSteps = 100;

/** Those that stand, at the time each was saved last. Of a hundred thousand answers it takes a tenth of a second. */
export const getTimelines = (studyId: SeenStudyId): Promise<Timelines> =>
  getRested("timelines", studyId, () => readTimelines(studyId));

type Step = { isSimulated: boolean; first: number; at: number; answers: number };

/** In SQL: Prisma has no running sums. The times are seconds, since arithmetic of times is slow. */
async function readTimelines(studyId: string): Promise<Timelines> {
  const steps = await db.$queryRaw<Step[]>`
    WITH given AS MATERIALIZED (
      SELECT s.is_simulated, date_part('epoch', a.saved_at) AS at
      FROM sittings s JOIN answers a ON a.sitting_id = s.id
        JOIN served_cases v ON v.sitting_id = a.sitting_id AND v.position = a.position
        JOIN study_cases c ON c.id = v.study_case_id AND c.stratum <> 'practice'
      WHERE s.study_id = ${studyId}::uuid AND s.state <> 'withdrawn' AND a.decision IS NOT NULL
    ), ends AS (
      SELECT is_simulated, min(at) AS first, max(at) AS last FROM given GROUP BY is_simulated
    ), counted AS (
      SELECT is_simulated, first, max(at) AS at, count(*) AS answers
      FROM given JOIN ends USING (is_simulated)
      GROUP BY is_simulated, first, floor((at - first) * ${maxSteps - 1}::int / greatest(last - first, 1))
    )
    SELECT is_simulated AS "isSimulated", first, at,
      (sum(answers) OVER (PARTITION BY is_simulated ORDER BY at))::int AS answers
    FROM counted ORDER BY is_simulated, at`;
  const of = (wanted: boolean): Timeline | null => {
    const own = steps.filter(({ isSimulated }) => isSimulated === wanted);
    const first = own[0]?.first;
    if (first === undefined) return null;
    return {
      first: new Date(first * 1000),
      steps: own.map(({ at, answers }) => [Math.round(at - first), answers]),
    };
  };
  return { people: of(false), simulated: of(true) };
}
