import "server-only";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import { noteAtDoor } from "#lib/auth/sign-in/door-events.ts";
import {
  createLink,
  endLinks,
  giveLink,
  endTokens,
  endWaysIn,
  type RevokedAccess,
} from "#lib/auth/sign-in/ways-in.ts";
import { newParticipantCode } from "#lib/auth/secrets/participant-secrets.ts";
import type { Role } from "#lib/auth/roles.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db, takeLock, type Transaction } from "#lib/db.ts";
import { handleFrom } from "#lib/users/schema.ts";
import { fail, succeed, type Result } from "#lib/result.ts";

type Admin = Viewer<"admin">;
type Problem = "not_found" | "inactive" | "last_admin";

export type NewUser = { id: string; handle: string; linkPath: string };

export async function createUser(
  viewer: Admin,
  given: { name: string; role: Role; isDemo?: boolean },
): Promise<NewUser> {
  return db.$transaction(async (tx) => {
    const handle = await freeHandle(tx, given);
    const { id } = await tx.user.create({
      data: { name: given.name, role: given.role, handle, isDemo: given.isDemo ?? false },
      select: { id: true },
    });
    const linkPath = await createLink(tx, id, viewer.actor.id);
    await recordEvent(
      tx,
      viewer,
      "user.created",
      { type: "user", id },
      { name: given.name, role: given.role, handle },
    );
    await noteAtDoor(tx, viewer.from, "link_made", { userId: id, details: { by: viewer.handle } });
    return { id, handle, linkPath };
  });
}

/** Two people of one name get "ana-nunez" and "ana-nunez-2". */
async function freeHandle(tx: Transaction, given: { name: string; role: Role }): Promise<string> {
  // Taken for the length of the transaction: two made at once must not choose the same.
  await takeLock(tx, "users.handle");
  const isParticipant = given.role === "participant";
  const base = handleFrom(given.name);
  for (let i = 1; ; i++) {
    const handle = isParticipant ? newParticipantCode() : i === 1 ? base : `${base}-${i}`;
    if (!(await tx.user.findUnique({ where: { handle }, select: { id: true } }))) return handle;
  }
}

/** A lost link is replaced; the one before dies. */
export async function renewLink(viewer: Admin, userId: string): Promise<Result<string, Problem>> {
  return db.$transaction(async (tx) => {
    const user = await tx.user.findUnique({ where: { id: userId }, select: { deactivatedAt: true } });
    if (!user) return fail("not_found");
    if (user.deactivatedAt) return fail("inactive");
    return succeed(await giveLink(tx, viewer, userId));
  });
}

/** Deactivated people keep their answers and their name in the record, but no door opens for them. */
export async function deactivateUser(
  viewer: Admin,
  userId: string,
  typedHandle: string,
): Promise<Result<undefined, Problem | "confirmation">> {
  return changeAdmins(async (tx) => {
    const user = await tx.user.findUnique({
      where: { id: userId },
      select: { role: true, handle: true, deactivatedAt: true },
    });
    if (!user) return fail("not_found");
    if (user.handle !== typedHandle) return fail("confirmation");
    if (user.deactivatedAt) return succeed();
    if (user.role === "admin" && (await otherAdmins(tx, userId)) === 0) return fail("last_admin");
    await tx.user.update({ where: { id: userId }, data: { deactivatedAt: new Date() } });
    const ended = await endWaysIn(tx, userId, { tokens: true });
    await recordEvent(tx, viewer, "user.deactivated", { type: "user", id: userId }, ended);
    return succeed();
  });
}

export async function reactivateUser(viewer: Admin, userId: string): Promise<Result<undefined, Problem>> {
  return db.$transaction(async (tx) => {
    const user = await tx.user.findUnique({ where: { id: userId }, select: { deactivatedAt: true } });
    if (!user) return fail("not_found");
    if (!user.deactivatedAt) return succeed();
    await tx.user.update({ where: { id: userId }, data: { deactivatedAt: null } });
    await recordEvent(tx, viewer, "user.reactivated", { type: "user", id: userId });
    return succeed();
  });
}

export async function changeRole(
  viewer: Admin,
  userId: string,
  role: Role,
): Promise<Result<{ links: number; tokens: number }, Problem | "participant_stays">> {
  return changeAdmins(async (tx) => {
    const user = await tx.user.findUnique({ where: { id: userId }, select: { role: true } });
    if (!user) return fail("not_found");
    if (user.role === role) return succeed({ links: 0, tokens: 0 });
    // A participant's code is how they come back, and their answers hang on what they were when they gave them.
    if (user.role === "participant" || role === "participant") return fail("participant_stays");
    if (user.role === "admin" && (await otherAdmins(tx, userId)) === 0) return fail("last_admin");
    await tx.user.update({ where: { id: userId }, data: { role } });
    // They were made for what their owner could see then; whoever has the link may be somebody else.
    const ended = { links: (await endLinks(tx, userId)).count, tokens: await endTokens(tx, userId) };
    const details = { from: user.role, to: role, ...ended };
    await recordEvent(tx, viewer, "user.role_changed", { type: "user", id: userId }, details);
    return succeed(ended);
  });
}

export async function endEverySignIn(
  viewer: Admin,
  userId: string,
  given: { tokens: boolean },
): Promise<Result<RevokedAccess, Problem>> {
  return db.$transaction(async (tx) => {
    if (!(await tx.user.findUnique({ where: { id: userId }, select: { id: true } })))
      return fail("not_found");
    const ended = await endWaysIn(tx, userId, given);
    await recordEvent(tx, viewer, "user.signed_out_everywhere", { type: "user", id: userId }, ended);
    return succeed(ended);
  });
}

/** Two admins who remove each other in the same instant would leave nobody: such changes wait for one another. */
function changeAdmins<T>(change: (tx: Transaction) => Promise<T>): Promise<T> {
  return db.$transaction(async (tx) => {
    await takeLock(tx, "users.admins");
    return change(tx);
  });
}

const otherAdmins = (tx: Transaction, userId: string) =>
  tx.user.count({ where: { role: "admin", deactivatedAt: null, id: { not: userId } } });
