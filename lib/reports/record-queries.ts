import "server-only";
import type { SeenStudyId } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import { listLooks, type Look } from "#lib/audit/queries.ts";
import type { RunParity } from "#lib/model-runs/schema.ts";
import { type ProfilesUnfolded, answerKey } from "#lib/reports/profiles.ts";
import { listCaseStudies, type StoredCaseStudy } from "#lib/reports/case-studies/case-studies-queries.ts";
import { backgroundAnswers, type BackgroundAnswers } from "#lib/sittings/schema.ts";
import { getManifest, type FrozenManifest } from "#lib/studies/queries.ts";
import { listDetails, type DetailsRevision } from "#lib/studies/reporting/queries.ts";
import { countArrivals, type Arrivals } from "#lib/study-results/people/arrivals-queries.ts";
import { countedStrata, type StudyFacts } from "#lib/study-results/schema.ts";
import type { KindName } from "#lib/task-kinds/registry.ts";

export type PresentedCases = {
  kind: KindName;
  isScript: boolean;
  roles: readonly string[];
  /** Of parts that only models and measures get. */
  hidden: readonly string[];
  cases: number;
};

/** What a report has to say beside figures. */
export type StudyRecord = {
  manifest: FrozenManifest | null;
  arrivals: Arrivals;
  /** By sitting. */
  background: ReadonlyMap<string, BackgroundAnswers>;
  /** What was stated after opening, the oldest first. */
  details: readonly Pick<DetailsRevision, "revision" | "content" | "at">[];
  /** In the order of the study's cases. */
  caseStudies: readonly StoredCaseStudy[];
  /** By run. */
  parity: ReadonlyMap<number, RunParity>;
  /** Cases of the figures, by kind, by whether they are set like a script, and by the parts that they have. */
  presented: readonly PresentedCases[];
  /** Who looked at results while people answered, each time more had finished. */
  looks: readonly Look[];
  /** Null where the plan doesn't record it. */
  unfolded: ProfilesUnfolded | null;
};

type FrozenRecord = Pick<StudyRecord, "manifest" | "presented">;

/** What opening froze. All of a large study is counted for it. */
export async function getFrozenRecord(studyId: SeenStudyId): Promise<FrozenRecord> {
  const [manifest, presented] = await Promise.all([getManifest(studyId), countPresented(studyId)]);
  return { manifest, presented };
}

/** What may change while a study is open, and after. */
export async function getLiveRecord({
  id: studyId,
  design: { questions },
}: Pick<StudyFacts, "id" | "design">): Promise<Omit<StudyRecord, keyof FrozenRecord>> {
  const [arrivals, background, details, caseStudies, runs, looks, unfolded] = await Promise.all([
    countArrivals(studyId),
    questions.background.length > 0 ? listBackground(studyId) : new Map<string, BackgroundAnswers>(),
    listDetails(studyId),
    listCaseStudies(studyId),
    db.modelRun.findMany({
      where: { benchmark: { studies: { some: { id: studyId } } } },
      select: { id: true, instructions: true, context: true, tools: true, optionOrder: true },
      orderBy: { id: "asc" },
    }),
    listLooks(studyId),
    questions.profiles ? listUnfolded(studyId) : null,
  ]);
  return {
    arrivals,
    background,
    details,
    caseStudies,
    looks,
    unfolded,
    parity: new Map(runs.map(({ id, ...parity }) => [id, parity])),
  };
}

// In SQL: what stands in a list inside of each content, counted across tables. A dialogue has no such list, and to unpack
// thousands of them to find that out takes longer than the rest of a report.
const countPresented = (studyId: SeenStudyId) => db.$queryRaw<PresentedCases[]>`
  SELECT c.kind::text AS kind, v.form = 'dialogue' AS "isScript", part.roles, part.hidden, count(*)::int AS cases
  FROM study_cases s
    JOIN case_versions v ON v.id = s.case_version_id
    JOIN cases c ON c.id = v.case_id
    CROSS JOIN LATERAL (
      SELECT coalesce(array_agg(one ->> 'role' ORDER BY at) FILTER (WHERE one -> 'seenBy' IS NULL), '{}') AS roles,
        coalesce(array_agg(one ->> 'role' ORDER BY at) FILTER (WHERE one -> 'seenBy' IS NOT NULL), '{}') AS hidden
      FROM jsonb_array_elements(
        CASE WHEN v.form <> 'dialogue' AND jsonb_typeof(v.content -> 'parts') = 'array' THEN v.content -> 'parts' ELSE '[]' END
      ) WITH ORDINALITY AS parts (one, at)
    ) part
  WHERE s.study_id = ${studyId}::uuid AND s.stratum::text = ANY (${[...countedStrata]})
  GROUP BY 1, 2, 3, 4 ORDER BY 5 DESC, 3, 4`;

/** What participants who began said of themselves. */
async function listBackground(studyId: SeenStudyId): Promise<StudyRecord["background"]> {
  const sittings = await db.sitting.findMany({
    where: { studyId, state: { in: ["started", "submitted"] } },
    select: { id: true, background: true },
  });
  return new Map(sittings.map(({ id, background }) => [id, backgroundAnswers.parse(background ?? {})]));
}

async function listUnfolded(studyId: SeenStudyId): Promise<ProfilesUnfolded> {
  const answers = await db.answer.findMany({
    where: { unfolded: { not: null }, served: { sitting: { studyId } } },
    select: { sittingId: true, unfolded: true, served: { select: { studyCaseId: true } } },
  });
  return new Map(
    answers.map(({ sittingId, unfolded, served }) => [
      answerKey(sittingId, served.studyCaseId),
      unfolded === true,
    ]),
  );
}
