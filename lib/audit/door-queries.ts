import "server-only";
import { doorsPerPage, type DoorFilter } from "#lib/audit/door-schema.ts";
import type { DoorKind } from "#lib/auth/schema.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import type { Prisma } from "#lib/generated/prisma/client.ts";

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

/** The beginning of an address, or words of a name. "%" and "_" are letters here: Prisma would take them as patterns. */
function mentions(text: string): Prisma.DoorEventWhereInput[] {
  const literally = text.replace(/[\\%_]/g, "\\$&");
  const named = { contains: literally, mode: "insensitive" } as const;
  return [
    { address: { startsWith: literally, mode: "insensitive" } },
    { user: { OR: [{ name: named }, { handle: named }] } },
  ];
}

/** Newest first, for admins alone: whose account, what, when, from which address and device. */
export async function listDoorEvents(
  _admin: Viewer<"admin">,
  { kind, text, user, before }: DoorFilter,
): Promise<DoorPage> {
  const found = await db.doorEvent.findMany({
    where: {
      ...(kind && { kind }),
      ...(user && { userId: user }),
      ...(text && { OR: mentions(text) }),
      ...(before !== undefined && { id: { lt: before } }),
    },
    select: {
      id: true,
      at: true,
      kind: true,
      userId: true,
      user: { select: { name: true, handle: true } },
      address: true,
      device: true,
      details: true,
    },
    orderBy: { id: "desc" },
    take: doorsPerPage + 1,
  });
  const events = found.slice(0, doorsPerPage).map(({ user: whose, kind: what, details, ...event }) => ({
    ...event,
    kind: what as DoorKind,
    details: details as Prisma.JsonObject,
    name: whose?.name ?? null,
    handle: whose?.handle ?? null,
  }));
  return { events, older: found.length > doorsPerPage ? (events.at(-1)?.id ?? null) : null };
}
