import "server-only";
import { z } from "zod";
import type { Viewer } from "#lib/auth/viewer.ts";
import type { SeenStudyId } from "#lib/auth/study-scope.ts";
import { ask, db } from "#lib/db.ts";
import { isOther } from "#lib/i18n/other-language.ts";
import type { Knowledge } from "#lib/simulated-people/person.ts";
import { intendedAttribute, simulationKey } from "#lib/simulation/schema.ts";
import { parsePlan, type StudyLanguage } from "#lib/studies/schema.ts";
import { kindNameOf } from "#lib/task-kinds/registry.ts";
import { answerKindOf } from "#lib/task-kinds/answer-registry.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

type Admin = Viewer<"admin">;

/**
 * Which option is right at each position of a simulated sitting, in its own order of options, and who wrote what is judged. Of a person's sitting
 * nothing is told: whoever answers there has to find out.
 */
export async function listRights(_admin: Admin, sittingId: string): Promise<Map<number, Knowledge>> {
  const served = await db.servedCase.findMany({
    where: { sittingId, sitting: { isSimulated: true } },
    select: {
      position: true,
      optionOrder: true,
      sitting: { select: { language: true, study: { select: { draft: true } } } },
      studyCase: {
        select: {
          stratum: true,
          caseVersion: {
            select: {
              gold: { select: { choice: true } },
              optionNames: true,
              variation: true,
              attributes: true,
              case: {
                select: {
                  kind: true,
                  track: { select: { language: true, benchmark: { select: { isDemo: true } } } },
                },
              },
            },
          },
        },
      },
    },
  });
  const [first] = served;
  const mayPass = first && parsePlan(first.sitting.study.draft).questions.mayPass === true;
  return new Map(
    served.flatMap(({ position, optionOrder, sitting, studyCase: { stratum, caseVersion } }) => {
      const { track } = caseVersion.case;
      const kind = kindNameOf(caseVersion.case.kind);
      const { simulate } = serverKindOf(kind);
      const option = caseVersion.gold && answerKindOf(kind).showGold(caseVersion.gold, optionOrder);
      const origins = simulate.originsOf?.(caseVersion.optionNames, optionOrder);
      const isCheck = stratum === "attention" || stratum === "practice";
      const isForeign = isOther(track.language, sitting.language as StudyLanguage);
      const intended = track.benchmark.isDemo ? readIntended(caseVersion.attributes) : undefined;
      if (option === null && !origins && intended === undefined) return [];
      const known: Knowledge = {
        option,
        isCheck,
        ...(origins && { origins }),
        ...(mayPass && isForeign && { mayPass: true }),
        ...(isCut(caseVersion.variation) && { lacksPart: true }),
        ...(intended !== undefined && { intended }),
      };
      return [[position, known] as const];
    }),
  );
}

/** A version that shows fewer turns, or no profiles. */
const isCut = (variation: string | null) => /^(context|profiles):/.test(variation ?? "");

const intendedSchema = z
  .object({ [intendedAttribute]: z.string().regex(/^[1-5]$/) })
  .transform((attributes) => (Number(attributes[intendedAttribute]) - 1) / 4);
/** The point of a scale of five that one of the demo's texts was written for. */
const readIntended = (attributes: unknown): number | undefined => intendedSchema.safeParse(attributes).data;

/** The same of the questions after the instructions. */
export async function getRightAnswers(_admin: Admin, sittingId: string): Promise<Record<string, string>> {
  const sitting = await db.sitting.findFirst({
    where: { id: sittingId, isSimulated: true },
    select: { study: { select: { draft: true } } },
  });
  const asked = sitting && parsePlan(sitting.study.draft).questions.comprehension;
  return Object.fromEntries((asked ?? []).map(({ key, right }) => [key, right]));
}

type SimulatedPlace = {
  /** Of the invitation as it stands now. */
  invitationId: string;
  /** Whether anybody came by it, and handed in. */
  state: "waiting" | "begun" | "submitted" | "withdrawn";
};

/** The simulated people of a study in the order they were invited; a re-issued link stays its person's. In SQL: Prisma can't follow a chain. */
export async function listSimulatedPlaces(_admin: Admin, studyId: string): Promise<SimulatedPlace[]> {
  return db.$queryRaw<SimulatedPlace[]>`
    WITH RECURSIVE chain AS (
      SELECT i.id, i.replaced_by_id, i.number AS root FROM invitations i
      WHERE i.study_id = ${studyId}::uuid AND i.is_simulated AND i.recruitment = 'invitation'
        AND NOT EXISTS (SELECT FROM invitations before WHERE before.replaced_by_id = i.id)
      UNION ALL
      SELECT i.id, i.replaced_by_id, chain.root FROM invitations i JOIN chain ON chain.replaced_by_id = i.id
    )
    SELECT (array_agg(chain.id) FILTER (WHERE chain.replaced_by_id IS NULL))[1]::text AS "invitationId",
      coalesce(max(CASE s.state WHEN 'consented' THEN 'begun' WHEN 'started' THEN 'begun' ELSE s.state::text END),
        'waiting') AS state
    FROM chain LEFT JOIN sittings s ON s.invitation_id = chain.id
    GROUP BY chain.root ORDER BY chain.root`;
}

/** How many take part in it who weren't made up. */
export const countRealPeople = (_admin: Admin, studyId: string): Promise<number> =>
  db.sitting.count({ where: { studyId, isSimulated: false } });

export type RunningSimulation = { state: "queued" | "running"; done: number; total: number | null };

/** The simulation that goes on in a study, or waits for its turn. */
/** In SQL, prepared: the live page asks every two seconds. */
export async function getSimulation(studyId: SeenStudyId): Promise<RunningSimulation | null> {
  const [job] = await ask<{ state: "queued" | "running"; done: string; total: string | null }>(
    "simulation of a study",
    `SELECT state::text, done, total FROM jobs
     WHERE kind = 'simulate_people' AND exclusive_key = $1 AND state IN ('queued', 'running')
     ORDER BY created_at DESC LIMIT 1`,
    [simulationKey(studyId)],
  );
  return job
    ? { ...job, done: Number(job.done), total: job.total === null ? null : Number(job.total) }
    : null;
}
