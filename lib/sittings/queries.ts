import "server-only";
import {
  type OwnStudyId,
  lookUpSittingRows,
  type OwnSittingId,
  lookUpSitting,
} from "#lib/auth/sitting-scope.ts";
import type { SeenStudyId } from "#lib/auth/study-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db, type Transaction } from "#lib/db.ts";
import type { Prisma } from "#lib/generated/prisma/client.ts";
import { BoundedMap } from "#lib/bounded-map.ts";
import { storedTries } from "#lib/sittings/schema.ts";
import {
  parsePlan,
  type Design,
  type StudyLanguage,
  parseWords,
  type FrozenWords,
} from "#lib/studies/schema.ts";
import { kindNameOf, type KindName } from "#lib/task-kinds/registry.ts";
import { env } from "#lib/env.ts";
import { processSingleton } from "#lib/process-singleton.ts";
import {
  judgeUnderstanding,
  withoutRight,
  type ComprehensionState,
} from "#lib/sittings/comprehension/comprehension.ts";

type Participant = Viewer<"participant">;

type DesignWithKinds = Design & { kinds: readonly KindName[] };
const knownDesigns = new BoundedMap<string, DesignWithKinds>(50, "plans");

/** The design of a study that has opened, with the kinds of its cases: frozen, so it is read once. */
export async function getDesign(studyId: OwnStudyId | SeenStudyId): Promise<DesignWithKinds> {
  const known = knownDesigns.get(studyId);
  if (known) return known;
  const study = await db.study.findUniqueOrThrow({
    where: { id: studyId },
    select: { draft: true, state: true },
  });
  const design = { ...parsePlan(study.draft), kinds: await listKinds(studyId) };
  if (study.state === "draft") return design;
  knownDesigns.set(studyId, design);
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
function toOwn({ releasedAt, erasedAt, study, consentText, ...rest }: SittingRow) {
  const { words, language } = chooseText(consentText, study.texts);
  return {
    ...rest,
    /** Of its title. */
    language,
    /** The title as its participants read it. */
    study: { state: study.state, title: words.title },
    /** Its place was given to somebody else in the meantime. */
    isReleased: releasedAt !== null,
    /** Its answers were taken out of the database. */
    isErased: erasedAt !== null,
  };
}
export type OwnSitting = ReturnType<typeof toOwn>;

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

// Parts of questions about a sitting: in which language its study's text is read.

const readText = { select: { language: true, content: true } } as const;

/** The study's text in the reader's language, where it is offered in that. */
const textIn = (reader: StudyLanguage | null) =>
  ({
    where: { language: reader ?? "" },
    orderBy: { version: "desc" },
    take: 1,
    ...readText,
  }) as const;

type Text = Prisma.StudyTextGetPayload<typeof readText>;

/** What was consented to is the text of its language; in another it is read, never signed. */
function chooseText(signed: Text, [read]: readonly Text[]): StudyText {
  const { language, content } = read && read.language !== signed.language ? read : signed;
  return { language: language as StudyLanguage, words: parseWords(content) };
}

type ServedCases = {
  id: OwnSittingId;
  studyId: OwnStudyId;
  /** By position. */
  cases: ReadonlyMap<number, ServedCase>;
};
type ServedCase = {
  studyCaseId: number;
  /** Which option of the case stands first, second, … */
  order: readonly number[];
  kind: KindName;
};

const knownServings = processSingleton(
  "served cases",
  () => new BoundedMap<string, ServedCases>(env.peopleInMemory, "served_cases"),
);
const keyOf = ({ userId }: Participant, sittingId: string) => `${userId} ${sittingId}`;

/** A database that was set back, as by a failover, may have lost the start of a sitting, and be given another. */
export const forgetServing = (viewer: Participant, sittingId: string): void =>
  void knownServings.delete(keyOf(viewer, sittingId));

/** What one's own sitting was given at its start. That never changes, so it is read once. */
export async function getServing(viewer: Participant, sittingId: string): Promise<ServedCases | null> {
  const key = keyOf(viewer, sittingId);
  const known = knownServings.get(key);
  if (known) return known;
  // In SQL: every answer asks for it first, in one exchange.
  const rows = await lookUpSittingRows<{ position: number | null } & ServedCase>(viewer, sittingId, {
    name: "serving",
    columns: `v.position, v.study_case_id AS "studyCaseId", v.option_order AS "order", k.kind::text`,
    from: `own LEFT JOIN served_cases v ON v.sitting_id = own.id LEFT JOIN study_cases c ON c.id = v.study_case_id
      LEFT JOIN case_versions cv ON cv.id = c.case_version_id LEFT JOIN cases k ON k.id = cv.case_id`,
  });
  const [first] = rows;
  if (!first) return null;
  const cases = new Map(
    rows.flatMap(({ position, studyCaseId, order, kind }) =>
      position === null ? [] : [[position, { studyCaseId, order, kind }]],
    ),
  );
  const serving = { id: first.id, studyId: first.studyId, cases };
  if (cases.size === 0) return serving;
  knownServings.set(key, serving);
  return serving;
}

/** Where a sitting stands with the questions after its instructions; asked of the database only where there are any. */
export async function readUnderstanding(
  design: Design,
  sittingId: OwnSittingId,
): Promise<ComprehensionState> {
  if (!design.questions.comprehension?.length) return "not_asked";
  const { comprehension } = await db.sitting.findUniqueOrThrow({
    where: { id: sittingId },
    select: { comprehension: true },
  });
  return judgeUnderstanding(design, storedTries.parse(comprehension ?? []));
}

export async function getOwnComprehension(viewer: Participant, sittingId: string) {
  const found = await lookUpSitting(viewer, sittingId, { comprehension: true });
  if (!found) return null;
  const design = await getDesign(found.studyId);
  const tries = storedTries.parse(found.comprehension ?? []);
  const questions = withoutRight(design.questions.comprehension ?? []);
  return {
    understanding: judgeUnderstanding(design, tries),
    questions,
    /** Which try comes next, from 1. */
    tryNumber: tries.length + 1,
    /** The questions that the last try got wrong. */
    wrong: questions.filter(({ key }) => tries.at(-1)?.wrong.includes(key)),
  };
}

export type StudyText = { language: StudyLanguage; words: FrozenWords };

const knownTexts = processSingleton("study texts", () => new BoundedMap<string, StudyText>(200));

/** What a study says to its participants, in one language and version. No version is ever changed, so each is read once. */
export async function readStudyText(
  id: string,
  client: Pick<Transaction, "studyText"> = db,
): Promise<StudyText> {
  const known = knownTexts.get(id);
  if (known) return known;
  const { language, content } = await client.studyText.findUniqueOrThrow({
    where: { id },
    select: { language: true, content: true },
  });
  const text = { language: language as StudyLanguage, words: parseWords(content) };
  knownTexts.set(id, text);
  return text;
}
