import "server-only";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import { noteAtDoor } from "#lib/auth/sign-in/door-events.ts";
import { endLinks } from "#lib/auth/sign-in/links.ts";
import { endSignIns } from "#lib/auth/sign-in/sign-ins.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db, type Transaction } from "#lib/db.ts";

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
