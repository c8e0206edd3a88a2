import "server-only";
import { newParticipantCode } from "#lib/auth/participant-secrets.ts";
import { hashToken } from "#lib/auth/secrets.ts";
import { startSignIn } from "#lib/auth/sign-ins.ts";
import { db, type Transaction } from "#lib/db.ts";
import { judgeInvitation, judgeStudy, readCode, type InvitationProblem } from "#lib/invitations/schema.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { deriveSeed } from "#lib/seeds/seeded-order.ts";
import type { JoinInput } from "#lib/sittings/schema.ts";
import { designSchema } from "#lib/studies/schema.ts";

export type Joined = {
  signInId: string;
  sittingId: string;
  /** The participant code, to come back with. */
  handle: string;
  /** Led back to a sitting that was there already. */
  isReturn: boolean;
};
export type JoinProblem = "unknown" | "language" | "prolific_missing" | InvitationProblem;
type Sitter = { sittingId: string; userId: string; handle: string };
type Returning = Sitter & { isDeactivated: boolean };

// Forty people at once wait for each other's number.
const patience = { maxWait: 20_000, timeout: 20_000 };

/** Consent given: the invitation is used, and a person and their sitting come to be, signed in. All or nothing. */
export async function joinStudy(
  given: JoinInput,
  { device }: { device: string },
): Promise<Result<Joined, JoinProblem>> {
  const code = readCode(given.code);
  if (!code) return fail("unknown");
  return db.$transaction(async (tx) => {
    const invitation = await findInvitation(tx, code);
    if (!invitation) return fail("unknown");
    const { studyId, recruitment } = invitation;
    if (recruitment === "prolific" && !given.prolific) return fail("prolific_missing");
    // Numbers are given out one after the other, and of two clicks of one person the second finds the first.
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('study sittings'), hashtext(${studyId}))`;
    const pid = recruitment === "prolific" ? (given.prolific?.pid ?? null) : null;
    const returning = pid ? await findByPid(tx, studyId, pid) : await findByChain(tx, invitation);

    const state = judgeInvitation({ ...invitation, isReplaced: invitation.replacedById !== null });
    if (state === "replaced" || state === "revoked") return fail(state);
    if (returning?.isDeactivated) return fail("revoked");
    // Prolific sends people back by the same link, however many have used it.
    if (returning && pid) return succeed(await enter(tx, returning, device, true));
    if (state !== "waiting") return fail(state);
    const sitter = returning ?? (await findRoom(tx, invitation, given.language));
    if (typeof sitter === "string") return fail(sitter);
    if (!(await useOnce(tx, invitation.id))) return fail("used");
    if ("userId" in sitter) return succeed(await enter(tx, sitter, device, true));
    const made = await makeSitter(tx, {
      ...sitter,
      studyId,
      invitationId: invitation.id,
      cohort: invitation.cohort,
      externalId: pid,
      language: given.language,
    });
    return succeed(await enter(tx, made, device, false));
  }, patience);
}

/** What a new sitting is made of, or why nobody new can begin. */
async function findRoom(
  tx: Transaction,
  { study, studyId }: Found,
  language: string,
): Promise<{ consentTextId: string; seed: bigint } | InvitationProblem | "language"> {
  const closed = judgeStudy(study.state);
  if (closed) return closed;
  const text = await tx.studyText.findFirst({
    where: { studyId, language },
    orderBy: { version: "desc" },
    select: { id: true },
  });
  if (!text) return "language";
  return { consentTextId: text.id, seed: BigInt(designSchema.parse(study.draft).sample.seed) };
}

type Found = NonNullable<Awaited<ReturnType<typeof findInvitation>>>;

const findInvitation = (tx: Transaction, code: string) =>
  tx.invitation.findUnique({
    where: { codeHash: hashToken(code) },
    include: { study: { select: { state: true, draft: true } } },
  });

/** One statement decides, so that a cap holds however many come in the same instant. */
async function useOnce(tx: Transaction, id: string): Promise<boolean> {
  const used = await tx.$executeRaw`
    UPDATE invitations SET uses = uses + 1 WHERE id = ${id}::uuid AND uses < max_uses
      AND revoked_at IS NULL AND replaced_by_id IS NULL AND (expires_at IS NULL OR expires_at > now())`;
  return used === 1;
}

/** A re-issued personal link leads to the sitting that was begun with the one it replaces. */
async function findByChain(tx: Transaction, { id, recruitment }: Found): Promise<Returning | null> {
  if (recruitment !== "invitation") return null;
  const [found] = await tx.$queryRaw<Returning[]>`
    WITH RECURSIVE chain AS (
      SELECT id FROM invitations WHERE replaced_by_id = ${id}::uuid
      UNION ALL SELECT i.id FROM invitations i JOIN chain ON i.replaced_by_id = chain.id
    )
    SELECT s.id::text AS "sittingId", u.id::text AS "userId", u.handle,
      u.deactivated_at IS NOT NULL AS "isDeactivated"
    FROM chain JOIN sittings s ON s.invitation_id = chain.id JOIN users u ON u.id = s.user_id`;
  return found ?? null;
}

async function findByPid(tx: Transaction, studyId: string, externalId: string): Promise<Returning | null> {
  const found = await tx.sitting.findUnique({
    where: { studyId_externalId: { studyId, externalId } },
    select: { id: true, user: { select: { id: true, handle: true, deactivatedAt: true } } },
  });
  if (!found) return null;
  const { id: userId, handle, deactivatedAt } = found.user;
  return { sittingId: found.id, userId, handle, isDeactivated: deactivatedAt !== null };
}

type NewSitting = {
  studyId: string;
  invitationId: string;
  cohort: string | null;
  externalId: string | null;
  language: string;
  consentTextId: string;
  /** The study's. */
  seed: bigint;
};

async function makeSitter(tx: Transaction, { seed, ...given }: NewSitting): Promise<Sitter> {
  const { _max } = await tx.sitting.aggregate({ where: { studyId: given.studyId }, _max: { number: true } });
  const number = (_max.number ?? 0) + 1;
  const { id: userId, handle } = await makeParticipant(tx, `Participant ${number}`);
  const sitting = await tx.sitting.create({
    data: { ...given, userId, number, seed: deriveSeed(seed, "sitting", number) },
    select: { id: true },
  });
  return { sittingId: sitting.id, userId, handle };
}

async function makeParticipant(tx: Transaction, name: string): Promise<{ id: string; handle: string }> {
  for (;;) {
    const [made] = await tx.user.createManyAndReturn({
      data: [{ role: "participant", name, handle: newParticipantCode() }],
      skipDuplicates: true,
      select: { id: true, handle: true },
    });
    if (made) return made;
  }
}

async function enter(
  tx: Transaction,
  { userId, sittingId, handle }: Sitter,
  device: string,
  isReturn: boolean,
): Promise<Joined> {
  return { sittingId, handle, isReturn, signInId: await startSignIn(tx, userId, "link", device) };
}
