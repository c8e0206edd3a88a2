import "server-only";
import type { SeenStudyId } from "#lib/auth/study-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";

type Admin = Viewer<"admin">;

/** Who belongs to a study, the longest there first. */
export async function listMembers(studyId: SeenStudyId) {
  const found = await db.studyMember.findMany({
    where: { studyId },
    select: {
      addedAt: true,
      user: {
        select: { id: true, name: true, handle: true, role: true, lastSeenAt: true, deactivatedAt: true },
      },
    },
    orderBy: [{ addedAt: "asc" }, { userId: "asc" }],
  });
  return found.map(({ addedAt, user: { id, role, deactivatedAt, ...user } }) => ({
    ...user,
    userId: id,
    role: role === "admin" ? ("admin" as const) : ("researcher" as const),
    isDeactivated: deactivatedAt !== null,
    addedAt,
  }));
}
export type Member = Awaited<ReturnType<typeof listMembers>>[number];

/** Researchers who could be added: admins see every study anyway. */
export async function listCandidates(_admin: Admin, studyId: string) {
  const found = await db.user.findMany({
    where: { role: "researcher", deactivatedAt: null, memberships: { none: { studyId } } },
    select: { id: true, name: true, handle: true },
    orderBy: [{ name: "asc" }, { handle: "asc" }],
  });
  return found.map(({ id, ...user }) => ({ ...user, userId: id }));
}

/** The studies a person belongs to, the newest first. */
export async function listMemberships(_admin: Admin, userId: string) {
  const found = await db.studyMember.findMany({
    where: { userId },
    select: { studyId: true, addedAt: true, study: { select: { slug: true, title: true, state: true } } },
    orderBy: [{ addedAt: "desc" }, { studyId: "desc" }],
  });
  return found.map(({ study, ...membership }) => ({ ...membership, ...study }));
}
export type Membership = Awaited<ReturnType<typeof listMemberships>>[number];

/** Studies that a person doesn't belong to yet and that aren't put away. */
export async function listOtherStudies(_admin: Admin, userId: string) {
  const found = await db.study.findMany({
    where: { state: { not: "archived" }, members: { none: { userId } } },
    select: { id: true, title: true },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return found.map(({ id, title }) => ({ studyId: id, title }));
}
export type OpenStudy = Awaited<ReturnType<typeof listOtherStudies>>[number];
