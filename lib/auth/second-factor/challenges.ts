import "server-only";
import { db } from "#lib/db.ts";

const minutes = 5;

/** One at a time for each sign-in, or half of one: a newer question takes the place of the one before. */
export async function giveChallenge(boundTo: string, challenge: string): Promise<void> {
  await db.passkeyChallenge.deleteMany({ where: { expiresAt: { lt: new Date() } } });
  const expiresAt = new Date(Date.now() + minutes * 60_000);
  await db.passkeyChallenge.upsert({
    where: { boundTo },
    create: { boundTo, challenge, expiresAt },
    update: { challenge, expiresAt },
  });
}

/**
 * Taken away before the answer is looked at: right or wrong, it is good for one. In SQL: Prisma doesn't return what it deletes
 * where nothing may be there.
 */
export async function takeChallenge(boundTo: string): Promise<string | null> {
  const [taken] = await db.$queryRaw<{ challenge: string }[]>`
    DELETE FROM passkey_challenges WHERE bound_to = ${boundTo}::uuid AND expires_at > now() RETURNING challenge`;
  return taken?.challenge ?? null;
}
