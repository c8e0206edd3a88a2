import "server-only";
import {
  eventsPerPage,
  type Origin,
  type RecordFilter,
  type NamedSubject,
  doorsPerPage,
  type DoorFilter,
} from "#lib/audit/schema.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { Prisma } from "#lib/generated/prisma/client.ts";
import type { JobKind } from "#lib/jobs/schema.ts";
import type { DoorKind } from "#lib/auth/schema.ts";
import { z } from "zod";
import type { SeenStudyId } from "#lib/auth/study-scope.ts";

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

/** What an event was about, as far as it still exists. */
export type Subject =
  | { type: "user"; id: string; name: string }
  | { type: "study" | "review" | "benchmark"; slug: string; name: string }
  | { type: "model_run"; id: number; slug: string; name: string }
  | { type: "endpoint"; id: number; name: string }
  | { type: "endpoint_run"; id: string; slug: string; name: string }
  | { type: "backup"; name: string }
  | { type: "job"; id: string; kind: JobKind; slug: string | null; name: string | null };

// The record keeps whatever it was given: what can't be the number of a row isn't asked for.
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const number = /^\d{1,9}$/;
const named = { select: { slug: true } } as const;

/** By subjectKey. */
export async function listSubjects(
  _admin: Admin,
  events: readonly NamedSubject[],
): Promise<ReadonlyMap<string, Subject>> {
  const idsOf = (type: string) => [
    ...new Set(events.filter((event) => event.subjectType === type).map((event) => event.subjectId)),
  ];
  const uuids = (type: string) => ({ id: { in: idsOf(type).filter((id) => uuid.test(id)) } });
  const numbers = (type: string) => ({
    id: {
      in: idsOf(type)
        .filter((id) => number.test(id))
        .map(Number),
    },
  });
  const [users, studies, reviews, benchmarks, runs, endpoints, asked, jobs] = await Promise.all([
    db.user.findMany({ where: uuids("user"), select: { id: true, name: true } }),
    db.study.findMany({ where: uuids("study"), select: { id: true, slug: true, title: true } }),
    db.review.findMany({ where: uuids("review"), select: { id: true, slug: true, title: true } }),
    db.benchmark.findMany({ where: numbers("benchmark"), select: { id: true, slug: true, name: true } }),
    db.modelRun.findMany({
      where: numbers("model_run"),
      select: { id: true, model: true, benchmark: named },
    }),
    db.modelEndpoint.findMany({ where: numbers("endpoint"), select: { id: true, name: true } }),
    db.endpointRun.findMany({
      where: uuids("endpoint_run"),
      select: { id: true, model: true, benchmark: named },
    }),
    db.job.findMany({
      where: uuids("job"),
      select: { id: true, kind: true, benchmark: { select: { slug: true, name: true } } },
    }),
  ]);
  const found = new Map<string, Subject>();
  // A file, which only its name is known of.
  for (const name of idsOf("backup")) found.set(`backup ${name}`, { type: "backup", name });
  for (const { id, name } of users) found.set(`user ${id}`, { type: "user", id, name });
  for (const { id, slug, title } of studies) found.set(`study ${id}`, { type: "study", slug, name: title });
  for (const { id, slug, title } of reviews) found.set(`review ${id}`, { type: "review", slug, name: title });
  for (const { id, slug, name } of benchmarks)
    found.set(`benchmark ${id}`, { type: "benchmark", slug, name });
  for (const { id, model, benchmark } of runs)
    found.set(`model_run ${id}`, { type: "model_run", id, slug: benchmark.slug, name: model });
  for (const { id, name } of endpoints) found.set(`endpoint ${id}`, { type: "endpoint", id, name });
  for (const { id, model, benchmark } of asked)
    found.set(`endpoint_run ${id}`, { type: "endpoint_run", id, slug: benchmark.slug, name: model });
  for (const { id, kind, benchmark } of jobs) {
    const where = { slug: benchmark?.slug ?? null, name: benchmark?.name ?? null };
    found.set(`job ${id}`, { type: "job", id, kind: kind as JobKind, ...where });
  }
  return found;
}

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
function mentionedAtDoor(text: string): Prisma.DoorEventWhereInput[] {
  const literally = text.replace(/[\\%_]/g, "\\$&");
  const named = { contains: literally, mode: "insensitive" } as const;
  return [
    { address: { startsWith: literally, mode: "insensitive" } },
    { user: { OR: [{ name: named }, { handle: named }] } },
  ];
}

/** Newest first, for admins alone: whose account, what, when, from which address and device. */
export async function listDoorEvents(
  _admin: Admin,
  { kind, text, user, before }: DoorFilter,
): Promise<DoorPage> {
  const found = await db.doorEvent.findMany({
    where: {
      ...(kind && { kind }),
      ...(user && { userId: user }),
      ...(text && { OR: mentionedAtDoor(text) }),
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

/** Who looked at results while people answered, by a number instead of a name, and how many had finished. */
export type Look = {
  at: Date;
  /** In the order of their first look; the command line is one of them. */
  person: number;
  as: "admin" | "researcher" | "command_line";
  finished: number;
};

const looked = z.object({ finished: z.int(), role: z.enum(["admin", "researcher"]) });

export async function listLooks(studyId: SeenStudyId): Promise<Look[]> {
  const events = await db.auditEvent.findMany({
    where: { action: "study_results.viewed", subjectType: "study", subjectId: studyId },
    select: { at: true, actorId: true, origin: true, details: true },
    orderBy: { id: "asc" },
  });
  const people = [...new Set(events.map(({ actorId }) => actorId))];
  return events.map(({ at, actorId, origin, details }) => {
    const { finished, role } = looked.parse(details);
    const as = origin === "command_line" ? origin : role;
    return { at, person: people.indexOf(actorId) + 1, as, finished };
  });
}
