import "server-only";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import { makeRecoveryCodes } from "#lib/auth/second-factor/recovery-codes.ts";
import type { Factors } from "#lib/auth/second-factor/schema.ts";
import { endSignIns } from "#lib/auth/sign-in/sign-ins.ts";
import type { Staff } from "#lib/auth/study-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db, type Transaction } from "#lib/db.ts";
import { fail, succeed, type Result } from "#lib/result.ts";

const confirmed = { confirmedAt: { not: null } } as const;

export async function listFactors({ userId }: Staff): Promise<Factors> {
  const [app, passkeys, recoveryCodes] = await Promise.all([
    db.codeApp.findUnique({ where: { userId, ...confirmed }, select: { confirmedAt: true } }),
    db.passkey.findMany({
      where: { userId },
      select: { id: true, name: true, createdAt: true, lastUsedAt: true },
      orderBy: { createdAt: "asc" },
    }),
    db.recoveryCode.count({ where: { userId, usedAt: null } }),
  ]);
  return { codeAppSince: app?.confirmedAt ?? null, passkeys, recoveryCodes };
}

/** Whether the way in asks this person for more than the first factor. */
export async function hasSecondFactor(tx: Transaction, userId: string): Promise<boolean> {
  const apps = await tx.codeApp.count({ where: { userId, ...confirmed } });
  return apps > 0 || (await tx.passkey.count({ where: { userId } })) > 0;
}

/** With the first factor come the codes for the day it is lost; whoever has some keeps them. */
export async function makeCodesIfFirst(tx: Transaction, viewer: Staff): Promise<string[]> {
  const there = await tx.recoveryCode.count({ where: { userId: viewer.userId } });
  return there > 0 ? [] : makeRecoveryCodes(tx, viewer);
}

export async function renewRecoveryCodes(viewer: Staff): Promise<Result<string[], "no_second_factor">> {
  return db.$transaction(async (tx) =>
    (await hasSecondFactor(tx, viewer.userId))
      ? succeed(await makeRecoveryCodes(tx, viewer))
      : fail("no_second_factor"),
  );
}

/** Recovery codes stand for a factor; without one they would be a way in by themselves. */
export async function forgetWhenLast(tx: Transaction, userId: string): Promise<void> {
  if (!(await hasSecondFactor(tx, userId))) await tx.recoveryCode.deleteMany({ where: { userId } });
}

/** For somebody who has lost everything: they come in with the first factor alone, and everywhere anew. */
export async function resetSecondFactor(
  viewer: Viewer<"admin">,
  userId: string,
): Promise<Result<undefined, "not_found" | "no_second_factor">> {
  return db.$transaction(async (tx) => {
    const user = await tx.user.findUnique({ where: { id: userId }, select: { id: true } });
    if (!user) return fail("not_found");
    if (!(await hasSecondFactor(tx, userId))) return fail("no_second_factor");
    await tx.codeApp.deleteMany({ where: { userId } });
    const { count: passkeys } = await tx.passkey.deleteMany({ where: { userId } });
    await tx.recoveryCode.deleteMany({ where: { userId } });
    const signedOut = await endSignIns(tx, userId);
    const subject = { type: "user", id: userId };
    await recordEvent(tx, viewer, "second_factor.reset", subject, { passkeys, signedOut });
    return succeed();
  });
}
