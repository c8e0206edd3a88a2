import "server-only";
import { mostTokens, type TokenDays } from "#lib/api-tokens/schema.ts";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import { noteAtDoor } from "#lib/auth/sign-in/door-events.ts";
import { hashToken } from "#lib/auth/secrets/secrets.ts";
import type { Staff } from "#lib/auth/study-scope.ts";
import { newApiToken } from "#lib/auth/tokens/token-text.ts";
import { db } from "#lib/db.ts";
import { fail, succeed, type Result } from "#lib/result.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** The token itself is returned this once; only its hash stays. */
export async function createToken(
  viewer: Staff,
  { name, days }: { name: string; days: TokenDays },
): Promise<Result<string, "too_many">> {
  return db.$transaction(async (tx) => {
    // Of two made at once the second waits for the count of the first. In SQL: Prisma can't hold a row.
    await tx.$executeRaw`SELECT 1 FROM users WHERE id = ${viewer.userId}::uuid FOR UPDATE`;
    const inUse = { userId: viewer.userId, revokedAt: null, expiresAt: { gt: new Date() } };
    if ((await tx.apiToken.count({ where: inUse })) >= mostTokens) return fail("too_many");
    const token = newApiToken();
    const createdAt = new Date();
    const expiresAt = new Date(createdAt.getTime() + days * dayMs);
    await tx.apiToken.create({
      data: { userId: viewer.userId, name, tokenHash: hashToken(token), createdAt, expiresAt },
    });
    await recordEvent(tx, viewer, "api_token.created", { type: "user", id: viewer.userId }, { name, days });
    await noteAtDoor(tx, viewer.from, "token_made", { userId: viewer.userId, details: { token: name } });
    return succeed(token);
  });
}

export async function revokeToken(viewer: Staff, id: string): Promise<Result<undefined, "not_found">> {
  return db.$transaction(async (tx) => {
    const [revoked] = await tx.apiToken.updateManyAndReturn({
      where: { id, userId: viewer.userId, revokedAt: null },
      data: { revokedAt: new Date() },
      select: { name: true },
    });
    if (!revoked) return fail("not_found");
    await recordEvent(tx, viewer, "api_token.revoked", { type: "user", id: viewer.userId }, revoked);
    const details = { token: revoked.name };
    await noteAtDoor(tx, viewer.from, "token_revoked", { userId: viewer.userId, details });
    return succeed();
  });
}
