import "server-only";
import { noteAtDoor } from "#lib/auth/sign-in/door-events.ts";
import type { KnownDevice } from "#lib/auth/sign-in/known-device.ts";
import { newParticipantCode } from "#lib/auth/secrets/participant-secrets.ts";
import { hashToken } from "#lib/auth/secrets/secrets.ts";
import { startSignIn } from "#lib/auth/sign-in/sign-ins.ts";
import type { Visitor } from "#lib/auth/viewer.ts";
import { db, takeLock, type Transaction } from "#lib/db.ts";
import { judgeInvitation, judgeStudy, readCode, type InvitationProblem } from "#lib/invitations/schema.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { deriveSeed } from "#lib/seeds/seeded-order.ts";
import { checkTicks } from "#lib/sittings/joining/consent-ticks.ts";
import { hasPlace } from "#lib/sittings/joining/places.ts";
import { countFrom, hasRoomFrom, networkOf } from "#lib/sittings/joining/networks.ts";
import {
  findByForm,
  findByLink,
  hashForm,
  isBegunHere,
  isSentAgain,
} from "#lib/sittings/returning/returning.ts";
import type { JoinInput, StoredTick } from "#lib/sittings/schema.ts";
import { parsePlan, parseWords } from "#lib/studies/schema.ts";

export type Joined = {
  signInId: string;
  sittingId: string;
  userId: string;
  /** The participant code, to come back with. */
  handle: string;
  /** Led back to a sitting that was there already. */
  isReturn: boolean;
};
export type JoinProblem =
  | "unknown"
  | "language"
  | "prolific_missing"
  | "full"
  | "begun"
  | "unticked"
  | "network"
  | InvitationProblem;
type Sitter = { sittingId: string; userId: string; handle: string };

// Forty people at once wait for each other's number.
const patience = { maxWait: 20_000, timeout: 20_000 };

/** Consent given: the invitation is used, and a person and their sitting come to be, signed in. All or nothing. */
export async function joinStudy(
  given: JoinInput,
  from: Visitor,
  known: KnownDevice | null = null,
): Promise<Result<Joined, JoinProblem>> {
  const code = readCode(given.code);
  if (!code) return fail("unknown");
  return db.$transaction(async (tx) => {
    const invitation = await findInvitation(tx, code);
    if (!invitation) return fail("unknown");
    const { studyId, recruitment } = invitation;
    if (recruitment === "prolific" && !given.prolific) return fail("prolific_missing");
    // Numbers are given out one after the other, and of two clicks of one person the second finds the first.
    await takeLock(tx, "study sittings", studyId);
    const pid = recruitment === "prolific" ? (given.prolific?.pid ?? null) : null;
    const joinHash = given.form ? hashForm(code, given.form, pid) : null;
    const sent = joinHash && (await findByForm(tx, joinHash));
    const returning = sent ?? (await findByLink(tx, invitation, pid));

    const state = judgeInvitation({ ...invitation, isReplaced: invitation.replacedById !== null });
    if (state === "replaced" || state === "revoked") return fail(state);
    if (returning?.isDeactivated) return fail("revoked");
    if (sent && !isSentAgain(sent)) return fail("begun");
    if (returning && sent) return succeed(await enter(tx, returning, from, true));
    // Whose number it is can be known to others: it opens nothing by itself.
    if (returning && pid)
      return (await isBegunHere(tx, returning, known))
        ? succeed(await enter(tx, returning, from, true))
        : fail("begun");
    if (state !== "waiting") return fail(state);
    const sitter = returning ?? (await findRoom(tx, invitation, given));
    if (typeof sitter === "string") return fail(sitter);
    const network = "userId" in sitter ? null : networkOf(invitation, from.address);
    if (network && !(await hasRoomFrom(tx, network))) return fail("network");
    if (!(await useOnce(tx, invitation.id))) return fail("used");
    if ("userId" in sitter) return succeed(await enter(tx, sitter, from, true));
    if (network) await countFrom(tx, network);
    const made = await makeSitter(tx, {
      ...sitter,
      studyId,
      invitationId: invitation.id,
      cohort: invitation.cohort,
      isSimulated: invitation.isSimulated,
      joinHash,
      externalId: pid,
      language: given.language,
    });
    return succeed(await enter(tx, made, from, false));
  }, patience);
}

type Room = { consentTextId: string; consentTicks: StoredTick[]; seed: bigint };

/** What a new sitting is made of, or why nobody new can begin. */
async function findRoom(
  tx: Transaction,
  { study, studyId }: Found,
  { language, ticks }: JoinInput,
): Promise<Room | InvitationProblem | "language" | "full" | "unticked"> {
  const closed = judgeStudy(study.state);
  if (closed) return closed;
  const { sample, assignment } = parsePlan(study.draft);
  if (!(await hasPlace(tx, studyId, assignment.placeHours))) return "full";
  const text = await tx.studyText.findFirst({
    where: { studyId, language },
    orderBy: { version: "desc" },
    select: { id: true, content: true },
  });
  if (!text) return "language";
  const consentTicks = checkTicks(parseWords(text.content), ticks, new Date());
  if (!consentTicks) return "unticked";
  return { consentTextId: text.id, consentTicks, seed: BigInt(sample.seed) };
}

type Found = NonNullable<Awaited<ReturnType<typeof findInvitation>>>;

const findInvitation = (tx: Transaction, code: string) =>
  tx.invitation.findUnique({
    where: { codeHash: hashToken(code) },
    include: { study: { select: { state: true, draft: true } } },
  });

/** One statement decides, so that a cap holds however many come in the same instant. */
async function useOnce(tx: Transaction, id: string): Promise<boolean> {
  const { count } = await tx.invitation.updateMany({
    where: {
      id,
      uses: { lt: tx.invitation.fields.maxUses },
      revokedAt: null,
      replacedById: null,
      OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }],
    },
    data: { uses: { increment: 1 } },
  });
  return count === 1;
}

type NewSitting = Room & {
  studyId: string;
  invitationId: string;
  cohort: string | null;
  isSimulated: boolean;
  joinHash: Uint8Array<ArrayBuffer> | null;
  externalId: string | null;
  language: string;
};

async function makeSitter(tx: Transaction, { seed, consentTicks, ...given }: NewSitting): Promise<Sitter> {
  const { _max } = await tx.sitting.aggregate({ where: { studyId: given.studyId }, _max: { number: true } });
  const number = (_max.number ?? 0) + 1;
  const { id: userId, handle } = await makeParticipant(tx, `Participant ${number}`, given.isSimulated);
  const sitting = await tx.sitting.create({
    data: {
      ...given,
      ...(consentTicks.length > 0 ? { consentTicks } : {}),
      userId,
      number,
      seed: deriveSeed(seed, "sitting", number),
    },
    select: { id: true },
  });
  return { sittingId: sitting.id, userId, handle };
}

async function makeParticipant(
  tx: Transaction,
  name: string,
  isSimulated: boolean,
): Promise<{ id: string; handle: string }> {
  for (;;) {
    const [made] = await tx.user.createManyAndReturn({
      data: [{ role: "participant", name, isSimulated, handle: newParticipantCode() }],
      skipDuplicates: true,
      select: { id: true, handle: true },
    });
    if (made) return made;
  }
}

async function enter(
  tx: Transaction,
  { userId, sittingId, handle }: Sitter,
  from: Visitor,
  isReturn: boolean,
): Promise<Joined> {
  const signInId = await startSignIn(tx, userId, "link", from.device);
  await noteAtDoor(tx, from, "signed_in", { userId, details: { by: isReturn ? "return" : "join" } });
  return { sittingId, userId, handle, isReturn, signInId };
}
