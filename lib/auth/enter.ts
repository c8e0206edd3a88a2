import "server-only";
import { db } from "#lib/db.ts";
import { inspectLink, redeemLink, type LinkProblem } from "#lib/auth/links.ts";
import { readPassphrase } from "#lib/auth/participant-secrets.ts";
import type { Role } from "#lib/auth/roles.ts";
import { verifySecret } from "#lib/auth/secrets.ts";
import { startSignIn } from "#lib/auth/sign-ins.ts";
import { clearAttempts, reserveAttempt } from "#lib/auth/throttle.ts";
import { fail, succeed, type Result } from "#lib/result.ts";

export type Entered = { signInId: string; role: Role; hasSecret: boolean };

export async function enterByLink(token: string, device: string): Promise<Result<Entered, LinkProblem>> {
  const entered = await db.$transaction(async (tx) => {
    const redeemed = await redeemLink(tx, token);
    if (!redeemed.ok) return null;
    const user = await tx.user.findUniqueOrThrow({
      where: { id: redeemed.value },
      select: { id: true, role: true, secretHash: true },
    });
    const signInId = await startSignIn(tx, user.id, "link", device);
    return { signInId, role: user.role, hasSecret: user.secretHash !== null };
  });
  if (entered) return succeed(entered);
  const why = await inspectLink(token);
  return why.ok ? fail("unknown") : why;
}

/** A name with its password, or a participant's code with its passphrase. One answer for every way of being wrong. */
export async function enterBySecret(
  given: { handle: string; secret: string },
  from: { address: string; device: string },
): Promise<Result<Entered, "mismatch" | "throttled">> {
  const reserved = await reserveAttempt(given.handle, from.address);
  if (!reserved.ok) return reserved;
  const user = await db.user.findUnique({
    where: { handle: given.handle },
    select: { id: true, role: true, secretHash: true, deactivatedAt: true },
  });
  const isParticipant = user?.role === "participant";
  const secret = isParticipant ? readPassphrase(given.secret) : given.secret;
  const usable = user && !user.deactivatedAt ? user.secretHash : null;
  if (!(await verifySecret(usable, secret)) || !user) return fail("mismatch");
  await clearAttempts(given.handle, from.address);
  const signInId = await startSignIn(db, user.id, isParticipant ? "passphrase" : "password", from.device);
  return succeed({ signInId, role: user.role, hasSecret: true });
}
