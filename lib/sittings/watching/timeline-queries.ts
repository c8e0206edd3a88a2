import "server-only";
import type { SeenStudyId } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import { getRested } from "#lib/bounded-map.ts";

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
