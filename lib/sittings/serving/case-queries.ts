import "server-only";
import { lookUpSitting, lookUpSittingRows } from "#lib/auth/sitting-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import {
  judgeUnderstanding,
  type ComprehensionState,
  mayAnswer,
} from "#lib/sittings/comprehension/comprehension.ts";
import { getDesign, readUnderstanding, readStudyText } from "#lib/sittings/queries.ts";
import type { AnswerValue, CaseQuestions } from "#lib/sittings/answers/schema.ts";
import { storedTries, type SittingState, type CaseRange } from "#lib/sittings/schema.ts";
import {
  arrangeRow,
  readAnswerOf,
  servedCases,
  shownColumns,
  storedAnswerJson,
  type ShownRow,
  type StoredAnswer,
} from "#lib/sittings/serving/served-case.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";
import { msLeftOf, isTimeOver } from "#lib/sittings/answers/time-limit.ts";
import { freeCell } from "#lib/sittings/joining/place-queries.ts";
import { readArm } from "#lib/studies/arms/schema.ts";
import {
  type FrozenWords,
  type Questions,
  type StudyLanguage,
  type StudyState,
  isRunning,
} from "#lib/studies/schema.ts";
import { kindNameOf, type KindName } from "#lib/task-kinds/registry.ts";
import { answerKindOf } from "#lib/task-kinds/answer-registry.ts";
import { kindsWithRight } from "#lib/task-kinds/server-registry.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import type { CasesProblem, StateReply } from "#lib/sittings/answers/wire.ts";

type Participant = Viewer<"participant">;

type Progress = {
  position: number;
  isPractice: boolean;
  /** What is asked of it: the same object for all of its kind. */
  asked: CaseQuestions;
  answer: AnswerValue | null;
  /** Of the answer as it is stored; 0 without one. */
  revision: number;
};
export type SittingPlace = {
  id: string;
  state: SittingState;
  study: StudyState;
  questions: Omit<Questions, "comprehension">;
  /** Of the study's cases, in the order in which they come. */
  kinds: readonly KindName[];
  understanding: ComprehensionState;
  /** What the study says to its reader: the version this person consented to, or the same in the language they read now. */
  words: FrozenWords;
  language: StudyLanguage;
  /** Whether one may have it translated, where arms differ in that. */
  translation: boolean | null;
  completionCode: string | null;
  /** Of somebody in the middle of it when the study closed. */
  partialCode: string | null;
  /** Null without a time limit; 0 once it is over. */
  msLeft: number | null;
  /** Somebody who begins now gets a place; without one, the place of somebody who has gone may still be free. */
  hasFreeCell: boolean;
  /** Every case of the sitting in its order; empty before it starts. */
  progress: Progress[];
};

/**
 * Where one stands in one's own sitting. Of the cases themselves nothing but their places. The study's texts are told in
 * the reader's language where it is offered in that.
 */
export async function getOwnPlace(
  viewer: Participant,
  sittingId: string,
  reader: StudyLanguage | null = null,
): Promise<SittingPlace | null> {
  // In SQL: each page of a sitting asks, and Prisma would in seven exchanges.
  const [found] = await lookUpSittingRows<PlaceRow>(viewer, sittingId, {
    name: "place",
    columns: `own.state::text, own.completion_code AS "completionCode", own.partial_code AS "partialCode",
      own.started_at AS "startedAt", own.time_allowance_ms AS "timeAllowanceMs", own.comprehension, own.arm,
      s.state::text AS study, ${freeCell.sql} AS "hasFreeCell",
      coalesce((SELECT t.id FROM study_texts t WHERE t.study_id = s.id AND t.language = $3
          AND t.language <> own.language ORDER BY t.version DESC LIMIT 1), own.consent_text_id) AS "textId",
      coalesce((
        SELECT json_agg(json_build_object('position', v.position, 'optionOrder', v.option_order,
          'isPractice', c.stratum = 'practice', 'kind', ca.kind,
          'answer', CASE WHEN a.sitting_id IS NOT NULL THEN ${storedAnswerJson} END) ORDER BY v.position)
        FROM ${servedCases} LEFT JOIN answers a ON a.sitting_id = v.sitting_id AND a.position = v.position
        WHERE v.sitting_id = own.id
      ), '[]') AS served`,
    from: "own JOIN studies s ON s.id = own.study_id",
    values: [reader],
  });
  if (!found) return null;
  const { id, state, completionCode, partialCode, study, textId, served, hasFreeCell } = found;
  const design = await getDesign(found.studyId);
  const text = await readStudyText(textId);
  const arm = readArm(design.assignment.arms, found.arm, text.language);
  // Pages hand the questions on to the browser: what is right there must not be among them.
  const { comprehension: _, ...questions } = design.questions;
  const asked = new Map(design.kinds.map((kind) => [kind, { ...questions, kind }]));
  return {
    id,
    state,
    ...text,
    words: { ...text.words, instructions: text.words.instructions + arm.instructions },
    translation: arm.translation,
    completionCode,
    partialCode,
    msLeft: msLeftOf(found),
    study,
    hasFreeCell,
    questions,
    kinds: design.kinds,
    understanding: judgeUnderstanding(design, storedTries.parse(found.comprehension ?? [])),
    progress: served.map(({ position, optionOrder, isPractice, kind, answer }) => ({
      position,
      isPractice,
      asked: asked.get(kind) as CaseQuestions,
      ...(answer ? readAnswerOf(answer, optionOrder, kind) : { answer: null, revision: 0 }),
    })),
  };
}

type PlaceRow = Pick<SittingPlace, "state" | "study" | "completionCode" | "partialCode" | "hasFreeCell"> & {
  startedAt: Date | null;
  timeAllowanceMs: number | null;
  comprehension: unknown;
  arm: number | null;
  textId: string;
  served: {
    position: number;
    optionOrder: number[];
    isPractice: boolean;
    kind: KindName;
    answer: StoredAnswer | null;
  }[];
};

/** How many of one's own cases are in each language, practice left out. In SQL: Prisma can't group by another table's column. */
export const countOwnLanguages = (
  { userId }: Participant,
  sittingId: string,
): Promise<{ language: string; count: number }[]> =>
  db.$queryRaw`
    SELECT t.language, count(*)::int AS count
    FROM sittings s JOIN served_cases v ON v.sitting_id = s.id
      JOIN study_cases c ON c.id = v.study_case_id AND c.stratum <> 'practice'
      JOIN case_versions cv ON cv.id = c.case_version_id JOIN cases ca ON ca.id = cv.case_id
      JOIN tracks t ON t.id = ca.track_id
    WHERE s.id = ${sittingId}::uuid AND s.user_id = ${userId}::uuid GROUP BY 1 ORDER BY 2 DESC, 1`;

/** One case of one's own sitting while it goes on. In SQL: one exchange instead of five. */
export async function getOwnCase(
  viewer: Participant,
  sittingId: string,
  position: number,
): Promise<ShownCase | null> {
  const [served] = await lookUpSittingRows<ShownRow>(viewer, sittingId, {
    name: "case",
    columns: shownColumns,
    from: `own JOIN ${servedCases} ON v.sitting_id = own.id WHERE own.state = 'started' AND v.position = $3`,
    values: [position],
  });
  return served ? arrangeRow(served) : null;
}

/** The right answer of a practice case as it was shown, once it has been answered: of no other case, and not before. */
export async function revealPractice(
  viewer: Participant,
  sittingId: string,
  position: number,
): Promise<number | null> {
  const found = await db.servedCase.findFirst({
    where: {
      sittingId,
      position,
      sitting: { userId: viewer.userId },
      studyCase: { stratum: "practice" },
      answer: { decision: { not: null } },
    },
    select: {
      optionOrder: true,
      studyCase: {
        select: {
          caseVersion: { select: { gold: { select: { choice: true } }, case: { select: { kind: true } } } },
        },
      },
    },
  });
  if (!found) return null;
  const { gold, case: ofCase } = found.studyCase.caseVersion;
  return gold && answerKindOf(kindNameOf(ofCase.kind)).showGold(gold, found.optionOrder);
}

/** Of the cases of one kind of which it is known what is right. */
type OwnScore = { kind: KindName; right: number; count: number; passed: number };

/**
 * How many were right, once all is handed in, and only where the study tells: of each kind whose answers can be right,
 * in the order in which they came.
 */
export async function getOwnScore(viewer: Participant, sittingId: string): Promise<OwnScore[]> {
  const mine = await lookUpSitting(viewer, sittingId, { state: true });
  if (mine?.state !== "submitted" || !(await getDesign(mine.studyId)).questions.showScore) return [];
  // In SQL: Prisma can't compare with another table's column.
  return db.$queryRaw<OwnScore[]>`
    SELECT k.kind::text, count(*) FILTER (WHERE a.decision = g.choice::text)::int AS right,
      count(*) FILTER (WHERE a.cannot_read IS NOT true)::int AS count,
      count(*) FILTER (WHERE a.cannot_read)::int AS passed
    FROM served_cases v JOIN study_cases c ON c.id = v.study_case_id AND c.stratum <> 'practice'
      JOIN case_versions cv ON cv.id = c.case_version_id JOIN cases k ON k.id = cv.case_id
      JOIN case_golds g ON g.case_version_id = cv.id AND g.choice IS NOT NULL
      LEFT JOIN answers a ON a.sitting_id = v.sitting_id AND a.position = v.position
    WHERE v.sitting_id = ${sittingId}::uuid AND v.repeats IS NULL AND k.kind::text = ANY (${kindsWithRight})
    GROUP BY k.kind ORDER BY min(v.position)`;
}

/** The next cases of one's own sitting, to be there before they are needed. In SQL, as what follows: one exchange instead of seven. */
export async function listOwnCases(
  viewer: Participant,
  sittingId: string,
  { after, count }: CaseRange,
): Promise<Result<ShownCase[], CasesProblem>> {
  const rows = await lookUpSittingRows<CaseRow>(viewer, sittingId, {
    name: "cases",
    columns: `own.state::text, st.state::text AS study, shown.*`,
    from: `own JOIN studies st ON st.id = own.study_id LEFT JOIN LATERAL (
        SELECT ${shownColumns} FROM ${servedCases} WHERE v.sitting_id = own.id AND v.position > $3
        ORDER BY v.position LIMIT $4
      ) shown ON true ORDER BY shown.position`,
    values: [after, count],
  });
  const [found] = rows;
  if (!found) return fail("not_found");
  const { state, study } = found;
  if (state !== "started") return fail(state === "consented" ? "not_started" : state);
  const design = await getDesign(found.studyId);
  const understanding = await readUnderstanding(design, found.id);
  if (!mayAnswer(understanding)) return fail(understanding === "open" ? "not_started" : "closed");
  return isRunning(study) ? succeed(rows.filter(isCase).map(arrangeRow)) : fail("closed");
}

type StateFields = { state: SittingState; study: StudyState };
type CaseRow = StateFields & (ShownRow | { position: null });
const isCase = <Row extends CaseRow>(row: Row): row is Row & ShownRow => row.position !== null;

/** What counts on the server, for a tab that may have missed something; or what was stored since it was last told. */
export async function getOwnState(
  viewer: Participant,
  sittingId: string,
  since: Date | null = null,
): Promise<StateReply | null> {
  const [found] = await lookUpSittingRows<StateRow>(viewer, sittingId, {
    name: "state",
    columns: `own.state::text, st.state::text AS study, own.started_at AS "startedAt",
      own.time_allowance_ms AS "timeAllowanceMs", coalesce((
        SELECT json_agg(json_build_object('position', v.position, 'optionOrder', v.option_order,
          'kind', ca.kind, 'answer', ${storedAnswerJson}) ORDER BY v.position)
        FROM ${servedCases} JOIN answers a ON a.sitting_id = v.sitting_id AND a.position = v.position
        WHERE v.sitting_id = own.id AND ($3::timestamptz IS NULL OR a.saved_at > $3 - interval '1 minute')
      ), '[]') AS given, CASE WHEN $3::timestamptz IS NULL THEN coalesce((
        SELECT json_agg(left(r.id::text, 13)) FROM answer_revisions r WHERE r.sitting_id = own.id
      ), '[]') END AS ids, now() AS "asOf"`,
    from: "own JOIN studies st ON st.id = own.study_id",
    // What began before and was committed after it carries an earlier time: hence the minute.
    values: [since],
  });
  if (!found) return null;
  const { state, study, given, ids, asOf } = found;
  return {
    state,
    asOf: asOf.toISOString(),
    isOpen: state === "started" && isRunning(study) && !isTimeOver(found),
    answers: given.map(({ position, optionOrder, kind, answer }) => ({
      position,
      ...readAnswerOf(answer, optionOrder, kind),
    })),
    ...(ids && { ids }),
    msLeft: msLeftOf(found),
  };
}

type StateRow = StateFields & {
  startedAt: Date | null;
  timeAllowanceMs: number | null;
  given: { position: number; optionOrder: number[]; kind: KindName; answer: StoredAnswer }[];
  ids: string[] | null;
  asOf: Date;
};
