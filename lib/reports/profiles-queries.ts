import "server-only";
import { studiesOf, type Staff } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import { answerKey, type Unfolded } from "#lib/reports/profiles.ts";

export async function listUnfolded(viewer: Staff, studyId: string): Promise<Unfolded> {
  const answers = await db.answer.findMany({
    where: { unfolded: { not: null }, served: { sitting: { studyId, study: studiesOf(viewer) } } },
    select: { sittingId: true, unfolded: true, served: { select: { studyCaseId: true } } },
  });
  return new Map(
    answers.map(({ sittingId, unfolded, served }) => [
      answerKey(sittingId, served.studyCaseId),
      unfolded === true,
    ]),
  );
}
