import "server-only";
import type { SeenStudyId } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import type { Prisma } from "#lib/generated/prisma/client.ts";
import type { RunParity } from "#lib/model-runs/schema.ts";
import { listUnfolded } from "#lib/reports/profiles-queries.ts";
import type { Unfolded } from "#lib/reports/profiles.ts";
import { listCaseStudies, type StoredCaseStudy } from "#lib/reports/case-studies/case-studies-queries.ts";
import { backgroundAnswers, type BackgroundAnswers } from "#lib/sittings/schema.ts";
import { getManifest, type FrozenManifest } from "#lib/studies/queries.ts";
import { listDetails, type DetailsRevision } from "#lib/studies/reporting/queries.ts";
import { countArrivals, type Arrivals } from "#lib/study-results/people/arrivals-queries.ts";
import { countedStrata, type StudyFacts } from "#lib/study-results/schema.ts";

/** What a report has to say beside figures. */
export type StudyRecord = {
  manifest: FrozenManifest | null;
  arrivals: Arrivals;
  /** By sitting. */
  background: ReadonlyMap<string, BackgroundAnswers>;
  /** What was stated after opening, the oldest first. */
  details: readonly Pick<DetailsRevision, "content" | "at">[];
  /** In the order of the study's cases. */
  caseStudies: readonly StoredCaseStudy[];
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
  const [manifest, arrivals, background, details, caseStudies, runs, cases, parsed, unfolded] =
    await Promise.all([
      getManifest(studyId),
      countArrivals(studyId),
      questions.background.length > 0 ? listBackground(studyId) : new Map<string, BackgroundAnswers>(),
      listDetails(studyId),
      listCaseStudies(studyId),
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
    ...{ arrivals, background, details, caseStudies },
    parity: new Map(runs.map(({ id, ...parity }) => [id, parity])),
    forms: { parsed, unparsed: cases - parsed },
    unfolded,
  };
}

/** What participants who began said of themselves. */
async function listBackground(studyId: SeenStudyId): Promise<StudyRecord["background"]> {
  const sittings = await db.sitting.findMany({
    where: { studyId, state: { in: ["started", "submitted"] } },
    select: { id: true, background: true },
  });
  return new Map(sittings.map(({ id, background }) => [id, backgroundAnswers.parse(background ?? {})]));
}
