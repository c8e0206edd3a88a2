import "server-only";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { giveLink } from "#lib/auth/sign-in/ways-in.ts";
import { db, type Transaction } from "#lib/db.ts";
import type { Prisma, Sitting } from "#lib/generated/prisma/client.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { lockPlaces, patience } from "#lib/sittings/answers/locks.ts";
import { hasRoom } from "#lib/sittings/joining/places.ts";
import { takeOut } from "#lib/sittings/ending/withdrawing.ts";

type Admin = Viewer<"admin">;
type Step = { action: string; details?: Prisma.InputJsonObject };

/** Leaves every figure from now on, and is told there with its reason; the place in the design is given free. */
export async function excludeSitting(
  viewer: Admin,
  studyId: string,
  number: number,
  reason: string,
): Promise<Result<undefined, "not_found" | "withdrawn" | "excluded">> {
  return change(viewer, studyId, number, async (tx, sitting) => {
    if (sitting.state === "withdrawn") return fail("withdrawn");
    if (sitting.excludedAt) return fail("excluded");
    const data = { excludedAt: new Date(), excludedById: viewer.actor.id, excludedReason: reason };
    await tx.sitting.update({ where: { id: sitting.id }, data });
    return succeed({ action: "sitting.excluded", details: { reason } });
  });
}

/** The place may have been given to somebody else in the meantime. */
export async function includeSitting(
  viewer: Admin,
  studyId: string,
  number: number,
): Promise<Result<undefined, "not_found" | "withdrawn" | "full">> {
  return change(viewer, studyId, number, async (tx, sitting) => {
    if (sitting.state === "withdrawn") return fail("withdrawn");
    if (!sitting.excludedAt) return succeed(null);
    if (!sitting.releasedAt && !(await hasRoom(tx, studyId, sitting.cell))) return fail("full");
    const data = { excludedAt: null, excludedById: null, excludedReason: null };
    await tx.sitting.update({ where: { id: sitting.id }, data });
    return succeed({ action: "sitting.included" });
  });
}

export async function withdrawSitting(
  viewer: Admin,
  studyId: string,
  number: number,
  { erase }: { erase: boolean },
): Promise<Result<undefined, "not_found">> {
  return change(viewer, studyId, number, async (tx, { id }) => {
    if (!(await takeOut(tx, studyId, id, erase))) return succeed(null);
    return succeed({ action: "sitting.withdrawn", details: { erased: erase } });
  });
}

/** For somebody who won't go on: their place is free at once, their answers stay. */
export async function releasePlace(
  viewer: Admin,
  studyId: string,
  number: number,
): Promise<Result<undefined, "not_found" | "not_working">> {
  return change(viewer, studyId, number, async (tx, sitting) => {
    if (sitting.state !== "started") return fail("not_working");
    if (sitting.releasedAt) return succeed(null);
    await tx.sitting.update({ where: { id: sitting.id }, data: { releasedAt: new Date() } });
    return succeed({ action: "sitting.released" });
  });
}

export async function extendTime(
  viewer: Admin,
  studyId: string,
  number: number,
  minutes: number,
): Promise<Result<undefined, "not_found" | "not_working" | "no_limit">> {
  return change(viewer, studyId, number, async (tx, { id, state, timeAllowanceMs }) => {
    if (state !== "started") return fail("not_working");
    if (timeAllowanceMs === null) return fail("no_limit");
    // Four-byte whole numbers end after 24 days.
    const longer = Math.min(timeAllowanceMs + minutes * 60_000, 2_147_483_647);
    await tx.sitting.update({ where: { id }, data: { timeAllowanceMs: longer } });
    return succeed({ action: "sitting.time_extended", details: { minutes } });
  });
}

/** For somebody who can't come in any more: no passphrase, or one that is lost. It is theirs alone, and good once. */
export async function makeEntryLink(
  viewer: Admin,
  studyId: string,
  number: number,
): Promise<Result<string, "not_found" | "inactive">> {
  return db.$transaction(async (tx) => {
    const sitting = await tx.sitting.findUnique({
      where: { studyId_number: { studyId, number } },
      select: { user: { select: { id: true, deactivatedAt: true } } },
    });
    if (!sitting) return fail("not_found");
    return sitting.user.deactivatedAt
      ? fail("inactive")
      : succeed(await giveLink(tx, viewer, sitting.user.id));
  });
}

/** Finds it, with the places locked, and records what was done; null: nothing had to be. */
async function change<E extends string>(
  viewer: Admin,
  studyId: string,
  number: number,
  run: (tx: Transaction, sitting: Sitting) => Promise<Result<Step | null, E>>,
): Promise<Result<undefined, E | "not_found">> {
  return db.$transaction(async (tx) => {
    await lockPlaces(tx, studyId);
    const sitting = await tx.sitting.findUnique({ where: { studyId_number: { studyId, number } } });
    if (!sitting) return fail("not_found");
    const done = await run(tx, sitting);
    if (!done.ok) return done;
    if (done.value) {
      const { action, details } = done.value;
      await recordEvent(tx, viewer, action, { type: "study", id: studyId }, { number, ...details });
    }
    return succeed();
  }, patience);
}
