import "server-only";
import type { KnownDevice } from "#lib/auth/sign-in/known-device.ts";
import { newParticipantCode } from "#lib/auth/secrets/participant-secrets.ts";
import { hashToken, secret } from "#lib/auth/secrets/secrets.ts";
import { startSignInAtDoor } from "#lib/auth/sign-in/sign-ins.ts";
import type { Visitor } from "#lib/auth/viewer.ts";
import { db, newId, type Transaction } from "#lib/db.ts";
import { Prisma } from "#lib/generated/prisma/client.ts";
import { judgeInvitation, judgeStudy, type InvitationProblem } from "#lib/invitations/schema.ts";
import { readCode } from "#lib/studies/codes/schema.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { deriveSeed } from "#lib/seeds/seeded-order.ts";
import { inLine, patience } from "#lib/sittings/answers/locks.ts";
import { checkTicks } from "#lib/sittings/joining/consent-ticks.ts";
import { countedArms, freeCell } from "#lib/sittings/joining/place-queries.ts";
import { findInactive } from "#lib/sittings/joining/places.ts";
import { readStudyText } from "#lib/sittings/queries.ts";
import {
  findByForm,
  findByLink,
  hashForm,
  isBegunHere,
  isSentAgain,
} from "#lib/sittings/returning/returning.ts";
import type { JoinInput, StoredTick } from "#lib/sittings/schema.ts";
import { drawArm, type ArmCount } from "#lib/sittings/joining/draw-arm.ts";
import { parsePlanOf } from "#lib/studies/frozen/schema.ts";
import type { RecruitmentWay, StudyState, Design } from "#lib/studies/schema.ts";
import { createHmac } from "node:crypto";
import { countedAddress } from "#lib/auth/sign-in/throttle.ts";

export type JoinResult = {
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

/** Of as many codes one is nobody's yet. */
const handlesTried = 10;
/** Consent given: the invitation is used, and a person and their sitting come to be, signed in. All or nothing. */
export async function joinStudy(
  given: JoinInput,
  from: Visitor,
  known: KnownDevice | null = null,
): Promise<Result<JoinResult, JoinProblem>> {
  const code = readCode(given.code);
  if (!code) return fail("unknown");
  const join = async (tx: Transaction): Promise<Result<JoinResult, JoinProblem>> => {
    const link = await lockLink(tx, code);
    if (!link) return fail("unknown");
    const { recruitment } = link;
    if (recruitment === "prolific" && !given.prolific) return fail("prolific_missing");
    const pid = recruitment === "prolific" ? (given.prolific?.pid ?? null) : null;
    const asked = {
      joinHash: given.form ? hashForm(code, given.form, pid) : null,
      network: hashNetwork(link.studyId, from.address),
      language: given.language,
    };
    const found = await look(tx, link.id, asked);
    const sent = asked.joinHash && found.isSent ? await findByForm(tx, asked.joinHash) : null;
    const returning = sent ?? (await findByLink(tx, link, pid));

    const state = judgeInvitation(found);
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
    if (returning)
      return (await useOnce(tx, link.id)) ? succeed(await enter(tx, returning, from, true)) : fail("used");
    const isOwnLink = recruitment !== "open_link" || found.isSimulated;
    const address = isOwnLink ? null : from.address;
    const former =
      found.arms.length > 0 ? await findFormerArm(tx, { studyId: link.studyId, known, address }) : null;
    const room = await findRoom(tx, link, { ...found, former }, given);
    if (typeof room === "string") return fail(room);
    const made = await makeSitter(tx, link, found, {
      ...room,
      ...asked,
      network: room.most === null ? null : asked.network,
      externalId: pid,
    });
    return made ? succeed(await enter(tx, made, from, false)) : fail("used");
  };
  return inLine(() => db.$transaction(join, patience));
}

type Link = { id: string; studyId: string; recruitment: RecruitmentWay };

/**
 * Numbers are given out one after the other, and of two clicks of one person the second finds the first: from here on
 * nobody else joins this study. In SQL: Prisma has no locks.
 */
async function lockLink(tx: Transaction, code: string): Promise<Link | null> {
  const [link] = await tx.$queryRaw<Link[]>`
    SELECT id::text, study_id::text AS "studyId", recruitment::text,
      pg_advisory_xact_lock(hashtext('study sittings'), hashtext(study_id::text))::text AS held
    FROM invitations WHERE code_hash = ${hashToken(code)}`;
  return link ?? null;
}

type JoinRequest = {
  joinHash: Uint8Array<ArrayBuffer> | null;
  network: Uint8Array<ArrayBuffer>;
  language: string;
};
type InvitationRow = {
  cohort: string | null;
  isSimulated: boolean;
  uses: number;
  maxUses: number;
  expiresAt: Date | null;
  revokedAt: Date | null;
  isReplaced: boolean;
  study: StudyState;
  draft: string;
  textId: string | null;
  /** How many began at this link from the same network. */
  fromNetwork: number;
  /** This very form came before. */
  isSent: boolean;
  hasFreeCell: boolean;
  arms: ArmCount[];
  nextNumber: number;
};

/** All that joining depends on. In SQL: one exchange, where Prisma would need eight, and others wait for their number. */
async function look(
  tx: Transaction,
  id: string,
  { joinHash, network, language }: JoinRequest,
): Promise<InvitationRow> {
  const [found] = await tx.$queryRaw<[InvitationRow]>`
    SELECT i.cohort, i.is_simulated AS "isSimulated", i.uses, i.max_uses AS "maxUses",
      i.expires_at AS "expiresAt", i.revoked_at AS "revokedAt", i.replaced_by_id IS NOT NULL AS "isReplaced",
      s.state::text AS study, s.draft::text AS draft,
      (SELECT t.id::text FROM study_texts t WHERE t.study_id = s.id AND t.language = ${language}
        ORDER BY t.version DESC LIMIT 1) AS "textId",
      coalesce((SELECT n.sittings FROM invitation_networks n
        WHERE n.invitation_id = i.id AND n.hash = ${network}), 0) AS "fromNetwork",
      EXISTS (SELECT FROM sittings WHERE join_hash = ${joinHash}::bytea) AS "isSent",
      ${freeCell} AS "hasFreeCell", ${countedArms} AS arms,
      (SELECT coalesce(max(number), 0) + 1 FROM sittings WHERE study_id = s.id) AS "nextNumber"
    FROM invitations i JOIN studies s ON s.id = i.study_id WHERE i.id = ${id}::uuid`;
  return found;
}

/** Of somebody who withdrew: nobody is shown two. */
type FormerArm = { former: number | null };

type Room = {
  consentTextId: string;
  consentTicks: StoredTick[];
  seed: bigint;
  arm: number | null;
  /** How many may begin at this link from one network; null where nobody counts. */
  most: number | null;
};

/** What a new sitting is made of, or why nobody new can begin. */
async function findRoom(
  tx: Transaction,
  { studyId, recruitment }: Link,
  { study, draft, textId, hasFreeCell, arms, fromNetwork, nextNumber, former }: InvitationRow & FormerArm,
  { ticks }: JoinInput,
): Promise<Room | InvitationProblem | "language" | "full" | "unticked" | "network"> {
  const closed = judgeStudy(study);
  if (closed) return closed;
  const design = parsePlanOf({ id: studyId, state: study, draft });
  const isFree = former === null ? hasFreeCell : arms.some(({ arm, isFree }) => arm === former && isFree);
  const { placeHours } = design.assignment;
  const inactive = isFree ? null : await findInactive(tx, studyId, placeHours, former ?? "any");
  if (!isFree && !inactive) return "full";
  if (!textId) return "language";
  const { words } = await readStudyText(textId, tx);
  const consentTicks = checkTicks(words, ticks, new Date());
  if (!consentTicks) return "unticked";
  const most = maxFrom(recruitment, design);
  if (most !== null && fromNetwork >= most) return "network";
  const seed = deriveSeed(BigInt(design.sample.seed), "sitting", nextNumber);
  const arm = former ?? (inactive ? inactive.arm : drawArm(arms, seed));
  return { consentTextId: textId, consentTicks, seed, arm, most };
}

/** One statement decides, so that a cap holds however many come in the same instant. */
const usable = (id: string) => Prisma.sql`
  UPDATE invitations SET uses = uses + 1
  WHERE id = ${id}::uuid AND uses < max_uses AND revoked_at IS NULL AND replaced_by_id IS NULL
    AND (expires_at IS NULL OR expires_at > now())`;

const useOnce = async (tx: Transaction, id: string): Promise<boolean> =>
  (await tx.$executeRaw(usable(id))) === 1;

type NewSitting = Room & {
  joinHash: Uint8Array<ArrayBuffer> | null;
  network: Uint8Array<ArrayBuffer> | null;
  externalId: string | null;
  language: string;
};

/** Null where the last use was somebody else's. In SQL: one exchange, where Prisma would need five, and others wait. */
async function makeSitter(
  tx: Transaction,
  { id: invitationId, studyId }: Link,
  { nextNumber: number, isSimulated, cohort }: InvitationRow,
  { consentTextId, consentTicks, seed, arm, joinHash, network, externalId, language }: NewSitting,
): Promise<Sitter | null> {
  const [sittingId, userId] = [newId(), newId()];
  const handles = Array.from({ length: handlesTried }, newParticipantCode);
  const ticks = consentTicks.length > 0 ? JSON.stringify(consentTicks) : null;
  const [made] = await tx.$queryRaw<{ handle: string }[]>`
    WITH used AS (${usable(invitationId)} RETURNING id),
    counted AS (
      INSERT INTO invitation_networks AS n (invitation_id, hash, sittings)
      SELECT id, ${network}::bytea, 1 FROM used WHERE ${network}::bytea IS NOT NULL
      ON CONFLICT (invitation_id, hash) DO UPDATE SET sittings = n.sittings + 1),
    person AS (
      INSERT INTO users (id, role, name, handle, is_simulated, last_seen_at)
      SELECT ${userId}::uuid, 'participant', ${`Participant ${number}`}, (SELECT handle FROM unnest(${handles}::text[])
        AS handle WHERE NOT EXISTS (SELECT FROM users u WHERE u.handle = handle.handle) LIMIT 1), ${isSimulated}, now()
      FROM used RETURNING id, handle),
    sitting AS (
      INSERT INTO sittings (id, study_id, user_id, number, seed, arm, invitation_id, is_simulated, cohort, join_hash,
        external_id, language, consent_text_id, consent_ticks)
      SELECT ${sittingId}::uuid, ${studyId}::uuid, id, ${number}::int, ${seed}::bigint, ${arm}::smallint,
        ${invitationId}::uuid, ${isSimulated}, ${cohort}, ${joinHash}::bytea, ${externalId}, ${language},
        ${consentTextId}::uuid, ${ticks}::jsonb
      FROM person)
    SELECT handle FROM person`;
  return made ? { sittingId, userId, handle: made.handle } : null;
}

async function enter(
  tx: Transaction,
  { userId, sittingId, handle }: Sitter,
  from: Visitor,
  isReturn: boolean,
): Promise<JoinResult> {
  const by = isReturn ? "return" : "join";
  const signInId = await startSignInAtDoor(tx, userId, { method: "link", by, from });
  return { sittingId, userId, handle, isReturn, signInId };
}

/** A network as it is counted at a study's links: by a hash with our key, out of which nobody reads an address. */
function hashNetwork(studyId: string, address: string): Uint8Array<ArrayBuffer> {
  const named = createHmac("sha256", secret()).update(`network ${studyId} ${countedAddress(address)}`);
  return new Uint8Array(named.digest());
}

/** How many may begin from one. Null where nothing is counted: a link of one's own and Prolific's people are one each already. */
const maxFrom = (way: RecruitmentWay, { recruitment }: Pick<Design, "recruitment">): number | null =>
  way === "open_link" ? (recruitment.perAddress ?? null) : null;

type Newcomer = {
  studyId: string;
  known: KnownDevice | null;
  /** Null where an address says nothing of who comes. */
  address: string | null;
};

type Came = { arm: number; address: string; consentedAt: Date; withdrawnAt: Date | null };

/**
 * The arm that a newcomer had before they withdrew, so that nobody sees two by consenting again; null where they are
 * new. Known are they by their browser or by their address, whose next newcomer after a withdrawal is taken for the
 * same person.
 */
async function findFormerArm(tx: Transaction, { studyId, known, address }: Newcomer): Promise<number | null> {
  const ids = known?.begun.map(({ sittingId }) => sittingId) ?? [];
  // Several people may share a browser: the last of them counts.
  const before = await tx.sitting.findFirst({
    where: { studyId, id: { in: ids } },
    orderBy: { consentedAt: "desc" },
    select: { state: true, arm: true },
  });
  if (before?.state === "withdrawn" && before.arm !== null) return before.arm;
  if (address === null) return null;
  // In SQL: whoever withdrew, and whoever came after the first of them, with each address that they came from.
  const came = await tx.$queryRaw<Came[]>`
    SELECT DISTINCT s.arm, d.address, s.consented_at AS "consentedAt", s.withdrawn_at AS "withdrawnAt"
    FROM sittings s JOIN door_events d ON d.user_id = s.user_id AND (d.address = ${address} OR d.address LIKE '%:%')
    WHERE s.study_id = ${studyId}::uuid AND s.arm IS NOT NULL AND (s.state = 'withdrawn' OR s.consented_at >
      (SELECT min(w.withdrawn_at) FROM sittings w WHERE w.study_id = s.study_id AND w.state = 'withdrawn'))`;
  const here = came.filter((one) => countedAddress(one.address) === countedAddress(address));
  const timeOf = ({ withdrawnAt }: Came) => withdrawnAt?.getTime() ?? 0;
  const [last] = here.toSorted((one, other) => timeOf(other) - timeOf(one));
  if (!last?.withdrawnAt) return null;
  return here.some(({ consentedAt }) => consentedAt.getTime() > timeOf(last)) ? null : last.arm;
}
