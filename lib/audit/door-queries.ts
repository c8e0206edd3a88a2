import "server-only";
import { doorsPerPage, type DoorFilter, type DoorKind } from "#lib/audit/door-schema.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { Prisma } from "#lib/generated/prisma/client.ts";

export type DoorEvent = {
  id: bigint;
  at: Date;
  kind: DoorKind;
  userId: string | null;
  name: string | null;
  handle: string | null;
  address: string | null;
  device: string;
  details: Prisma.JsonObject;
};
export type DoorPage = { events: DoorEvent[]; older: bigint | null };

// "%" and "_" are letters here, not patterns.
const literally = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** Newest first, for admins alone: whose account, what, when, from which address and device. */
export async function listDoorEvents(
  _admin: Viewer<"admin">,
  { kind, text, user, before }: DoorFilter,
): Promise<DoorPage> {
  const conditions = [
    Prisma.sql`true`,
    kind && Prisma.sql`e.kind = ${kind}`,
    user && Prisma.sql`e.user_id = ${user}::uuid`,
    text &&
      Prisma.sql`(e.address ILIKE ${`${literally(text)}%`} OR u.name ILIKE ${`%${literally(text)}%`}
        OR u.handle ILIKE ${`%${literally(text)}%`})`,
    before !== undefined && Prisma.sql`e.id < ${before}`,
  ].filter((condition) => condition instanceof Prisma.Sql);
  const found = await db.$queryRaw<DoorEvent[]>`
    SELECT e.id, e.at, e.kind, e.user_id AS "userId", u.name, u.handle, e.address, e.device, e.details
    FROM door_events e LEFT JOIN users u ON u.id = e.user_id
    WHERE ${Prisma.join(conditions, " AND ")} ORDER BY e.id DESC LIMIT ${doorsPerPage + 1}`;
  const events = found.slice(0, doorsPerPage);
  return { events, older: found.length > doorsPerPage ? (events.at(-1)?.id ?? null) : null };
}
