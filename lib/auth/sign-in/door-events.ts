import "server-only";
import type { DoorKind } from "#lib/auth/schema.ts";
import type { Visitor } from "#lib/auth/viewer.ts";
import type { Transaction } from "#lib/db.ts";
import type { Prisma } from "#lib/generated/prisma/client.ts";
import { log } from "#lib/log.ts";

type EventDetails = {
  /** Whose account; null where what was typed is nobody's, and then it may be a password: it is kept nowhere. */
  userId: string | null;
  details?: Prisma.InputJsonObject;
};

/** Into the log, and for a while into the database with the address. The command line has no door. */
export async function noteAtDoor(
  tx: Pick<Transaction, "doorEvent">,
  from: Visitor | null,
  kind: DoorKind,
  { userId, details = {} }: EventDetails,
): Promise<void> {
  if (!from) return;
  const { address, device, requestId = null } = from;
  await tx.doorEvent.create({ data: { kind, userId, address, device, requestId, details } });
  log.info({ requestId, door: kind, userId, address, device, ...details });
}
