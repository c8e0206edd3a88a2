import "server-only";
import type { Prisma } from "#lib/generated/prisma/client.ts";
import type { Viewer } from "#lib/auth/viewer.ts";

export type Staff = Viewer<"admin" | "researcher">;

/** Admins see every study, researchers those they belong to: part of every `where` about studies and what hangs on them. */
export const studiesOf = (viewer: Staff): Prisma.StudyWhereInput =>
  viewer.role === "admin" ? {} : { members: { some: { userId: viewer.userId } } };
