import "server-only";
import { createHmac } from "node:crypto";
import { secret } from "#lib/auth/secrets/secrets.ts";
import { countedAddress } from "#lib/auth/sign-in/counted-address.ts";
import type { Transaction } from "#lib/db.ts";
import { parsePlan } from "#lib/studies/schema.ts";

type OpenLink = { id: string; studyId: string; recruitment: string; study: { draft: unknown } };
/** A network at a link, and how many may begin there. Named by a hash with our key: nobody reads an address out of it. */
export type Network = { invitationId: string; hash: Uint8Array<ArrayBuffer>; most: number };

/** Null where nothing is counted: a link of one's own and Prolific's people are one each already. */
export function networkOf({ id, studyId, recruitment, study }: OpenLink, address: string): Network | null {
  const most = parsePlan(study.draft).recruitment.perAddress;
  if (recruitment !== "open_link" || most === undefined) return null;
  const named = createHmac("sha256", secret()).update(`network ${studyId} ${countedAddress(address)}`);
  return { invitationId: id, hash: new Uint8Array(named.digest()), most };
}

const at = ({ invitationId, hash }: Network) => ({ invitationId_hash: { invitationId, hash } });

/** Asked and counted while everybody who joins the study waits, so that no two find the same last room. */
export async function hasRoomFrom(tx: Transaction, network: Network): Promise<boolean> {
  const counted = await tx.invitationNetwork.findUnique({ where: at(network), select: { sittings: true } });
  return (counted?.sittings ?? 0) < network.most;
}

export async function countFrom(tx: Transaction, network: Network): Promise<void> {
  const { invitationId, hash } = network;
  await tx.invitationNetwork.upsert({
    where: at(network),
    create: { invitationId, hash, sittings: 1 },
    update: { sittings: { increment: 1 } },
  });
}
