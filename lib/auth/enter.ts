import "server-only";
import { db } from "#lib/db.ts";
import { inspectLink, redeemLink, type LinkProblem } from "#lib/auth/links.ts";
import { readPassphrase } from "#lib/auth/participant-secrets.ts";
import type { Role } from "#lib/auth/roles.ts";
import { admitPerson, type Admission } from "#lib/auth/second-factor/half-sign-in.ts";
import { verifySecret } from "#lib/auth/secrets.ts";
import { clearAttempts, reserveAttempt } from "#lib/auth/throttle.ts";
import { fail, succeed, type Result } from "#lib/result.ts";

export type Entered = { admission: Admission; role: Role; hasSecret: boolean };

export async function enterByLink(
  token: string,
  device: string,
  isKept = false,
): Promise<Result<Entered, LinkProblem>> {
  const entered = await db.$transaction(async (tx) => {
    const redeemed = await redeemLink(tx, token);
    if (!redeemed.ok) return null;
    const user = await tx.user.findUniqueOrThrow({
      where: { id: redeemed.value },
      select: { id: true, role: true, secretHash: true },
    });
    const admission = await admitPerson(tx, user, { method: "link", device, isKept });
    return { admission, role: user.role, hasSecret: user.secretHash !== null };
  });
  if (entered) return succeed(entered);
  const why = await inspectLink(token);
  return why.ok ? fail("unknown") : why;
}

/** A name with its password, or a participant's code with its passphrase. One answer for every way of being wrong. */
export async function enterBySecret(
  given: { handle: string; secret: string },
  from: { address: string; device: string; isKept?: boolean },
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
  const { device, isKept = false } = from;
  const method = isParticipant ? "passphrase" : "password";
  const admission = await admitPerson(db, user, { method, device, isKept });
  return succeed({ admission, role: user.role, hasSecret: true });
}
