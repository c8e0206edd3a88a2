import "server-only";
import type { SeenStudyId } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import type { Prisma } from "#lib/generated/prisma/client.ts";
import type { RunParity } from "#lib/model-runs/schema.ts";
import { listUnfolded } from "#lib/reports/profiles-queries.ts";
import type { Unfolded } from "#lib/reports/profiles.ts";
import { getManifest, type FrozenManifest } from "#lib/studies/queries.ts";
import type { RecruitmentWay } from "#lib/studies/schema.ts";
import { countedStrata, type StudyFacts, type Who } from "#lib/study-results/schema.ts";

export type Coming = {
  who: Who;
  /** How they came; null where that isn't known. */
  way: RecruitmentWay | null;
  began: number;
  submitted: number;
  withdrawn: number;
};

/** What a report has to say beside figures. */
export type StudyRecord = {
  manifest: FrozenManifest | null;
  coming: readonly Coming[];
  /** By run. */
  parity: ReadonlyMap<number, RunParity>;
  /** Cases of the figures: set like a script, and shown as plain text. */
  forms: { parsed: number; unparsed: number };
  /** Null where the plan doesn't record it. */
  unfolded: Unfolded | null;
};

export async function getStudyRecord({
  id: studyId,
  design: { questions },
}: Pick<StudyFacts, "id" | "design">): Promise<StudyRecord> {
  const inFigures: Prisma.StudyCaseWhereInput = { studyId, stratum: { in: [...countedStrata] } };
  const [manifest, coming, runs, cases, parsed, unfolded] = await Promise.all([
    getManifest(studyId),
    countComing(studyId),
    db.modelRun.findMany({
      where: { benchmark: { studies: { some: { id: studyId } } } },
      select: { id: true, instructions: true, context: true, tools: true, optionOrder: true },
      orderBy: { id: "asc" },
    }),
    db.studyCase.count({ where: inFigures }),
    db.studyCase.count({ where: { ...inFigures, caseVersion: { form: "dialogue" } } }),
    questions.profiles ? listUnfolded(studyId) : null,
  ]);
  return {
    manifest,
    coming,
    parity: new Map(runs.map(({ id, ...parity }) => [id, parity])),
    forms: { parsed, unparsed: cases - parsed },
    unfolded,
  };
}

/** In SQL: Prisma can't group by another table's column. */
async function countComing(studyId: SeenStudyId): Promise<Coming[]> {
  return db.$queryRaw<Coming[]>`
    SELECT CASE WHEN s.is_simulated THEN 'simulated' ELSE 'people' END AS who, i.recruitment::text AS way,
      count(s.started_at) FILTER (WHERE s.state <> 'withdrawn')::int AS began,
      count(*) FILTER (WHERE s.state = 'submitted')::int AS submitted,
      count(*) FILTER (WHERE s.state = 'withdrawn')::int AS withdrawn
    FROM sittings s LEFT JOIN invitations i ON i.id = s.invitation_id
    WHERE s.study_id = ${studyId}::uuid
    GROUP BY 1, 2 ORDER BY 2 NULLS LAST, 1`;
}
