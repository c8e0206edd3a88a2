import "server-only";
import { countedAddress } from "#lib/auth/sign-in/counted-address.ts";
import type { KnownDevice } from "#lib/auth/sign-in/known-device.ts";
import type { Transaction } from "#lib/db.ts";

type Newcomer = {
  studyId: string;
  known: KnownDevice | null;
  /** Null where an address says nothing of who comes. */
  address: string | null;
};
type Client = Pick<Transaction, "sitting" | "$queryRaw">;

/**
 * The arm that a newcomer had before they withdrew, so that nobody sees two by consenting again; null where they are
 * new. Known are they by their browser or by their address, whose next newcomer after a withdrawal is taken for the
 * same person.
 */
export async function findFormerArm(tx: Client, newcomer: Newcomer): Promise<number | null> {
  return (await findArmOfBrowser(tx, newcomer)) ?? (await findArmOfAddress(tx, newcomer));
}

/** Several people may share a browser: the last of them counts. */
async function findArmOfBrowser({ sitting }: Client, { studyId, known }: Newcomer): Promise<number | null> {
  const ids = known?.begun.map(({ sittingId }) => sittingId) ?? [];
  const last = await sitting.findFirst({
    where: { studyId, id: { in: ids } },
    orderBy: { consentedAt: "desc" },
    select: { state: true, arm: true },
  });
  return last?.state === "withdrawn" ? last.arm : null;
}

type Came = { arm: number; address: string; consentedAt: Date; withdrawnAt: Date | null };

/** In SQL: whoever withdrew, and whoever came after the first of them, with each address that they came from. */
async function findArmOfAddress(tx: Client, { studyId, address }: Newcomer): Promise<number | null> {
  if (address === null) return null;
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
