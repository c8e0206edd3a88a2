import "server-only";
import { noteAtDoor } from "#lib/auth/sign-in/door-events.ts";
import { db, type Transaction } from "#lib/db.ts";
import { markFor, type KnownDevice } from "#lib/auth/sign-in/known-device.ts";
import { inspectLink, ownerOf, redeemLink, type LinkProblem } from "#lib/auth/sign-in/ways-in.ts";
import { readPassphrase } from "#lib/auth/secrets/participant-secrets.ts";
import type { Role } from "#lib/auth/roles.ts";
import { admitPerson, type Admission, type SignInAttempt } from "#lib/auth/second-factor/half-sign-in.ts";
import { verifySecret } from "#lib/auth/secrets/secrets.ts";
import { clearAttempts, isLoggedAlready, reserveAttempt } from "#lib/auth/sign-in/throttle.ts";
import type { Visitor } from "#lib/auth/viewer.ts";
import { fail, succeed, type Failure, type Result } from "#lib/result.ts";

export type EntryResult = { admission: Admission; userId: string; role: Role; hasSecret: boolean };

export async function enterByLink(
  token: string,
  from: Visitor,
  isKept = false,
): Promise<Result<EntryResult, LinkProblem>> {
  const entered = await db.$transaction(async (tx) => {
    const redeemed = await redeemLink(tx, token);
    if (!redeemed.ok) return null;
    const user = await tx.user.findUniqueOrThrow({
      where: { id: redeemed.value },
      select: { id: true, role: true, secretHash: true },
    });
    return letIn(tx, user, from, { method: "link", isKept });
  });
  if (entered) return succeed(entered);
  const why = await inspectLink(token);
  const problem = why.ok ? fail("unknown" as const) : why;
  const userId = await ownerOf(token);
  if (userId) await noteAtDoor(db, from, "link_refused", { userId, details: { why: problem.error } });
  return problem;
}

/** A name with its password, or a participant's code with its passphrase. One answer for every way of being wrong. */
export async function enterBySecret(
  given: { handle: string; secret: string },
  from: Visitor,
  { known = null, isKept = false }: { known?: KnownDevice | null; isKept?: boolean } = {},
): Promise<Result<EntryResult, "mismatch" | "throttled">> {
  const { handle } = given;
  const user = await db.user.findUnique({
    where: { handle },
    select: { id: true, role: true, secretHash: true, deactivatedAt: true },
  });
  const attempt = { handle, address: from.address, device: markFor(known, user?.id) };
  const reserved = await reserveAttempt(attempt);
  if (!reserved.ok) return noteThrottled(reserved, from, user?.id ?? null);
  const isParticipant = user?.role === "participant";
  const secret = isParticipant ? readPassphrase(given.secret) : given.secret;
  const usable = user && !user.deactivatedAt ? user.secretHash : null;
  if (!(await verifySecret(usable, secret)) || !user) {
    await noteAtDoor(db, from, "sign_in_failed", { userId: user?.id ?? null });
    return fail("mismatch");
  }
  await clearAttempts(attempt);
  const method = isParticipant ? "passphrase" : "password";
  return succeed(await letIn(db, user, from, { method, isKept }));
}

async function letIn(
  tx: Transaction,
  { id: userId, role, secretHash }: { id: string; role: Role; secretHash: string | null },
  from: Visitor,
  { method, isKept }: Omit<SignInAttempt, "device">,
): Promise<EntryResult> {
  const admission = await admitPerson(tx, { id: userId, role }, { method, device: from.device, isKept });
  if (admission.kind === "signed_in")
    await noteAtDoor(tx, from, "signed_in", { userId, details: { by: method } });
  return { admission, userId, role, hasSecret: secretHash !== null };
}

/** Once in a while, however many are turned away: a flood at the door is one line, not a full disk. */
export async function noteThrottled(
  refused: Failure<"throttled">,
  from: Visitor,
  userId: string | null,
): Promise<Failure<"throttled">> {
  if (!(await isLoggedAlready(userId ?? "nobody", from.address)))
    await noteAtDoor(db, from, "throttled", { userId });
  return refused;
}
