import "server-only";
import type { SeenStudyId } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import { answerKey, type Unfolded } from "#lib/reports/profiles.ts";

export async function listUnfolded(studyId: SeenStudyId): Promise<Unfolded> {
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
