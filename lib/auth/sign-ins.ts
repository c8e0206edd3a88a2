import "server-only";
import { signInDays } from "#lib/auth/schema.ts";
import { db, type Transaction } from "#lib/db.ts";
import type { SignInMethod } from "#lib/generated/prisma/enums.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { fail, succeed, type Result } from "#lib/result.ts";

const seenEveryMs = 60_000;

export async function findSignIn(id: string) {
  return db.signIn.findFirst({
    where: { id, endedAt: null, expiresAt: { gt: new Date() }, user: { deactivatedAt: null } },
    select: {
      id: true,
      lastSeenAt: true,
      user: {
        select: { id: true, role: true, name: true, handle: true, secretHash: true, lastSeenAt: true },
      },
    },
  });
}

type Found = NonNullable<Awaited<ReturnType<typeof findSignIn>>>;

/** At most one write a minute, however many requests come. */
export async function noteSeen({ id, lastSeenAt, user }: Found): Promise<void> {
  const now = new Date();
  const due = new Date(now.getTime() - seenEveryMs);
  if (user.lastSeenAt && lastSeenAt > due) return;
  // Of requests that come together, one finds the row still due.
  const { count } = await db.signIn.updateMany({
    where: { id, ...(user.lastSeenAt ? { lastSeenAt: { lte: due } } : {}) },
    data: { lastSeenAt: now },
  });
  if (count > 0) await db.user.updateMany({ where: { id: user.id }, data: { lastSeenAt: now } });
}

export async function startSignIn(
  tx: Transaction,
  userId: string,
  method: SignInMethod,
  device: string,
): Promise<string> {
  const expiresAt = new Date(Date.now() + signInDays * 24 * 60 * 60 * 1000);
  const { id } = await tx.signIn.create({
    data: { userId, method, device, expiresAt },
    select: { id: true },
  });
  return id;
}

export async function listOwnSignIns(viewer: Viewer) {
  return db.signIn.findMany({
    where: { userId: viewer.userId, endedAt: null, expiresAt: { gt: new Date() } },
    select: { id: true, method: true, device: true, createdAt: true, lastSeenAt: true },
    orderBy: { lastSeenAt: "desc" },
  });
}

export async function endOwnSignIn(viewer: Viewer, id: string): Promise<Result<undefined, "not_found">> {
  const { count } = await db.signIn.updateMany({
    where: { id, userId: viewer.userId, endedAt: null },
    data: { endedAt: new Date() },
  });
  return count === 1 ? succeed() : fail("not_found");
}

/** Ends every sign-in of one person; the caller has shown that the viewer may. */
export async function endSignIns(tx: Transaction, userId: string, except?: string | null): Promise<number> {
  const { count } = await tx.signIn.updateMany({
    where: { userId, endedAt: null, ...(except ? { id: { not: except } } : {}) },
    data: { endedAt: new Date() },
  });
  return count;
}
