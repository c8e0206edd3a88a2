import "server-only";
import { noteAtDoor } from "#lib/auth/sign-in/door-events.ts";
import { noteThrottled } from "#lib/auth/sign-in/enter.ts";
import { markFor, type KnownDevice } from "#lib/auth/sign-in/known-device.ts";
import { readPassphrase } from "#lib/auth/secrets/participant-secrets.ts";
import { hashToken, verifySecret } from "#lib/auth/secrets/secrets.ts";
import { startSignInAtDoor } from "#lib/auth/sign-in/sign-ins.ts";
import { clearAttempts, reserveAttempt } from "#lib/auth/sign-in/throttle.ts";
import type { Visitor } from "#lib/auth/viewer.ts";
import { db, type Transaction } from "#lib/db.ts";
import { readCode } from "#lib/studies/codes/schema.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import {
  findByLink,
  invitationOfLink,
  whatToShow,
  type ReturningPerson,
} from "#lib/sittings/returning/returning.ts";

export type ReturnResult = { signInId: string; sittingId: string; userId: string };
type LinkProblem = "unknown" | "revoked" | "replaced";
export type ReturnProblem = LinkProblem | "throttled" | "empty" | "mismatch" | "new_link";
type ReturnRequest = { code: string; pid: string | null; passphrase: string };
type ReturnMatch = {
  returning: ReturningPerson;
  link: { id: string; recruitment: string; isUnused: boolean };
};

/**
 * Signs in whoever began with this link, once they have shown what `whatToShow` asks. Its end is the end of
 * beginning, not of going on; to shut somebody out it is revoked. Counted like any other secret that is tried.
 */
export async function returnByLink(
  { code: typed, pid, passphrase }: ReturnRequest,
  from: Visitor,
  known: KnownDevice | null = null,
): Promise<Result<ReturnResult, ReturnProblem>> {
  const code = readCode(typed);
  if (!code) return fail("unknown");
  const found = await find(db, code, pid);
  const asked = found.ok ? await whatToShow(db, found.value.returning, found.value.link, known) : "nothing";
  if (asked === "new_link") return fail("new_link");
  if (asked === "passphrase" && passphrase === "") return fail("empty");
  const person = found.ok ? found.value.returning : null;
  // A passphrase is guessed at its account, by whatever door. Prolific's people share a link: nobody's wrong tries
  // shut out the others.
  const attempt =
    person && asked === "passphrase"
      ? { handle: person.handle, address: from.address, device: markFor(known, person.userId) }
      : { handle: `link ${code} ${pid ?? ""}`, address: from.address };
  const reserved = await reserveAttempt(attempt);
  if (!reserved.ok) return noteThrottled(reserved, from, person?.userId ?? null);
  const isRight = person && asked === "passphrase" && (await isPassphraseOf(person.userId, passphrase));
  if (person && asked === "passphrase" && !isRight) {
    await noteAtDoor(db, from, "sign_in_failed", { userId: person.userId, details: { by: "return" } });
    return fail("mismatch");
  }
  const entered = await db.$transaction((tx) =>
    enter(tx, { code, pid, isRight: isRight === true }, from, known),
  );
  if (entered.ok) await clearAttempts(attempt);
  return entered;
}

async function enter(
  tx: Transaction,
  { code, pid, isRight }: { code: string; pid: string | null; isRight: boolean },
  from: Visitor,
  known: KnownDevice | null,
): Promise<Result<ReturnResult, ReturnProblem>> {
  const found = await find(tx, code, pid);
  if (!found.ok) return found;
  const { returning, link } = found.value;
  // A link that was issued again is used up by its person, like the first: of two at once, one is told so.
  const isUnused = link.recruitment === "invitation" && (await useUp(tx, link.id));
  const asked = isRight ? "nothing" : await whatToShow(tx, returning, { ...link, isUnused }, known);
  if (asked !== "nothing") return fail(asked === "passphrase" ? "empty" : "new_link");
  const { userId, sittingId } = returning;
  const method = isRight ? "passphrase" : "link";
  const signInId = await startSignInAtDoor(tx, userId, { method, by: "return", from });
  return succeed({ userId, sittingId, signInId });
}

async function find(
  client: Transaction,
  code: string,
  pid: string | null,
): Promise<Result<ReturnMatch, LinkProblem>> {
  const invitation = await client.invitation.findUnique({
    where: { codeHash: hashToken(code) },
    select: invitationOfLink,
  });
  if (!invitation) return fail("unknown");
  if (invitation.replacedById) return fail("replaced");
  if (invitation.revokedAt) return fail("revoked");
  const returning = await findByLink(client, invitation, pid);
  if (!returning) return fail("unknown");
  if (returning.isDeactivated) return fail("revoked");
  const { id, recruitment, uses, maxUses } = invitation;
  return succeed({ returning, link: { id, recruitment, isUnused: uses < maxUses } });
}

async function isPassphraseOf(userId: string, typed: string): Promise<boolean> {
  const { secretHash } = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { secretHash: true },
  });
  return verifySecret(secretHash, readPassphrase(typed));
}

async function useUp(tx: Transaction, id: string): Promise<boolean> {
  const { count } = await tx.invitation.updateMany({
    where: { id, uses: { lt: tx.invitation.fields.maxUses } },
    data: { uses: { increment: 1 } },
  });
  return count === 1;
}
