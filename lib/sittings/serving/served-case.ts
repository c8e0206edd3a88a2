import "server-only";
import type { Prisma } from "#lib/generated/prisma/client.ts";
import { answerValue } from "#lib/sittings/schema.ts";
import { arrange, type ShownCase } from "#lib/sittings/serving/shown-case.ts";
import { toShown } from "#lib/sittings/answers/stored-answer.ts";
import { choiceContentSchema } from "#lib/task-kinds/choice/schema.ts";

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
          case: { select: { track: { select: { language: true } } } },
        },
      },
    },
  },
} as const;

type Served = Prisma.ServedCaseGetPayload<{ select: typeof shownCase }>;

export function arrangeCase({ position, optionOrder, studyCase }: Served): ShownCase {
  const { stratum, caseVersion } = studyCase;
  const { content, optionNames } = caseVersion;
  return {
    position,
    isPractice: stratum === "practice",
    language: caseVersion.case.track.language,
    ...arrange({ content: choiceContentSchema.parse(content), optionNames }, optionOrder),
  };
}

export const storedAnswer = {
  revision: true,
  choice: true,
  probabilities: true,
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

type StoredAnswer = Prisma.AnswerGetPayload<{ select: typeof storedAnswer }>;

export function readAnswerOf({ revision, ...value }: StoredAnswer, optionOrder: readonly number[]) {
  return { revision, answer: toShown(answerValue.parse(value), optionOrder) };
}
