import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import type { Transaction } from "#lib/db.ts";
import type { Prisma } from "#lib/generated/prisma/client.ts";

type Subject = { type: string; id: string };

/** Written in the transaction of the deed itself: there is no deed without its record. */
export async function recordEvent(
  tx: Transaction,
  viewer: Viewer,
  action: string,
  subject: Subject,
  details: Prisma.InputJsonObject = {},
): Promise<void> {
  await tx.auditEvent.create({
    data: {
      actorId: viewer.actor.id,
      origin: viewer.actor.origin,
      action,
      subjectType: subject.type,
      subjectId: subject.id,
      details,
      requestId: viewer.requestId,
    },
  });
}
