import "server-only";
import { eventsPerPage, type Origin, type RecordFilter } from "#lib/audit/schema.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { Prisma } from "#lib/generated/prisma/client.ts";

type Admin = Viewer<"admin">;

export type RecordedEvent = {
  id: bigint;
  at: Date;
  actorId: string | null;
  actorName: string | null;
  actorHandle: string | null;
  origin: Origin;
  place: string | null;
  action: string;
  subjectType: string;
  subjectId: string;
  details: Prisma.JsonObject;
  requestId: string | null;
};

// "%" and "_" are letters here, not patterns.
const anywhere = (word: string) => `%${word.replace(/[\\%_]/g, "\\$&")}%`;

/** In SQL: the record has no relation to what it is about, so Prisma can't look up its name. A word of the event itself, of who did it, or of the name that what it was done to bears now. */
const mentions = (word: string): Prisma.Sql => Prisma.sql`(
  concat_ws(' ', e.action, e.subject_id, e.place, e.details::text, a.name, a.handle) ILIKE ${anywhere(word)}
  OR (e.subject_type, e.subject_id) IN (
    SELECT 'study', id::text FROM studies WHERE title ILIKE ${anywhere(word)}
    UNION ALL SELECT 'user', id::text FROM users WHERE name ILIKE ${anywhere(word)} OR handle ILIKE ${anywhere(word)}
    UNION ALL SELECT 'benchmark', id::text FROM benchmarks WHERE name ILIKE ${anywhere(word)}
    UNION ALL SELECT 'model_run', id::text FROM model_runs WHERE model ILIKE ${anywhere(word)}))`;

function conditionsOf({
  text,
  actor,
  action,
  origin,
  type,
  subject,
  from,
  to,
  before,
}: RecordFilter): Prisma.Sql {
  const conditions = [
    Prisma.sql`true`,
    ...(text?.split(/\s+/).map(mentions) ?? []),
    actor && Prisma.sql`e.actor_id = ${actor}::uuid`,
    action && Prisma.sql`e.action = ${action}`,
    origin && Prisma.sql`e.origin = ${origin}::audit_origin`,
    type && Prisma.sql`e.subject_type = ${type}`,
    subject && Prisma.sql`e.subject_id = ${subject}`,
    from && Prisma.sql`e.at >= ${from}::date::timestamp AT TIME ZONE 'UTC'`,
    to && Prisma.sql`e.at < (${to}::date + 1)::timestamp AT TIME ZONE 'UTC'`,
    before !== undefined && Prisma.sql`e.id < ${before}`,
  ].filter((condition) => condition instanceof Prisma.Sql);
  return Prisma.join(conditions, " AND ");
}

/** Newest first. Numbers only grow, so that the next ones are those before the last one's. */
export async function listEventsBefore(
  _admin: Admin,
  filter: RecordFilter,
  limit: number,
): Promise<RecordedEvent[]> {
  return db.$queryRaw<RecordedEvent[]>`
    SELECT e.id, e.at, e.actor_id AS "actorId", a.name AS "actorName", a.handle AS "actorHandle",
      e.origin::text AS origin, e.place, e.action, e.subject_type AS "subjectType", e.subject_id AS "subjectId",
      e.details, e.request_id AS "requestId"
    FROM audit_events e LEFT JOIN users a ON a.id = e.actor_id
    WHERE ${conditionsOf(filter)} ORDER BY e.id DESC LIMIT ${limit}`;
}

export type RecordPage = { events: RecordedEvent[]; older: bigint | null };

export async function listEvents(viewer: Admin, filter: RecordFilter): Promise<RecordPage> {
  const found = await listEventsBefore(viewer, filter, eventsPerPage + 1);
  const events = found.slice(0, eventsPerPage);
  return { events, older: found.length > eventsPerPage ? (events.at(-1)?.id ?? null) : null };
}

/** Whoever stands in the record as having done something. */
export async function listActors(_admin: Admin) {
  return db.user.findMany({
    where: { auditEvents: { some: {} } },
    select: { id: true, name: true, handle: true },
    orderBy: [{ name: "asc" }, { handle: "asc" }],
  });
}
