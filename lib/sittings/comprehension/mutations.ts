import "server-only";
import { lookUpSitting } from "#lib/auth/sitting-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import {
  checkComprehension,
  judgeUnderstanding,
  type ComprehensionState,
} from "#lib/sittings/comprehension/comprehension.ts";
import { lockPlaceOf } from "#lib/sittings/answers/locks.ts";
import { getDesign } from "#lib/sittings/queries.ts";
import { storedTries } from "#lib/sittings/schema.ts";
import { isRunning } from "#lib/studies/schema.ts";

type Participant = Viewer<"participant">;
type TryInput = { sittingId: string; tryNumber: number; answers: Readonly<Record<string, string>> };

/** One try at the questions after the instructions. The same form sent again is the same try. */
export async function tryComprehension(
  viewer: Participant,
  { sittingId, tryNumber, answers }: TryInput,
): Promise<Result<ComprehensionState, "not_found" | "closed" | "not_started" | "invalid">> {
  const mine = await lookUpSitting(viewer, sittingId, {});
  if (!mine) return fail("not_found");
  const design = await getDesign(mine.studyId);
  const checked = checkComprehension(design.questions.comprehension ?? [], answers);
  return db.$transaction(async (tx) => {
    await lockPlaceOf(tx, mine.studyId, sittingId);
    const sitting = await tx.sitting.findUniqueOrThrow({
      where: { id: sittingId },
      select: { state: true, comprehension: true, study: { select: { state: true } } },
    });
    if (sitting.state !== "started") return fail(sitting.state === "consented" ? "not_started" : "closed");
    if (!isRunning(sitting.study.state)) return fail("closed");
    const before = storedTries.parse(sitting.comprehension ?? []);
    const standing = judgeUnderstanding(design, before);
    if (standing !== "open" || tryNumber !== before.length + 1) return succeed(standing);
    if (!checked.ok) return checked;
    const tries = [...before, { at: new Date().toISOString(), ...checked.value }];
    const next = judgeUnderstanding(design, tries);
    await tx.sitting.update({
      where: { id: sittingId },
      // Who goes no further leaves their place to somebody else.
      data: { comprehension: tries, ...(next === "failed" ? { releasedAt: new Date() } : {}) },
    });
    return succeed(next);
  });
}
