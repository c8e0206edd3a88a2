import "server-only";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import { noteAtDoor } from "#lib/auth/sign-in/door-events.ts";
import { endSignIns } from "#lib/auth/sign-in/sign-ins.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db, type Transaction } from "#lib/db.ts";
import { hashToken, newToken } from "#lib/auth/secrets/secrets.ts";
import { linkDays } from "#lib/auth/terms.ts";
import type { Role } from "#lib/auth/roles.ts";
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

export type RevokedAccess = { signIns: number; links: number; tokens: number };

/** Whoever knew an old secret, found a link or sits at another device is out; programs too, where that is wanted. */
export async function endWaysIn(
  tx: Transaction,
  userId: string,
  { except = null, tokens }: { except?: string | null; tokens: boolean },
): Promise<RevokedAccess> {
  return {
    signIns: await endSignIns(tx, userId, except),
    links: (await endLinks(tx, userId)).count,
    tokens: tokens ? await endTokens(tx, userId) : 0,
  };
}

const inUse = (userId: string) => ({ userId, revokedAt: null, expiresAt: { gt: new Date() } });

export async function endTokens(tx: Transaction, userId: string): Promise<number> {
  const { count } = await tx.apiToken.updateMany({ where: inUse(userId), data: { revokedAt: new Date() } });
  return count;
}

/** What programs of one's own can still come in by. */
export const countOwnTokens = ({ userId }: Viewer): Promise<number> =>
  db.apiToken.count({ where: inUse(userId) });

/** Of one's own: this browser is out as well. */
export async function signOutOfEverything(
  viewer: Viewer,
  given: { tokens: boolean },
): Promise<RevokedAccess> {
  const { userId, from } = viewer;
  return db.$transaction(async (tx) => {
    const ended = await endWaysIn(tx, userId, given);
    await recordEvent(tx, viewer, "user.signed_out_everywhere", { type: "user", id: userId }, ended);
    await noteAtDoor(tx, from, "signed_out_everywhere", { userId, details: ended });
    return ended;
  });
}
