import "server-only";
import { randomBytes } from "node:crypto";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db, takeLock, type Transaction } from "#lib/db.ts";
import { partialCodeFrom } from "#lib/studies/codes/schema.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { parsePlan, type StudyState } from "#lib/studies/schema.ts";

type Admin = Viewer<"admin">;
type Move = Result<{ from: StudyState }, "not_found" | "not_possible">;

/** Nobody new begins; those in the middle of a sitting finish. */
export const pauseStudy = (viewer: Admin, slug: string): Promise<Move> =>
  move(viewer, slug, ["open"], "paused", "study.paused");

export const reopenStudy = (viewer: Admin, slug: string): Promise<Move> =>
  move(viewer, slug, ["paused"], "open", "study.reopened");

/**
 * Nobody answers any more; unfinished sittings stay incomplete, with the drafts that count. With a confirmation it has to be the title:
 * closing can't be undone.
 */
export async function closeStudy(
  viewer: Admin,
  slug: string,
  confirmation?: string,
): Promise<Move | Result<never, "wrong_name">> {
  if (confirmation !== undefined) {
    const study = await db.study.findUnique({ where: { slug }, select: { title: true } });
    if (study && study.title !== confirmation) return fail("wrong_name");
  }
  return move(viewer, slug, ["open", "paused"], "closed", "study.closed");
}

export const archiveStudy = (viewer: Admin, slug: string): Promise<Move> =>
  move(viewer, slug, ["closed"], "archived", "study.archived");

const untilAnswersAreStored = { timeout: 60_000 };

async function move(
  viewer: Admin,
  slug: string,
  from: readonly StudyState[],
  to: StudyState,
  action: string,
): Promise<Move> {
  return db.$transaction(async (tx) => {
    const study = await tx.study.findUnique({ where: { slug }, select: { id: true, draft: true } });
    if (!study) return fail("not_found");
    // Answers are saved under the shared lock: each is stored whole before the study closes, or refused after.
    if (to === "closed") await takeLock(tx, "study answers", study.id);
    // In SQL: Prisma can't hold a row.
    const [before] = await tx.$queryRaw<{ state: StudyState }[]>`
      SELECT state::text FROM studies WHERE id = ${study.id}::uuid FOR UPDATE`;
    if (!before || !from.includes(before.state)) return fail("not_possible");
    if (to === "closed") {
      await settleDrafts(tx, study.id, parsePlan(study.draft).questions.draftsCount === true);
      await givePartialCodes(tx, study.id);
    }
    await tx.study.update({
      where: { id: study.id },
      data: { state: to, ...(to === "closed" ? { closedAt: new Date() } : {}) },
    });
    await recordEvent(tx, viewer, action, { type: "study", id: study.id }, { slug, from: before.state });
    return succeed({ from: before.state });
  }, untilAnswersAreStored);
}

/**
 * Nobody can go on any more: what was complete by then counts where the plan says so, and no draft is left. In SQL: a
 * function of the database, for everybody at once.
 */
async function settleDrafts(tx: Transaction, studyId: string, theyCount: boolean): Promise<void> {
  await tx.$executeRaw`
    SELECT settle_drafts(s.id, ${theyCount}) FROM sittings s
    WHERE s.study_id = ${studyId}::uuid AND s.state = 'started'
      AND EXISTS (SELECT FROM answer_drafts d WHERE d.sitting_id = s.id)`;
}

/**
 * Whoever is in the middle of it can show what is stored of them. No other code of the study looks alike. In SQL: Prisma's
 * update of many writes the same everywhere.
 */
async function givePartialCodes(tx: Transaction, studyId: string): Promise<void> {
  const unfinished = await tx.sitting.findMany({
    where: { studyId, state: "started", partialCode: null },
    select: { id: true },
  });
  const codes = unfinished.map(() => partialCodeFrom(randomBytes(10)));
  await tx.$executeRaw`
    UPDATE sittings SET partial_code = given.code
    FROM unnest(${unfinished.map(({ id }) => id)}::uuid[], ${codes}::text[]) AS given (id, code)
    WHERE sittings.id = given.id`;
}
