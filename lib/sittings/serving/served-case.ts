import "server-only";
import type { Prisma } from "#lib/generated/prisma/client.ts";
import { answerOf } from "#lib/sittings/answers/schema.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";
import { toShown } from "#lib/sittings/answers/stored-answer.ts";
import { kindNameOf, type KindName } from "#lib/task-kinds/registry.ts";
import { serverKindOf } from "#lib/task-kinds/server-registry.ts";

// What is selected for a participant of a case and an answer of theirs, and what is made of it.

/** What is right isn't selected here, nor why the case is there. */
export const shownCase = {
  position: true,
  optionOrder: true,
  studyCase: {
    select: {
      stratum: true,
      caseVersion: {
        select: {
          content: true,
          optionNames: true,
          case: { select: { kind: true, track: { select: { language: true } } } },
        },
      },
    },
  },
} as const;

type ServedCaseRow = Prisma.ServedCaseGetPayload<{ select: typeof shownCase }>;

/** The same in SQL, for what is asked while people wait: of served cases v. */
export const shownColumns = `v.position, v.option_order AS "optionOrder", c.stratum::text, cv.content,
  cv.option_names AS "optionNames", ca.kind::text, t.language`;
export const servedCases = `served_cases v JOIN study_cases c ON c.id = v.study_case_id
  JOIN case_versions cv ON cv.id = c.case_version_id JOIN cases ca ON ca.id = cv.case_id JOIN tracks t ON t.id = ca.track_id`;
export type ShownRow = Pick<ServedCaseRow, "position" | "optionOrder"> & {
  stratum: string;
  content: unknown;
  optionNames: string[];
  kind: string;
  language: string;
};

export function arrangeCase({ position, optionOrder, studyCase }: ServedCaseRow): ShownCase {
  const { stratum, caseVersion } = studyCase;
  const { content, optionNames, case: ofCase } = caseVersion;
  const { kind, track } = ofCase;
  return arrangeRow({ position, optionOrder, stratum, content, optionNames, kind, language: track.language });
}

export function arrangeRow({ position, optionOrder, stratum, language, ...row }: ShownRow): ShownCase {
  const name = kindNameOf(row.kind);
  const kind = serverKindOf(name);
  return {
    position,
    kind: name,
    isPractice: stratum === "practice",
    language,
    ...kind.arrange(kind.content.parse(row.content), row.optionNames, optionOrder),
  };
}

export const storedAnswer = {
  revision: true,
  value: true,
  confidence: true,
  reason: true,
  knowsWork: true,
  isFlagged: true,
  cannotRead: true,
  unfolded: true,
  activeMs: true,
  firstAnswerMs: true,
  focusLosses: true,
} as const;

/** The same in SQL, of an answer a: as JSON, so that a sitting's answers come in one row. */
export const storedAnswerJson = `json_build_object('revision', a.revision, 'value', a.value,
  'confidence', a.confidence, 'reason', a.reason, 'knowsWork', a.knows_work, 'isFlagged', a.is_flagged,
  'cannotRead', a.cannot_read, 'unfolded', a.unfolded, 'activeMs', a.active_ms,
  'firstAnswerMs', a.first_answer_ms, 'focusLosses', a.focus_losses)`;

export type StoredAnswer = Prisma.AnswerGetPayload<{ select: typeof storedAnswer }>;

export function readAnswerOf(
  { revision, value, ...common }: StoredAnswer,
  optionOrder: readonly number[],
  kind: KindName,
) {
  const answer = answerOf(kind).parse({ ...Object(value), ...common });
  return { revision, answer: toShown(answer, optionOrder, kind) };
}
