import "server-only";
import { lookUpSitting } from "#lib/auth/sitting-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { mayAnswer } from "#lib/sittings/comprehension/comprehension.ts";
import { readUnderstanding } from "#lib/sittings/comprehension/queries.ts";
import { getDesign } from "#lib/sittings/queries.ts";
import type { CaseRange } from "#lib/sittings/schema.ts";
import { arrangeCase, readAnswerOf, shownCase, storedAnswer } from "#lib/sittings/serving/served-case.ts";
import type { ShownCase } from "#lib/sittings/serving/shown-case.ts";
import { isTimeOver, msLeftOf } from "#lib/sittings/answers/time-limit.ts";
import type { CasesProblem, StateSent } from "#lib/sittings/answers/wire.ts";
import { isRunning } from "#lib/studies/schema.ts";

type Participant = Viewer<"participant">;

/** The next cases of one's own sitting, to be there before they are needed. */
export async function listOwnCases(
  viewer: Participant,
  sittingId: string,
  { after, count }: CaseRange,
): Promise<Result<ShownCase[], CasesProblem>> {
  const found = await lookUpSitting(viewer, sittingId, {
    state: true,
    study: { select: { state: true } },
    served: {
      where: { position: { gt: after } },
      orderBy: { position: "asc" },
      take: count,
      select: shownCase,
    },
  });
  if (!found) return fail("not_found");
  const { state, study, served } = found;
  if (state !== "started") return fail(state === "consented" ? "not_started" : state);
  const design = await getDesign(found.studyId);
  const understanding = await readUnderstanding(design, found.id);
  if (!mayAnswer(understanding)) return fail(understanding === "open" ? "not_started" : "closed");
  return isRunning(study.state) ? succeed(served.map(arrangeCase)) : fail("closed");
}

/** What counts on the server, for a tab that may have missed something. */
export async function getOwnState(viewer: Participant, sittingId: string): Promise<StateSent | null> {
  const found = await lookUpSitting(viewer, sittingId, {
    state: true,
    startedAt: true,
    timeAllowanceMs: true,
    study: { select: { state: true } },
    served: {
      where: { answer: { isNot: null } },
      orderBy: { position: "asc" },
      select: { position: true, optionOrder: true, answer: { select: storedAnswer } },
    },
  });
  if (!found) return null;
  const { state, study, served } = found;
  const { questions } = await getDesign(found.studyId);
  return {
    state,
    isOpen: state === "started" && isRunning(study.state) && !isTimeOver(found),
    answers: served.flatMap(({ position, optionOrder, answer }) =>
      answer ? [{ position, ...readAnswerOf(answer, optionOrder, questions) }] : [],
    ),
    msLeft: msLeftOf(found),
  };
}
