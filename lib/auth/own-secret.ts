import "server-only";
import { recordEvent } from "#lib/audit/mutations.ts";
import { checkPassword, type PasswordProblem } from "#lib/auth/password-rules.ts";
import { newPassphrase } from "#lib/auth/participant-secrets.ts";
import { hashSecret, verifySecret } from "#lib/auth/secrets.ts";
import { endSignIns } from "#lib/auth/sign-ins.ts";
import { clearAttempts, reserveAttempt } from "#lib/auth/throttle.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { fail, succeed, type Result } from "#lib/result.ts";

type Staff = Viewer<"researcher" | "admin">;
type Refusal = PasswordProblem | "wrong_current" | "throttled";

const freshMs = 60 * 60 * 1000;

/** Somebody who has just come in by a link may have forgotten the old password: the link was the proof. */
export async function mustGiveCurrent(viewer: Staff): Promise<boolean> {
  if (!viewer.hasSecret || !viewer.signInId) return viewer.hasSecret;
  const byFreshLink = await db.signIn.count({
    where: { id: viewer.signInId, method: "link", createdAt: { gt: new Date(Date.now() - freshMs) } },
  });
  return byFreshLink === 0;
}

export async function verifyOwnPassword(
  { userId, handle }: Staff,
  password: string,
  address: string,
): Promise<Result<undefined, "wrong" | "throttled">> {
  const reserved = await reserveAttempt(handle, address);
  if (!reserved.ok) return reserved;
  const { secretHash } = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { secretHash: true },
  });
  if (!(await verifySecret(secretHash, password))) return fail("wrong");
  await clearAttempts(handle, address);
  return succeed();
}

/** A changed password ends every other sign-in: whoever knew the old one is out. */
export async function setOwnPassword(
  viewer: Staff,
  given: { current: string; password: string },
  address: string,
): Promise<Result<undefined, Refusal>> {
  if (await mustGiveCurrent(viewer)) {
    const verified = await verifyOwnPassword(viewer, given.current, address);
    if (!verified.ok) return verified.error === "wrong" ? fail("wrong_current") : fail("throttled");
  }
  const checked = checkPassword(given.password, viewer);
  if (!checked.ok) return checked;
  await storeSecret(viewer, given.password, "password.set");
  return succeed();
}

/** Made for the participant and shown this once; only its hash stays. */
export async function renewOwnPassphrase(viewer: Viewer<"participant">): Promise<string> {
  const passphrase = newPassphrase();
  await storeSecret(viewer, passphrase, "passphrase.renewed");
  return passphrase;
}

async function storeSecret(viewer: Viewer, secret: string, action: string): Promise<void> {
  const secretHash = await hashSecret(secret);
  await db.$transaction(async (tx) => {
    await tx.user.update({ where: { id: viewer.userId }, data: { secretHash } });
    await endSignIns(tx, viewer.userId, viewer.signInId);
    await recordEvent(tx, viewer, action, { type: "user", id: viewer.userId });
  });
}
