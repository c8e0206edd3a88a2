import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import type { Transaction } from "#lib/db.ts";
import type { BulkClient } from "#lib/bulk/copy.ts";
import type { Prisma } from "#lib/generated/prisma/client.ts";

type Subject = { type: string; id: string };

type Origin = Pick<Prisma.AuditEventUncheckedCreateInput, "actorId" | "origin" | "place" | "requestId">;

const record = (
  tx: Transaction,
  from: Origin,
  action: string,
  subject: Subject,
  details: Prisma.InputJsonObject,
) =>
  tx.auditEvent.create({
    data: { ...from, action, subjectType: subject.type, subjectId: subject.id, details },
  });

/** Written in the transaction of the action itself: there is no action without its record. */
export async function recordEvent(
  tx: Transaction,
  { actor, requestId }: Viewer,
  action: string,
  subject: Subject,
  details: Prisma.InputJsonObject = {},
): Promise<void> {
  const { id: actorId, origin, place } = actor;
  await record(tx, { actorId, origin, place, requestId }, action, subject, details);
}

type ProvenByMark = { userId: string; place: string; requestId: string | null };

/** Of a participant whom a mark of ours proves, before they are signed in. */
export async function recordBeforeSignIn(
  tx: Transaction,
  { userId, place, requestId }: ProvenByMark,
  action: string,
  subject: Subject,
  details: Prisma.InputJsonObject,
): Promise<void> {
  await record(tx, { actorId: userId, origin: "web", place, requestId }, action, subject, details);
}

/** The same, in the transaction of an import. */
export async function recordBulkEvent(
  client: BulkClient,
  viewer: Viewer,
  action: string,
  subject: Subject,
  details: Prisma.InputJsonObject = {},
): Promise<void> {
  await client.query(
    `INSERT INTO audit_events (actor_id, origin, action, subject_type, subject_id, details, place, request_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      viewer.actor.id,
      viewer.actor.origin,
      action,
      subject.type,
      subject.id,
      JSON.stringify(details),
      viewer.actor.place,
      viewer.requestId,
    ],
  );
}
