import "server-only";
import { noteAtDoor } from "#lib/auth/sign-in/door-events.ts";
import type { Role } from "#lib/auth/roles.ts";
import { signInDays } from "#lib/auth/terms.ts";
import { ask, db, newId, type Transaction } from "#lib/db.ts";
import { env } from "#lib/env.ts";
import type { SignInMethod } from "#lib/generated/prisma/enums.ts";
import type { Viewer, Visitor } from "#lib/auth/viewer.ts";
import { log } from "#lib/log.ts";
import { BoundedMap } from "#lib/bounded-map.ts";
import { fail, succeed, type Result } from "#lib/result.ts";

const needsSecondFactor = { off: [], admins: ["admin"], staff: ["researcher", "admin"] } as const;
const seenEveryMs = 60_000;

export type Person = { id: string; role: Role; name: string; handle: string; hasSecret: boolean };

type SignInRecord = {
  id: string;
  lastSeenAt: Date;
  /** When somebody last showed who they are. */
  provenAt: Date;
  /** A second factor is required of them, and they have none yet. */
  mustEnrol: boolean;
  user: Person & { lastSeenAt: Date | null };
};
type Row = Omit<SignInRecord, "user"> & Omit<Person, "id"> & { userId: string; userSeenAt: Date | null };

/** In SQL: asked with every request, so in one exchange. */
export async function findSignIn(wanted: string): Promise<SignInRecord | null> {
  const [found] = await ask<Row>(
    "sign-in",
    `SELECT i.id, i.last_seen_at AS "lastSeenAt", i.proven_at AS "provenAt",
       u.role::text = ANY($2) AND NOT (
         EXISTS (SELECT FROM passkeys k WHERE k.user_id = u.id)
         OR EXISTS (SELECT FROM code_apps a WHERE a.user_id = u.id AND a.confirmed_at IS NOT NULL)
       ) AS "mustEnrol", u.id AS "userId", u.role, u.name, u.handle,
       u.secret_hash IS NOT NULL AS "hasSecret", u.last_seen_at AS "userSeenAt"
     FROM sign_ins i JOIN users u ON u.id = i.user_id
     WHERE i.id = $1 AND i.ended_at IS NULL AND i.expires_at > now() AND u.deactivated_at IS NULL`,
    [wanted, needsSecondFactor[env.requireSecondFactor]],
  );
  if (!found) return null;
  const { id, lastSeenAt, provenAt, mustEnrol, userId, userSeenAt, ...user } = found;
  return { id, lastSeenAt, provenAt, mustEnrol, user: { ...user, id: userId, lastSeenAt: userSeenAt } };
}

/** Participants who were proven here in the last minute, and seen to be. */
const proven = new BoundedMap<string, { user: SignInRecord["user"]; until: number }>(
  env.peopleInMemory,
  "proven",
);

/** Who that was: enough for what is asked of the database together with whether it still holds. */
export function recallSignIn(signInId: string): SignInRecord["user"] | null {
  const known = proven.get(signInId);
  return known && known.until > Date.now() ? known.user : null;
}

/** At most one write a minute, however many requests come. */
export async function noteSeen({ id, lastSeenAt, user }: SignInRecord): Promise<void> {
  const now = new Date();
  const due = new Date(now.getTime() - seenEveryMs);
  const isDue = !user.lastSeenAt || lastSeenAt <= due;
  if (user.role === "participant")
    proven.set(id, { user, until: (isDue ? now : lastSeenAt).getTime() + seenEveryMs });
  if (!isDue) return;
  // In SQL, as every request asks. Of those that come together, one finds the row still due.
  const noted = await ask(
    "seen",
    `UPDATE sign_ins SET last_seen_at = $2 WHERE id = $1 AND ($4 OR last_seen_at <= $3) RETURNING id`,
    [id, now, due, user.lastSeenAt === null],
  );
  // By itself: whoever ends somebody's sign-ins holds the person first, and both together would wait for each other.
  if (noted.length > 0)
    await ask("person seen", `UPDATE users SET last_seen_at = $2 WHERE id = $1`, [user.id, now]);
}

export async function startSignIn(
  tx: Transaction,
  userId: string,
  method: SignInMethod,
  device: string,
  { days = signInDays, byOwnLink = false }: { days?: number; byOwnLink?: boolean } = {},
): Promise<string> {
  const expiresAt = new Date(Date.now() + days * 24 * 60 * 60 * 1000);
  const { id } = await tx.signIn.create({
    data: { userId, method, device, byOwnLink, expiresAt },
    select: { id: true },
  });
  return id;
}

/**
 * The same with its line in the record of doors, for somebody whom a link brought to a sitting. In SQL: one exchange, while
 * others wait for their number.
 */
export async function startSignInAtDoor(
  tx: Pick<Transaction, "$executeRaw">,
  userId: string,
  { method, by, from }: { method: SignInMethod; by: "join" | "return"; from: Visitor },
): Promise<string> {
  const id = newId();
  const { address, device, requestId = null } = from;
  await tx.$executeRaw`
    WITH started AS (
      INSERT INTO sign_ins (id, user_id, method, device, expires_at)
      VALUES (${id}::uuid, ${userId}::uuid, ${method}::sign_in_method, ${device},
        now() + make_interval(hours => ${24 * signInDays}::int))
      RETURNING user_id, device)
    INSERT INTO door_events (kind, user_id, address, device, request_id, details)
    SELECT 'signed_in', user_id, ${address}, device, ${requestId}, jsonb_build_object('by', ${by}::text) FROM started`;
  log.info({ requestId, door: "signed_in", userId, address, device, by });
  return id;
}

export async function listOwnSignIns(viewer: Viewer) {
  return db.signIn.findMany({
    where: { userId: viewer.userId, endedAt: null, expiresAt: { gt: new Date() } },
    select: { id: true, method: true, device: true, createdAt: true, lastSeenAt: true },
    orderBy: { lastSeenAt: "desc" },
  });
}

/** What the other browsers are called in which one is signed in. */
export async function listOtherDevices(viewer: Viewer): Promise<string[]> {
  const others = (await listOwnSignIns(viewer)).filter(({ id }) => id !== viewer.signInId);
  return [...new Set(others.map(({ device }) => device))];
}

export async function endOwnSignIn(viewer: Viewer, id: string): Promise<Result<undefined, "not_found">> {
  const { count } = await db.signIn.updateMany({
    where: { id, userId: viewer.userId, endedAt: null },
    data: { endedAt: new Date() },
  });
  if (count === 0) return fail("not_found");
  await noteAtDoor(db, viewer.from, "signed_out", { userId: viewer.userId });
  return succeed();
}

/** Ends every sign-in of one person, and what was on its way to be one; the caller has shown that the viewer may. */
export async function endSignIns(tx: Transaction, userId: string, except?: string | null): Promise<number> {
  await tx.halfSignIn.deleteMany({ where: { userId } });
  const { count } = await tx.signIn.updateMany({
    where: { userId, endedAt: null, ...(except ? { id: { not: except } } : {}) },
    data: { endedAt: new Date() },
  });
  return count;
}
