import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";

const shown = {
  id: true,
  name: true,
  handle: true,
  role: true,
  isDemo: true,
  isSimulated: true,
  createdAt: true,
  lastSeenAt: true,
  deactivatedAt: true,
} as const;

export type ListedUser = Awaited<ReturnType<typeof listUsers>>[number];

export async function listUsers(_admin: Viewer<"admin">) {
  return db.user.findMany({ select: shown, orderBy: [{ role: "desc" }, { name: "asc" }] });
}

export async function getUser(_admin: Viewer<"admin">, id: string) {
  const factors = {
    codeApp: { select: { confirmedAt: true } },
    _count: { select: { passkeys: true } },
  } as const;
  const found = await db.user.findUnique({ where: { id }, select: { ...shown, ...factors } });
  if (!found) return null;
  const { codeApp, _count, ...user } = found;
  return { ...user, hasSecondFactor: _count.passkeys > 0 || (codeApp?.confirmedAt ?? null) !== null };
}

/** By sign-in name or participant code; by the written name where only one person bears it. */
export async function findUsersByName(_admin: Viewer<"admin">, name: string) {
  const byHandle = await db.user.findUnique({ where: { handle: name.trim().toLowerCase() }, select: shown });
  if (byHandle) return [byHandle];
  // Prisma asks with ILIKE, to which "%" and "_" are patterns: a "_" must not find somebody else.
  const equals = name.trim().replace(/[\\%_]/g, "\\$&");
  return db.user.findMany({ where: { name: { equals, mode: "insensitive" } }, select: shown });
}
