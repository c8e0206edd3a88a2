import "server-only";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import { noteAtDoor } from "#lib/auth/sign-in/door-events.ts";
import { noteThrottled } from "#lib/auth/sign-in/enter.ts";
import { checkPassword, type PasswordProblem } from "#lib/auth/secrets/password-rules.ts";
import { newPassphrase, readPassphrase } from "#lib/auth/secrets/participant-secrets.ts";
import { hashSecret, verifySecret } from "#lib/auth/secrets/secrets.ts";
import { clearAttempts, reserveAttempt } from "#lib/auth/sign-in/throttle.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { endWaysIn, type RevokedAccess } from "#lib/auth/sign-in/ways-in.ts";
import { db } from "#lib/db.ts";
import { fail, succeed, type Result } from "#lib/result.ts";

type Staff = Viewer<"researcher" | "admin">;
type ProofFailure = "wrong_current" | "throttled";

const freshMs = 60 * 60 * 1000;

/** Somebody who has just come in by a link made for them may have forgotten the secret: the link was the proof. */
export async function mustGiveCurrent(viewer: Viewer): Promise<boolean> {
  if (!viewer.hasSecret || !viewer.signInId) return viewer.hasSecret;
  const byFreshLink = await db.signIn.count({
    where: { id: viewer.signInId, byOwnLink: true, createdAt: { gt: new Date(Date.now() - freshMs) } },
  });
  return byFreshLink === 0;
}

/** Counted by sign-in, so that guesses at a screen that was left open shut nobody out at the door. */
export async function verifyOwnSecret(
  viewer: Viewer,
  typed: string,
): Promise<Result<undefined, ProofFailure>> {
  const { userId, handle, signInId, from } = viewer;
  const attempt = { handle, address: from?.address ?? "unknown", device: signInId };
  const reserved = await reserveAttempt(attempt);
  if (!reserved.ok) return from ? noteThrottled(reserved, from, userId) : reserved;
  const { secretHash } = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { secretHash: true },
  });
  const given = viewer.role === "participant" ? readPassphrase(typed) : typed;
  if (!(await verifySecret(secretHash, given))) {
    await noteAtDoor(db, from, "proof_failed", { userId });
    return fail("wrong_current");
  }
  await clearAttempts(attempt);
  return succeed();
}

/** Asked once more before what can't be undone: a cookie that was taken is not its person. */
export const proveAgain = async (viewer: Viewer, current: string): Promise<Result<undefined, ProofFailure>> =>
  (await mustGiveCurrent(viewer)) ? verifyOwnSecret(viewer, current) : succeed();

/** A changed password ends every other way in: whoever knew the old one is out. */
export async function setOwnPassword(
  viewer: Staff,
  given: { current: string; password: string; tokens?: boolean },
): Promise<Result<RevokedAccess, PasswordProblem | ProofFailure>> {
  const proven = await proveAgain(viewer, given.current);
  if (!proven.ok) return proven;
  const checked = checkPassword(given.password, viewer);
  if (!checked.ok) return checked;
  return succeed(await storeSecret(viewer, given.password, "password", given.tokens ?? false));
}

/** Made for the participant and shown this once; only its hash stays. */
export async function renewOwnPassphrase(
  viewer: Viewer<"participant">,
  current: string,
): Promise<Result<string, ProofFailure>> {
  const proven = await proveAgain(viewer, current);
  if (!proven.ok) return proven;
  const passphrase = newPassphrase();
  await storeSecret(viewer, passphrase, "passphrase", false);
  return succeed(passphrase);
}

const recordings = {
  password: { recorded: "password.set", atDoor: "password_set" },
  passphrase: { recorded: "passphrase.renewed", atDoor: "passphrase_renewed" },
} as const;

async function storeSecret(
  viewer: Viewer,
  secret: string,
  kind: keyof typeof recordings,
  tokens: boolean,
): Promise<RevokedAccess> {
  const { userId, signInId, from } = viewer;
  const { recorded, atDoor } = recordings[kind];
  const secretHash = await hashSecret(secret);
  return db.$transaction(async (tx) => {
    await tx.user.update({ where: { id: userId }, data: { secretHash } });
    const ended = await endWaysIn(tx, userId, { except: signInId, tokens });
    await recordEvent(tx, viewer, recorded, { type: "user", id: userId }, ended);
    await noteAtDoor(tx, from, atDoor, { userId, details: ended });
    return ended;
  });
}
