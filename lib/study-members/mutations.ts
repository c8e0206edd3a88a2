import "server-only";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { fail, succeed, type Result } from "#lib/result.ts";

type Admin = Viewer<"admin">;
type Membership = { studyId: string; userId: string };
type MemberProblem = "not_found" | "unknown_person";

/** Only researchers are added: an admin sees every study, a participant none. Twice is once. */
export async function addMember(
  viewer: Admin,
  { studyId, userId }: Membership,
): Promise<Result<undefined, MemberProblem | "not_researcher" | "inactive">> {
  return db.$transaction(async (tx) => {
    if (!(await tx.study.findUnique({ where: { id: studyId }, select: { id: true } })))
      return fail("not_found");
    // In SQL: Prisma can't hold a row.
    const [user] = await tx.$queryRaw<{ handle: string; role: string; inactive: boolean }[]>`
      SELECT handle, role::text, deactivated_at IS NOT NULL AS inactive FROM users
      WHERE id = ${userId}::uuid FOR SHARE`;
    if (!user) return fail("unknown_person");
    if (user.role !== "researcher") return fail("not_researcher");
    if (user.inactive) return fail("inactive");
    const { count } = await tx.studyMember.createMany({ data: { studyId, userId }, skipDuplicates: true });
    if (count > 0) {
      const details = { userId, handle: user.handle };
      await recordEvent(tx, viewer, "study.member_added", { type: "study", id: studyId }, details);
    }
    return succeed();
  });
}

/** From their next click on the study is not there for them. */
export async function removeMember(
  viewer: Admin,
  { studyId, userId }: Membership,
): Promise<Result<undefined, MemberProblem>> {
  return db.$transaction(async (tx) => {
    if (!(await tx.study.findUnique({ where: { id: studyId }, select: { id: true } })))
      return fail("not_found");
    const user = await tx.user.findUnique({ where: { id: userId }, select: { handle: true } });
    if (!user) return fail("unknown_person");
    const { count } = await tx.studyMember.deleteMany({ where: { studyId, userId } });
    if (count > 0) {
      const details = { userId, handle: user.handle };
      await recordEvent(tx, viewer, "study.member_removed", { type: "study", id: studyId }, details);
    }
    return succeed();
  });
}
