import "server-only";
import type { KnownDevice, StartedSitting } from "#lib/auth/sign-in/known-device.ts";
import { hashToken } from "#lib/auth/secrets/secrets.ts";
import { lookUpSitting } from "#lib/auth/sitting-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { readCode } from "#lib/studies/codes/schema.ts";

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
  if (mine?.startedAt == null || mine.cell === null) return null;
  const { studyId, invitationId, number, seed, arm, cell, language, consentTextId } = mine;
  const { externalId, cohort, isSimulated, consentedAt, startedAt } = mine;
  return {
    userId: viewer.userId,
    handle: viewer.handle,
    studyId,
    invitationId,
    number,
    seed: String(seed),
    arm,
    cell,
    language,
    consentTextId,
    externalId,
    cohort,
    isSimulated,
    consentedAt: consentedAt.getTime(),
    startedAt: startedAt.getTime(),
  };
}

/** Whether the server once had it can be told by the browser alone, whose mark nobody else writes. */
export type LostSitting = { sittingId: string; canGoOn: boolean };

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
