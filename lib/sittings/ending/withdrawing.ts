import "server-only";
import type { Transaction } from "#lib/db.ts";
import { lockAnswers } from "#lib/sittings/answers/locks.ts";

/** Whether anything changed: withdrawing twice is once, and erasing may come later. */
export async function takeOut(
  tx: Transaction,
  studyId: string,
  sittingId: string,
  erase: boolean,
): Promise<boolean> {
  await lockAnswers(tx, studyId, sittingId);
  const { count } = await tx.sitting.updateMany({
    where: { id: sittingId, state: { not: "withdrawn" } },
    data: { state: "withdrawn", withdrawnAt: new Date() },
  });
  // Nobody ever said that it was an answer.
  await tx.answerDraft.deleteMany({ where: { sittingId } });
  if (!erase) return count > 0;
  // In SQL: Prisma can't call the function that alone may delete revisions.
  const erased = await tx.$executeRaw`
    SELECT erase_sitting(id) FROM sittings WHERE id = ${sittingId}::uuid AND erased_at IS NULL`;
  return count > 0 || erased > 0;
}
