import "server-only";
import { recordBeforeSignIn } from "#lib/auth/record-mutations.ts";
import type { StartedSitting } from "#lib/auth/sign-in/known-device.ts";
import { newParticipantCode } from "#lib/auth/secrets/participant-secrets.ts";
import { startSignInAtDoor } from "#lib/auth/sign-in/sign-ins.ts";
import type { Viewer, Visitor } from "#lib/auth/viewer.ts";
import { db, type Transaction } from "#lib/db.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { inLine, lockPlaceOf } from "#lib/sittings/answers/locks.ts";
import { readPlan } from "#lib/sittings/joining/plan.ts";
import { hasRoom } from "#lib/sittings/joining/places.ts";
import { readStudyText } from "#lib/sittings/joining/text-queries.ts";
import { layDown } from "#lib/sittings/mutations.ts";
import type { ReturnResult } from "#lib/sittings/returning/mutations.ts";
import { findByLink } from "#lib/sittings/returning/returning.ts";
import { layOut } from "#lib/sittings/serving/order.ts";
import { parsePlanOf } from "#lib/studies/frozen/schema.ts";
import { isRunning, type Design } from "#lib/studies/schema.ts";

type LostSittingRef = { sittingId: string; started: StartedSitting };
export type RecoveryProblem = "gone" | "closed" | "begun_anew";

const patience = { maxWait: 20_000, timeout: 20_000 };

/**
 * Makes a sitting again that a database set back to an earlier state has lost, as it was when it started: under the
 * same id, with the same cases in the same order, so that the answers its devices give back fit.
 */
export async function recoverSitting(
  lost: LostSittingRef,
  from: Visitor,
  signedIn: Viewer | null = null,
): Promise<Result<ReturnResult, RecoveryProblem>> {
  const { sittingId, started } = lost;
  const { studyId } = started;
  const recover = async (tx: Transaction): Promise<Result<ReturnResult, RecoveryProblem>> => {
    await lockNumbers(tx, studyId);
    await lockPlaceOf(tx, studyId, sittingId);
    const design = await findDesign(tx, lost);
    if (!design.ok) return design;
    if (signedIn && (await tx.sitting.count({ where: { studyId, userId: signedIn.userId } })) > 0)
      return fail("begun_anew");
    const link = await useLink(tx, started);
    if (!link.ok) return link;
    const number = await chooseNumber(tx, started);
    await makeAgain(tx, lost, { number, invitationId: link.value, design: design.value });
    await recordBeforeSignIn(
      tx,
      { userId: started.userId, place: `/sittings/${sittingId}`, requestId: from.requestId ?? null },
      "sitting.recovered",
      { type: "study", id: studyId },
      { number, before: started.number },
    );
    const signInId = await startSignInAtDoor(tx, started.userId, { method: "link", by: "return", from });
    return succeed({ signInId, sittingId, userId: started.userId });
  };
  return inLine(() => db.$transaction(recover, patience));
}

/** In SQL: Prisma has no locks. The same as whoever joins takes. */
const lockNumbers = (tx: Transaction, studyId: string) => tx.$executeRaw`
  SELECT pg_advisory_xact_lock(hashtext('study sittings'), hashtext(${studyId}::uuid::text))`;

/** Of a study that still has all that the sitting refers to. */
async function findDesign(
  tx: Transaction,
  { sittingId, started }: LostSittingRef,
): Promise<Result<Design, RecoveryProblem>> {
  const { studyId, consentTextId, cell, arm, userId } = started;
  const study = await tx.study.findUnique({ where: { id: studyId }, select: { state: true, draft: true } });
  if (!study || study.state === "draft") return fail("gone");
  if (!isRunning(study.state)) return fail("closed");
  const has = await Promise.all([
    tx.studyText.count({ where: { id: consentTextId, studyId } }),
    tx.studyCell.count({ where: { studyId, number: cell, arm } }),
  ]);
  if (has.includes(0)) return fail("gone");
  // Somebody's own sitting is no lost one, nor is that of a person who is there.
  const isThere = await tx.sitting.count({ where: { OR: [{ id: sittingId }, { studyId, userId }] } });
  const isShutOut = await tx.user.count({
    where: { id: userId, OR: [{ deactivatedAt: { not: null } }, { role: { not: "participant" } }] },
  });
  if (isThere + isShutOut > 0) return fail("gone");
  return succeed(parsePlanOf({ id: studyId, ...study }));
}

/**
 * The link that the sitting is by now; null where there is none, or it was made since the backup. Refused where it leads
 * to nobody any more, or somebody has begun by it since, or by one that replaces it.
 */
async function useLink(
  tx: Transaction,
  { studyId, invitationId, externalId }: StartedSitting,
): Promise<Result<string | null, "begun_anew">> {
  if (externalId !== null && (await tx.sitting.count({ where: { studyId, externalId } })) > 0)
    return fail("begun_anew");
  const link = invitationId === null ? null : await findNewest(tx, studyId, invitationId);
  if (!link) return succeed(null);
  if (await findByLink(tx, link, externalId)) return fail("begun_anew");
  const { count } = await tx.invitation.updateMany({
    where: { id: link.id, revokedAt: null, uses: { lt: tx.invitation.fields.maxUses } },
    data: { uses: { increment: 1 } },
  });
  return count === 1 ? succeed(link.id) : fail("begun_anew");
}

type Link = Parameters<typeof findByLink>[1];

/** A link, or what it was replaced by. In SQL: Prisma can't follow a chain. */
async function findNewest(tx: Transaction, studyId: string, id: string): Promise<Link | undefined> {
  const [newest] = await tx.$queryRaw<Link[]>`
    WITH RECURSIVE chain AS (
      SELECT * FROM invitations WHERE id = ${id}::uuid AND study_id = ${studyId}::uuid
      UNION ALL SELECT i.* FROM invitations i JOIN chain ON i.id = chain.replaced_by_id
    )
    SELECT id::text, study_id::text AS "studyId", recruitment::text FROM chain WHERE replaced_by_id IS NULL`;
  return newest;
}

/** Its own, unless somebody who came since has it. */
async function chooseNumber(tx: Transaction, { studyId, number }: StartedSitting): Promise<number> {
  if ((await tx.sitting.count({ where: { studyId, number } })) === 0) return number;
  const { _max } = await tx.sitting.aggregate({ where: { studyId }, _max: { number: true } });
  return (_max.number ?? 0) + 1;
}

async function makeAgain(
  tx: Transaction,
  { sittingId, started }: LostSittingRef,
  { number, invitationId, design }: { number: number; invitationId: string | null; design: Design },
): Promise<void> {
  const { studyId, userId, cell, arm, language, consentTextId, externalId } = started;
  const { cohort, isSimulated } = started;
  const seed = BigInt(started.seed);
  const { assignment, questions, sample } = design;
  const { words } = await readStudyText(consentTextId, tx);
  const consentedAt = new Date(started.consentedAt);
  const ticks = words.ticks?.map(({ key }) => ({ key, at: consentedAt.toISOString() }));
  const handle = await chooseHandle(tx, started.handle);
  const person = { id: userId, handle, isSimulated, lastSeenAt: new Date() };
  await tx.user.upsert({
    where: { id: userId },
    create: { ...person, role: "participant", name: `Participant ${number}` },
    update: {},
  });
  await tx.sitting.create({
    data: {
      id: sittingId,
      studyId,
      userId,
      number,
      seed,
      arm,
      invitationId,
      isSimulated,
      cohort,
      externalId,
      language,
      consentTextId,
      ...(ticks?.length ? { consentTicks: ticks } : {}),
      consentedAt,
      // Others may have all places by now: then it goes on without one, as whoever was away for long.
      releasedAt: (await hasRoom(tx, studyId, cell)) ? null : new Date(),
    },
  });
  const laid = layOut(await readPlan(tx, studyId, cell), seed, { ...assignment, repeats: sample.repeats });
  await layDown(tx, sittingId, cell, laid, { ...questions, background: {} });
  await tx.sitting.update({ where: { id: sittingId }, data: { startedAt: new Date(started.startedAt) } });
}

async function chooseHandle(tx: Transaction, own: string): Promise<string> {
  const handles = [own, ...Array.from({ length: 10 }, newParticipantCode)];
  const taken = await tx.user.findMany({ where: { handle: { in: handles } }, select: { handle: true } });
  const free = handles.find((one) => !taken.some(({ handle }) => handle === one));
  if (free === undefined) throw new Error("no participant code is free");
  return free;
}
