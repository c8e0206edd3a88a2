import "server-only";
import { hashToken } from "#lib/auth/secrets.ts";
import type { Transaction } from "#lib/db.ts";
import type { Prisma } from "#lib/generated/prisma/client.ts";
import type { SittingState } from "#lib/sittings/schema.ts";

/** Whom a link leads back to. */
export type Returning = {
  sittingId: string;
  userId: string;
  handle: string;
  state: SittingState;
  consentedAt: Date;
  /** Since when it is handed in, or withdrawn; null as long as it is neither. */
  endedAt: Date | null;
  isDeactivated: boolean;
  /** On some device, at some time. */
  hasSignedOut: boolean;
};
type Client = Pick<Transaction, "$queryRaw" | "sitting">;
type Link = { id: string; studyId: string; recruitment: string };

const resendHours = 24;

async function find(client: Client, where: Prisma.SittingWhereUniqueInput): Promise<Returning | null> {
  const found = await client.sitting.findUnique({
    where,
    select: {
      id: true,
      state: true,
      consentedAt: true,
      submittedAt: true,
      withdrawnAt: true,
      user: {
        select: {
          id: true,
          handle: true,
          deactivatedAt: true,
          signIns: { where: { endedAt: { not: null } }, select: { id: true }, take: 1 },
        },
      },
    },
  });
  if (!found) return null;
  const { id: sittingId, state, consentedAt, submittedAt, withdrawnAt, user } = found;
  return {
    sittingId,
    userId: user.id,
    handle: user.handle,
    state,
    consentedAt,
    endedAt: withdrawnAt ?? submittedAt,
    isDeactivated: user.deactivatedAt !== null,
    hasSignedOut: user.signIns.length > 0,
  };
}

/** A personal link leads to the sitting that was begun with it, or with one that it replaces. */
async function findByPersonalLink(client: Client, id: string): Promise<Returning | null> {
  const [found] = await client.$queryRaw<{ id: string }[]>`
    WITH RECURSIVE chain AS (
      SELECT ${id}::uuid AS id
      UNION ALL SELECT i.id FROM invitations i JOIN chain ON i.replaced_by_id = chain.id
    )
    SELECT s.id::text FROM chain JOIN sittings s ON s.invitation_id = chain.id`;
  return found ? find(client, { id: found.id }) : null;
}

/** An open link is everybody's, and leads nobody back; Prolific sends its people by the same one again. */
export async function findByLink(
  client: Client,
  { id, studyId, recruitment }: Link,
  pid: string | null,
): Promise<Returning | null> {
  if (recruitment === "invitation") return findByPersonalLink(client, id);
  if (recruitment !== "prolific" || !pid) return null;
  return find(client, { studyId_externalId: { studyId, externalId: pid } });
}

/** What is kept of a consent form. The code is in it: a form of one link opens no other's sitting. */
export const hashForm = (code: string, form: string): Uint8Array<ArrayBuffer> => hashToken(`${code} ${form}`);

export const findByForm = (client: Client, joinHash: Uint8Array<ArrayBuffer>): Promise<Returning | null> =>
  find(client, { joinHash });

/**
 * A form is sent again because its answer was lost: soon, before the first case, and by nobody who has left. Later
 * somebody else may hold it.
 */
export const isSentAgain = ({ state, consentedAt, hasSignedOut }: Returning, now = Date.now()): boolean =>
  state === "consented" && !hasSignedOut && now - consentedAt.getTime() < resendHours * 3_600_000;
