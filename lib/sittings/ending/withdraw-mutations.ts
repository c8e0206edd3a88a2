import "server-only";
import { patience } from "#lib/sittings/answers/locks.ts";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import { proveAgain } from "#lib/auth/secrets/own-secret.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { takeOut } from "#lib/sittings/ending/withdrawing.ts";

/**
 * One's own answers leave every figure, and where asked the database. Going is free; what can't be brought back is erased
 * only for whoever shows again who they are.
 */
export async function withdrawOwnSitting(
  viewer: Viewer<"participant">,
  sittingId: string,
  { erase, passphrase = "" }: { erase: boolean; passphrase?: string },
): Promise<Result<undefined, "not_found" | "wrong_current" | "throttled">> {
  const proven = erase ? await proveAgain(viewer, passphrase) : succeed();
  if (!proven.ok) return proven;
  return db.$transaction(async (tx) => {
    const where = { id: sittingId, userId: viewer.userId };
    const mine = await tx.sitting.findFirst({ where, select: { studyId: true, number: true } });
    if (!mine) return fail("not_found");
    const changed = await takeOut(tx, mine.studyId, sittingId, erase);
    const details = { number: mine.number, erased: erase };
    if (changed)
      await recordEvent(tx, viewer, "sitting.withdrawn", { type: "study", id: mine.studyId }, details);
    return succeed();
  }, patience);
}
