import "server-only";
import { noteAtDoor } from "#lib/auth/sign-in/door-events.ts";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import { hashToken, newToken } from "#lib/auth/secrets/secrets.ts";
import { linkDays } from "#lib/auth/schema.ts";
import { db, type Transaction } from "#lib/db.ts";
import type { Role } from "#lib/auth/roles.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { fail, succeed, type Result } from "#lib/result.ts";

export type LinkProblem = "unknown" | "expired" | "used" | "revoked";

/** The path of a new single-use link. Only its hash is stored; earlier unused links of the person die. */
export async function createLink(
  tx: Transaction,
  userId: string,
  createdById: string | null,
): Promise<string> {
  await endLinks(tx, userId);
  const token = newToken();
  const expiresAt = new Date(Date.now() + linkDays * 24 * 60 * 60 * 1000);
  await tx.signInLink.create({ data: { userId, createdById, tokenHash: hashToken(token), expiresAt } });
  return `/enter/${token}`;
}

/** The same, by somebody who stands in the record for it. */
export async function giveLink(tx: Transaction, viewer: Viewer<"admin">, userId: string): Promise<string> {
  const path = await createLink(tx, userId, viewer.actor.id);
  await recordEvent(tx, viewer, "user.link_renewed", { type: "user", id: userId });
  await noteAtDoor(tx, viewer.from, "link_made", { userId, details: { by: viewer.handle } });
  return path;
}

/** Looks without touching: link previews and mail scanners must not burn it. */
export async function inspectLink(token: string): Promise<Result<{ name: string; role: Role }, LinkProblem>> {
  const link = await db.signInLink.findUnique({
    where: { tokenHash: hashToken(token) },
    select: {
      expiresAt: true,
      usedAt: true,
      revokedAt: true,
      user: { select: { name: true, role: true, deactivatedAt: true } },
    },
  });
  if (!link || link.user.deactivatedAt) return fail("unknown");
  if (link.usedAt) return fail("used");
  if (link.revokedAt) return fail("revoked");
  if (link.expiresAt <= new Date()) return fail("expired");
  return succeed({ name: link.user.name, role: link.user.role });
}

/** Whose it is or was, whatever has become of it. */
export async function ownerOf(token: string): Promise<string | null> {
  const where = { tokenHash: hashToken(token) };
  return (await db.signInLink.findUnique({ where, select: { userId: true } }))?.userId ?? null;
}

/** Links that nobody has used yet stop working. */
export const endLinks = (tx: Transaction, userId: string) =>
  tx.signInLink.updateMany({
    where: { userId, usedAt: null, revokedAt: null },
    data: { revokedAt: new Date() },
  });

/** One statement decides, so that of two clicks at once exactly one gets in. */
export async function redeemLink(tx: Transaction, token: string): Promise<Result<string, "refused">> {
  const now = new Date();
  const [link] = await tx.signInLink.updateManyAndReturn({
    where: {
      tokenHash: hashToken(token),
      usedAt: null,
      revokedAt: null,
      expiresAt: { gt: now },
      user: { deactivatedAt: null },
    },
    data: { usedAt: now },
    select: { userId: true },
  });
  return link ? succeed(link.userId) : fail("refused");
}
