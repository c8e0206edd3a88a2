import "server-only";
import type { Staff } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";

export type OwnToken = Awaited<ReturnType<typeof listOwnTokens>>[number];

/** Newest first; what was revoked stands in the record alone. */
export async function listOwnTokens(viewer: Staff) {
  return db.apiToken.findMany({
    where: { userId: viewer.userId, revokedAt: null },
    select: { id: true, name: true, createdAt: true, expiresAt: true, lastUsedAt: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
}
