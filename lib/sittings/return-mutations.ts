import "server-only";
import { hashToken } from "#lib/auth/secrets.ts";
import { startSignIn } from "#lib/auth/sign-ins.ts";
import { clearAttempts, reserveAttempt } from "#lib/auth/throttle.ts";
import { db } from "#lib/db.ts";
import { readCode } from "#lib/invitations/schema.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { findByLink } from "#lib/sittings/returning.ts";

export type Returned = { signInId: string; sittingId: string };
export type ReturnProblem = "unknown" | "revoked" | "replaced" | "throttled";

/**
 * Signs in whoever began with this link: it was sent to them alone. Its end is the end of beginning, not of going on;
 * to shut somebody out it is revoked. Counted like any other secret that is tried.
 */
export async function returnByLink(
  typed: string,
  pid: string | null,
  { address, device }: { address: string; device: string },
): Promise<Result<Returned, ReturnProblem>> {
  const code = readCode(typed);
  if (!code) return fail("unknown");
  // Prolific's people share a link: nobody's wrong tries shut out the others.
  const door = `link ${code} ${pid ?? ""}`;
  const reserved = await reserveAttempt(door, address);
  if (!reserved.ok) return reserved;
  const entered = await db.$transaction(async (tx): Promise<Result<Returned, ReturnProblem>> => {
    const invitation = await tx.invitation.findUnique({
      where: { codeHash: hashToken(code) },
      select: { id: true, studyId: true, recruitment: true, revokedAt: true, replacedById: true },
    });
    if (!invitation) return fail("unknown");
    if (invitation.replacedById) return fail("replaced");
    if (invitation.revokedAt) return fail("revoked");
    const returning = await findByLink(tx, invitation, pid);
    if (!returning) return fail("unknown");
    if (returning.isDeactivated) return fail("revoked");
    // A link that was issued again is used up by its person, like the first.
    if (invitation.recruitment === "invitation")
      await tx.$executeRaw`
        UPDATE invitations SET uses = uses + 1 WHERE id = ${invitation.id}::uuid AND uses < max_uses`;
    const { userId, sittingId } = returning;
    return succeed({ sittingId, signInId: await startSignIn(tx, userId, "link", device) });
  });
  if (entered.ok) await clearAttempts(door, address);
  return entered;
}
