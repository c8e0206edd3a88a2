import "server-only";
import { noteAtDoor } from "#lib/auth/sign-in/door-events.ts";
import { noteThrottled } from "#lib/auth/sign-in/enter.ts";
import { markFor, type KnownDevice, type StartedSitting } from "#lib/auth/sign-in/known-device.ts";
import { readPassphrase, newParticipantCode } from "#lib/auth/secrets/participant-secrets.ts";
import { hashToken, verifySecret } from "#lib/auth/secrets/secrets.ts";
import { startSignInAtDoor } from "#lib/auth/sign-in/sign-ins.ts";
import { clearAttempts, reserveAttempt } from "#lib/auth/sign-in/throttle.ts";
import type { Visitor, Viewer } from "#lib/auth/viewer.ts";
import { db, type Transaction } from "#lib/db.ts";
import { readCode } from "#lib/studies/codes/schema.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import {
  findByLink,
  invitationOfLink,
  whatToShow,
  type ReturningPerson,
} from "#lib/sittings/returning/returning.ts";
import { recordBeforeSignIn } from "#lib/auth/record-mutations.ts";
import { inLine, lockPlaceOf, patience } from "#lib/sittings/answers/locks.ts";
import { readStudyText } from "#lib/sittings/queries.ts";
import { readPlan } from "#lib/sittings/joining/plan.ts";
import { hasRoom } from "#lib/sittings/joining/places.ts";
import { layDown } from "#lib/sittings/mutations.ts";
import { layOut } from "#lib/sittings/serving/order.ts";
import { parsePlanOf } from "#lib/studies/frozen/schema.ts";
import { isRunning, type Design } from "#lib/studies/schema.ts";

type ReturnResult = { signInId: string; sittingId: string; userId: string };
type LinkProblem = "unknown" | "revoked" | "replaced";
type ReturnProblem = LinkProblem | "throttled" | "empty" | "mismatch" | "new_link";
type ReturnRequest = { code: string; pid: string | null; passphrase: string };
type ReturnMatch = {
  returning: ReturningPerson;
  link: { id: string; recruitment: string; isUnused: boolean };
};

/**
 * Signs in whoever began with this link, once they have shown what `whatToShow` asks. Its end is the end of
 * beginning, not of going on; to shut somebody out it is revoked. Counted like any other secret that is tried.
 */
export async function returnByLink(
  { code: typed, pid, passphrase }: ReturnRequest,
  from: Visitor,
  known: KnownDevice | null = null,
): Promise<Result<ReturnResult, ReturnProblem>> {
  const code = readCode(typed);
  if (!code) return fail("unknown");
  const found = await find(db, code, pid);
  const asked = found.ok ? await whatToShow(db, found.value.returning, found.value.link, known) : "nothing";
  if (asked === "new_link") return fail("new_link");
  if (asked === "passphrase" && passphrase === "") return fail("empty");
  const person = found.ok ? found.value.returning : null;
  // A passphrase is guessed at its account, by whatever door. Prolific's people share a link: nobody's wrong tries
  // shut out the others.
  const attempt =
    person && asked === "passphrase"
      ? { handle: person.handle, address: from.address, device: markFor(known, person.userId) }
      : { handle: `link ${code} ${pid ?? ""}`, address: from.address };
  const reserved = await reserveAttempt(attempt);
  if (!reserved.ok) return noteThrottled(reserved, from, person?.userId ?? null);
  const isRight = person && asked === "passphrase" && (await isPassphraseOf(person.userId, passphrase));
  if (person && asked === "passphrase" && !isRight) {
    await noteAtDoor(db, from, "sign_in_failed", { userId: person.userId, details: { by: "return" } });
    return fail("mismatch");
  }
  const entered = await db.$transaction((tx) =>
    enter(tx, { code, pid, isRight: isRight === true }, from, known),
  );
  if (entered.ok) await clearAttempts(attempt);
  return entered;
}

async function enter(
  tx: Transaction,
  { code, pid, isRight }: { code: string; pid: string | null; isRight: boolean },
  from: Visitor,
  known: KnownDevice | null,
): Promise<Result<ReturnResult, ReturnProblem>> {
  const found = await find(tx, code, pid);
  if (!found.ok) return found;
  const { returning, link } = found.value;
  // A link that was issued again is used up by its person, like the first: of two at once, one is told so.
  const isUnused = link.recruitment === "invitation" && (await useUp(tx, link.id));
  const asked = isRight ? "nothing" : await whatToShow(tx, returning, { ...link, isUnused }, known);
  if (asked !== "nothing") return fail(asked === "passphrase" ? "empty" : "new_link");
  const { userId, sittingId } = returning;
  const method = isRight ? "passphrase" : "link";
  const signInId = await startSignInAtDoor(tx, userId, { method, by: "return", from });
  return succeed({ userId, sittingId, signInId });
}

async function find(
  client: Transaction,
  code: string,
  pid: string | null,
): Promise<Result<ReturnMatch, LinkProblem>> {
  const invitation = await client.invitation.findUnique({
    where: { codeHash: hashToken(code) },
    select: invitationOfLink,
  });
  if (!invitation) return fail("unknown");
  if (invitation.replacedById) return fail("replaced");
  if (invitation.revokedAt) return fail("revoked");
  const returning = await findByLink(client, invitation, pid);
  if (!returning) return fail("unknown");
  if (returning.isDeactivated) return fail("revoked");
  const { id, recruitment, uses, maxUses } = invitation;
  return succeed({ returning, link: { id, recruitment, isUnused: uses < maxUses } });
}

async function isPassphraseOf(userId: string, typed: string): Promise<boolean> {
  const { secretHash } = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { secretHash: true },
  });
  return verifySecret(secretHash, readPassphrase(typed));
}

async function useUp(tx: Transaction, id: string): Promise<boolean> {
  const { count } = await tx.invitation.updateMany({
    where: { id, uses: { lt: tx.invitation.fields.maxUses } },
    data: { uses: { increment: 1 } },
  });
  return count === 1;
}

type LostSittingRef = { sittingId: string; started: StartedSitting };
type RecoveryProblem = "gone" | "closed" | "begun_anew";

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
  const { handle: formerHandle, cell, startedAt, ...own } = started;
  const { studyId, userId, isSimulated } = own;
  const seed = BigInt(own.seed);
  const { assignment, questions, sample } = design;
  const { words } = await readStudyText(own.consentTextId, tx);
  const consentedAt = new Date(started.consentedAt);
  const ticks = words.ticks?.map(({ key }) => ({ key, at: consentedAt.toISOString() }));
  const handle = await chooseHandle(tx, formerHandle);
  const person = { id: userId, handle, isSimulated, lastSeenAt: new Date() };
  await tx.user.upsert({
    where: { id: userId },
    create: { ...person, role: "participant", name: `Participant ${number}` },
    update: {},
  });
  await tx.sitting.create({
    data: {
      ...own,
      id: sittingId,
      number,
      seed,
      invitationId,
      ...(ticks?.length ? { consentTicks: ticks } : {}),
      consentedAt,
      // Others may have all places by now: then it goes on without one, as whoever was away for long.
      releasedAt: (await hasRoom(tx, studyId, cell)) ? null : new Date(),
    },
  });
  const laid = layOut(await readPlan(tx, studyId, cell), seed, { ...assignment, repeats: sample.repeats });
  await layDown(tx, sittingId, cell, laid, { ...questions, background: {} });
  await tx.sitting.update({ where: { id: sittingId }, data: { startedAt: new Date(startedAt) } });
}

async function chooseHandle(tx: Transaction, own: string): Promise<string> {
  const handles = [own, ...Array.from({ length: 10 }, newParticipantCode)];
  const taken = await tx.user.findMany({ where: { handle: { in: handles } }, select: { handle: true } });
  const free = handles.find((one) => !taken.some(({ handle }) => handle === one));
  if (free === undefined) throw new Error("no participant code is free");
  return free;
}
