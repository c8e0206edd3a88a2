import { randomInt, randomUUID } from "node:crypto";
import type { Role } from "#lib/auth/roles.ts";
import { hashSecret, hashToken, newToken } from "#lib/auth/secrets/secrets.ts";
import { admit, type Viewer, type Visitor } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";

type Person = { id: string; role: Role; name: string; handle: string; secretHash: string | null };

/** Somebody new, with a handle that nobody else has. */
export async function makePerson(
  given: { role?: Role; name?: string; secret?: string; deactivatedAt?: Date } = {},
): Promise<Person> {
  const { role = "researcher", name = "Ana Núñez", secret, deactivatedAt } = given;
  const secretHash = secret ? await hashSecret(secret) : null;
  const data = {
    role,
    name,
    handle: `person-${randomUUID()}`,
    secretHash,
    deactivatedAt: deactivatedAt ?? null,
  };
  return db.user.create({ data });
}

export function viewerFor<R extends Role = Role>(
  person: Person & { role: R },
  signInId: string | null = null,
): Viewer<R> {
  return admit({
    userId: person.id,
    role: person.role,
    name: person.name,
    handle: person.handle,
    hasSecret: person.secretHash !== null,
    signInId,
    actor: { id: person.id, origin: "web", place: "/a-page" },
    requestId: "request-1",
    from: elsewhere(),
  });
}

const group = () => randomInt(65_536).toString(16);

/** A browser in a network that nobody else is in, so that nobody's tries count for others. */
export const elsewhere = (): Visitor => ({
  address: `2001:db8:${group()}:${group()}::${group()}`,
  device: "Firefox, Linux",
});

/** An admin who acts, so that what is done has a name in the record. */
export async function makeAdmin(): Promise<Viewer<"admin">> {
  return viewerFor({ ...(await makePerson({ role: "admin" })), role: "admin" });
}

/** A link in the state the test needs; its token is returned. */
export async function makeLink(
  userId: string,
  state: { usedAt?: Date; revokedAt?: Date; expiresAt?: Date } = {},
): Promise<string> {
  const token = newToken();
  const expiresAt = state.expiresAt ?? new Date(Date.now() + 60_000);
  await db.signInLink.create({
    data: {
      userId,
      tokenHash: hashToken(token),
      usedAt: state.usedAt ?? null,
      revokedAt: state.revokedAt ?? null,
      expiresAt,
    },
  });
  return token;
}

/** What the record holds about one person, oldest first. */
export async function listEventsAbout(userId: string) {
  return db.auditEvent.findMany({
    where: { subjectType: "user", subjectId: userId },
    select: { action: true, actorId: true, origin: true, requestId: true, details: true },
    orderBy: { id: "asc" },
  });
}
