import "server-only";
import { db } from "#lib/db.ts";

const monthMs = 30 * 24 * 60 * 60 * 1000;

export type Tidied = { throttles: number; signIns: number; links: number };

/** Removes what has no use any more: counters whose window is over, sign-ins and links a month past their end. */
export async function tidy(now = new Date()): Promise<Tidied> {
  const monthAgo = new Date(now.getTime() - monthMs);
  const throttles = await db.throttle.deleteMany({ where: { endsAt: { lt: now } } });
  const signIns = await db.signIn.deleteMany({
    where: { OR: [{ expiresAt: { lt: monthAgo } }, { endedAt: { lt: monthAgo } }] },
  });
  const links = await db.signInLink.deleteMany({ where: { expiresAt: { lt: monthAgo } } });
  return { throttles: throttles.count, signIns: signIns.count, links: links.count };
}
