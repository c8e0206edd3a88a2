import "server-only";
import { hashToken } from "#lib/auth/secrets/secrets.ts";
import type { KnownDevice, StartedSitting } from "#lib/auth/sign-in/known-device.ts";
import { db } from "#lib/db.ts";
import { lookUpSitting } from "#lib/auth/sitting-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { readCode } from "#lib/studies/codes/schema.ts";
import { hasPlace } from "#lib/sittings/joining/places.ts";
import { getDesign } from "#lib/sittings/queries.ts";
import {
  findByLink,
  invitationOfLink,
  whatToShow,
  type ReturnQuestion,
  type ReturningPerson,
} from "#lib/sittings/returning/returning.ts";
import { parsePlan } from "#lib/studies/schema.ts";

type Participant = Viewer<"participant">;

/**
 * Whoever opens the link they came with, still signed in, is led back to where they were. Prolific's people share one.
 * Of a study's open links any will do; one that was sent to a single person is taken for another person's. In SQL: Prisma can't
 * follow a chain.
 */
export async function findSittingByCode(
  viewer: Participant,
  typed: string,
  pid: string | null = null,
): Promise<string | null> {
  const code = readCode(typed);
  if (!code) return null;
  const [found] = await db.$queryRaw<{ id: string }[]>`
    WITH RECURSIVE chain AS (
      SELECT id, study_id, recruitment FROM invitations WHERE code_hash = ${hashToken(code)}
      UNION ALL SELECT i.id, i.study_id, i.recruitment FROM invitations i JOIN chain ON i.replaced_by_id = chain.id
    )
    SELECT s.id::text FROM sittings s JOIN chain ON chain.id = s.invitation_id
      OR (chain.recruitment = 'open_link' AND chain.study_id = s.study_id)
    WHERE s.user_id = ${viewer.userId}::uuid
      AND (${pid}::text IS NULL OR s.external_id IS NULL OR s.external_id = ${pid})`;
  return found?.id ?? null;
}

/** Handed in, or withdrawn. */
export type SittingEnd = {
  state: "submitted" | "withdrawn";
  /** Null where it isn't told. */
  at: Date | null;
};
type LinkReturn = {
  /** Somebody began with it, and it leads them back for what is asked of them; null where nobody did. */
  asks: ReturnQuestion | null;
  /** What whoever it leads back needn't go on with any more. */
  ended: SittingEnd | null;
  /** Nobody new would get a place. */
  isFull: boolean;
};

/** Looks without touching, as `inspectInvitation` does. */
export async function inspectReturn(
  typed: string,
  pid: string | null,
  known: KnownDevice | null = null,
): Promise<LinkReturn> {
  const code = readCode(typed);
  const invitation =
    code &&
    (await db.invitation.findUnique({
      where: { codeHash: hashToken(code) },
      select: { ...invitationOfLink, study: { select: { draft: true } } },
    }));
  if (!invitation || invitation.revokedAt || invitation.replacedById)
    return { asks: null, ended: null, isFull: false };
  const returning = await findByLink(db, invitation, pid);
  const { recruitment, uses, maxUses } = invitation;
  const { assignment } = parsePlan(invitation.study.draft);
  const leadsBack = returning !== null && !returning.isDeactivated;
  return {
    asks: leadsBack
      ? await whatToShow(db, returning, { recruitment, isUnused: uses < maxUses }, known)
      : null,
    // A personal link is its holder's; somebody's number with Prolific is known to others, too.
    ended: leadsBack ? toEnded(returning, recruitment === "invitation") : null,
    isFull: !(await hasPlace(db, invitation.studyId, assignment.placeHours)),
  };
}

const toEnded = (
  { state, endedAt }: Pick<ReturningPerson, "state" | "endedAt">,
  isDated: boolean,
): SittingEnd | null =>
  state === "submitted" || state === "withdrawn" ? { state, at: isDated ? endedAt : null } : null;

/** The same of a sitting of one's own. */
export async function getOwnEnding(viewer: Participant, sittingId: string): Promise<SittingEnd | null> {
  const mine = await lookUpSitting(viewer, sittingId, { state: true, submittedAt: true, withdrawnAt: true });
  return mine && toEnded({ ...mine, endedAt: mine.withdrawnAt ?? mine.submittedAt }, true);
}

/** Whether one who agreed and hasn't begun would find every place taken. */
export async function isFullFor(viewer: Participant, sittingId: string): Promise<boolean> {
  const mine = await lookUpSitting(viewer, sittingId, { state: true });
  if (mine?.state !== "consented") return false;
  const { assignment } = await getDesign(mine.studyId);
  return !(await hasPlace(db, mine.studyId, assignment.placeHours));
}

/** What the browser keeps of a sitting of one's own; null before it is started. */
export async function getStartedSitting(
  viewer: Viewer<"participant">,
  sittingId: string,
): Promise<StartedSitting | null> {
  const mine = await lookUpSitting(viewer, sittingId, {
    invitationId: true,
    number: true,
    seed: true,
    arm: true,
    cell: true,
    language: true,
    consentTextId: true,
    externalId: true,
    cohort: true,
    isSimulated: true,
    consentedAt: true,
    startedAt: true,
  });
  if (!mine?.startedAt || mine.cell === null) return null;
  const { id: _, cell, seed, consentedAt, startedAt, ...rest } = mine;
  return {
    ...rest,
    userId: viewer.userId,
    handle: viewer.handle,
    cell,
    seed: String(seed),
    consentedAt: consentedAt.getTime(),
    startedAt: startedAt.getTime(),
  };
}

/** Whether the server once had it can be told by the browser alone, whose mark nobody else writes. */
type LostSitting = { sittingId: string; canGoOn: boolean };

/** The sitting at an address that its browser began and the server doesn't have. */
export async function findLostAt(path: string, known: KnownDevice | null): Promise<LostSitting | null> {
  const [, asked] = /^\/sittings\/([\da-f-]{36})(?:[/?]|$)/.exec(path) ?? [];
  const begun = known?.begun.filter(({ sittingId }) => sittingId === asked) ?? [];
  return findLost(begun);
}

/** The one that was begun here in the study of a link. */
export async function findLostByCode(typed: string, known: KnownDevice | null): Promise<LostSitting | null> {
  const code = readCode(typed);
  if (!code || !known?.begun.some(({ started }) => started)) return null;
  const link = await db.invitation.findUnique({
    where: { codeHash: hashToken(code) },
    select: { studyId: true },
  });
  return findLost(known.begun.filter(({ started }) => started && started.studyId === link?.studyId));
}

async function findLost(begun: KnownDevice["begun"]): Promise<LostSitting | null> {
  if (begun.length === 0) return null;
  const there = await db.sitting.findMany({
    where: { id: { in: begun.map(({ sittingId }) => sittingId) } },
    select: { id: true },
  });
  const lost = begun.find(({ sittingId }) => !there.some(({ id }) => id === sittingId));
  return lost ? { sittingId: lost.sittingId, canGoOn: lost.started !== undefined } : null;
}
