import "server-only";
import type { Prisma } from "#lib/generated/prisma/client.ts";
import { answerOf, type Asked } from "#lib/sittings/answers/schema.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";
import { toShown } from "#lib/sittings/answers/stored-answer.ts";
import { kindNameOf, serverKindOf } from "#lib/task-kinds/server-registry.ts";

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

type Served = Prisma.ServedCaseGetPayload<{ select: typeof shownCase }>;

export function arrangeCase({ position, optionOrder, studyCase }: Served): ShownCase {
  const { stratum, caseVersion } = studyCase;
  const { optionNames, case: ofCase } = caseVersion;
  const kind = kindNameOf(ofCase.kind);
  const content = serverKindOf(kind).content.parse(caseVersion.content);
  return {
    position,
    isPractice: stratum === "practice",
    language: ofCase.track.language,
    ...serverKindOf(kind).arrange(content, optionNames, optionOrder),
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

type StoredAnswer = Prisma.AnswerGetPayload<{ select: typeof storedAnswer }>;

export function readAnswerOf(
  { revision, value, ...common }: StoredAnswer,
  optionOrder: readonly number[],
  { kind }: Pick<Asked, "kind">,
) {
  const answer = answerOf(kind).parse({ ...Object(value), ...common });
  return { revision, answer: toShown(answer, optionOrder, kind) };
}
