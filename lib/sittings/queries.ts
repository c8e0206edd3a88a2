import "server-only";
import type { OwnStudyId } from "#lib/auth/sitting-scope.ts";
import type { SeenStudyId } from "#lib/auth/study-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import type { Prisma } from "#lib/generated/prisma/client.ts";
import { BoundedMap } from "#lib/bounded-map.ts";
import type { SittingState } from "#lib/sittings/schema.ts";
import { chooseText, readText, textIn } from "#lib/sittings/joining/study-text.ts";
import { parsePlan, type Design, type StudyLanguage, type StudyState } from "#lib/studies/schema.ts";
import { kindNameOf, type KindName } from "#lib/task-kinds/registry.ts";

type Participant = Viewer<"participant">;

type DesignWithKinds = Design & { kinds: readonly KindName[] };
const memoized = new BoundedMap<string, DesignWithKinds>(50, "plans");

/** The design of a study that has opened, with the kinds of its cases: frozen, so it is read once. */
export async function getDesign(studyId: OwnStudyId | SeenStudyId): Promise<DesignWithKinds> {
  const known = memoized.get(studyId);
  if (known) return known;
  const study = await db.study.findUniqueOrThrow({
    where: { id: studyId },
    select: { draft: true, state: true },
  });
  const design = { ...parsePlan(study.draft), kinds: await listKinds(studyId) };
  if (study.state === "draft") return design;
  memoized.set(studyId, design);
  return design;
}

/** In the order of the tracks that have them. In SQL: Prisma can't sort by what it groups. */
async function listKinds(studyId: string): Promise<KindName[]> {
  const found = await db.$queryRaw<{ kind: string }[]>`
    SELECT k.kind::text FROM study_cases c JOIN case_versions v ON v.id = c.case_version_id
      JOIN cases k ON k.id = v.case_id JOIN tracks t ON t.id = k.track_id
    WHERE c.study_id = ${studyId}::uuid GROUP BY k.kind ORDER BY min(t.position), k.kind`;
  return found.map(({ kind }) => kindNameOf(kind));
}

export type OwnSitting = {
  id: string;
  number: number;
  state: SittingState;
  /** Of its title. */
  language: StudyLanguage;
  /** Its place was given to somebody else in the meantime. */
  isReleased: boolean;
  consentedAt: Date;
  startedAt: Date | null;
  submittedAt: Date | null;
  completionCode: string | null;
  /** Its answers were taken out of the database. */
  isErased: boolean;
  /** The title as its participants read it. */
  study: { title: string; state: StudyState };
};

const own = (reader: StudyLanguage | null) =>
  ({
    id: true,
    number: true,
    state: true,
    releasedAt: true,
    erasedAt: true,
    consentedAt: true,
    startedAt: true,
    submittedAt: true,
    completionCode: true,
    study: { select: { state: true, texts: textIn(reader) } },
    consentText: readText,
  }) as const;

type SittingRow = Prisma.SittingGetPayload<{ select: ReturnType<typeof own> }>;

/** The study's own title is the team's: it may say why its cases were chosen. */
function toOwn({ releasedAt, erasedAt, study, consentText, ...rest }: SittingRow): OwnSitting {
  const { words, language } = chooseText(consentText, study.texts);
  return {
    ...rest,
    language,
    study: { state: study.state, title: words.title },
    isReleased: releasedAt !== null,
    isErased: erasedAt !== null,
  };
}

export async function listOwnSittings(
  viewer: Participant,
  reader: StudyLanguage | null = null,
): Promise<OwnSitting[]> {
  const sittings = await db.sitting.findMany({
    where: { userId: viewer.userId },
    select: own(reader),
    orderBy: { consentedAt: "desc" },
  });
  return sittings.map(toOwn);
}

export async function getOwnSitting(viewer: Participant, sittingId: string): Promise<OwnSitting | null> {
  const sitting = await db.sitting.findFirst({
    where: { id: sittingId, userId: viewer.userId },
    select: own(null),
  });
  return sitting && toOwn(sitting);
}
