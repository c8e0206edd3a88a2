import "server-only";
import { hashToken } from "#lib/auth/secrets/secrets.ts";
import type { KnownDevice } from "#lib/auth/sign-in/known-device.ts";
import type { Transaction } from "#lib/db.ts";
import type { Prisma } from "#lib/generated/prisma/client.ts";

type Client = Pick<Transaction, "$queryRaw" | "sitting" | "signIn">;
type Link = { id: string; studyId: string; recruitment: string };

/** What somebody has to show before a link leads them back; with `new_link` there is nothing they could. */
export type ReturnQuestion = "nothing" | "passphrase" | "new_link";

/** What is read of the invitation behind a link: whether it still leads anywhere, and to whom. */
export const invitationOfLink = {
  id: true,
  studyId: true,
  recruitment: true,
  uses: true,
  maxUses: true,
  revokedAt: true,
  replacedById: true,
} as const satisfies Prisma.InvitationSelect;

const resendHours = 24;

/** Whom a link leads back to. */
async function find(client: Client, where: Prisma.SittingWhereUniqueInput) {
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
          secretHash: true,
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
    /** Since when it is handed in, or withdrawn; null as long as it is neither. */
    endedAt: withdrawnAt ?? submittedAt,
    isDeactivated: user.deactivatedAt !== null,
    /** There is a passphrase to ask for. */
    hasSecret: user.secretHash !== null,
    /** On some device, at some time. */
    hasSignedOut: user.signIns.length > 0,
  };
}
export type ReturningPerson = NonNullable<Awaited<ReturnType<typeof find>>>;

/** A personal link leads to the sitting that was begun with it, or with one that it replaces. In SQL: Prisma can't follow a chain. */
async function findByPersonalLink(client: Client, id: string): Promise<ReturningPerson | null> {
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
): Promise<ReturningPerson | null> {
  if (recruitment === "invitation") return findByPersonalLink(client, id);
  if (recruitment !== "prolific" || !pid) return null;
  return find(client, { studyId_externalId: { studyId, externalId: pid } });
}

/**
 * A number of Prolific's is no secret, and a link that was used may lie in anybody's hands: only a personal link that
 * is unused, or whose person has no other way in yet, is proof enough, and so is the browser in which they began.
 */
export async function whatToShow(
  client: Client,
  returning: ReturningPerson,
  { recruitment, isUnused }: { recruitment: string; isUnused: boolean },
  known: KnownDevice | null,
): Promise<ReturnQuestion> {
  if (recruitment === "invitation" && (isUnused || !returning.hasSecret)) return "nothing";
  if (await isBegunHere(client, returning, known)) return "nothing";
  return returning.hasSecret ? "passphrase" : "new_link";
}

/** Good as long as nobody has signed out of it there. */
export async function isBegunHere(
  client: Client,
  { sittingId, userId }: Pick<ReturningPerson, "sittingId" | "userId">,
  known: KnownDevice | null,
): Promise<boolean> {
  const here = known?.begun.find((one) => one.sittingId === sittingId);
  return (
    here !== undefined &&
    (await client.signIn.count({ where: { id: here.signInId, userId, endedAt: null } })) > 0
  );
}

/** What is kept of a consent form. Code and number are in it: a form of one link opens no other's sitting. */
export const hashForm = (code: string, form: string, pid: string | null): Uint8Array<ArrayBuffer> =>
  hashToken([code, form, ...(pid === null ? [] : [pid])].join(" "));

export const findByForm = (
  client: Client,
  joinHash: Uint8Array<ArrayBuffer>,
): Promise<ReturningPerson | null> => find(client, { joinHash });

/**
 * A form is sent again because its answer was lost: soon, before the first case, and by nobody who has left. Later
 * somebody else may hold it.
 */
export const isSentAgain = (
  { state, consentedAt, hasSignedOut }: ReturningPerson,
  now = Date.now(),
): boolean => state === "consented" && !hasSignedOut && now - consentedAt.getTime() < resendHours * 3_600_000;
