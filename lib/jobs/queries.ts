import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import type { Prisma } from "#lib/generated/prisma/client.ts";
import { underWay, type JobKind } from "#lib/jobs/schema.ts";

const shown = {
  id: true,
  kind: true,
  state: true,
  benchmarkId: true,
  exclusiveKey: true,
  isAttended: true,
  unit: true,
  done: true,
  total: true,
  rows: true,
  result: true,
  error: true,
  createdAt: true,
  startedAt: true,
  heartbeatAt: true,
  finishedAt: true,
  cancelRequestedAt: true,
  requestedBy: { select: { name: true } },
} as const satisfies Prisma.JobSelect;

const shownAhead = {
  id: true,
  kind: true,
  state: true,
  exclusiveKey: true,
  createdAt: true,
  requestedBy: { select: { name: true } },
} as const satisfies Prisma.JobSelect;

const maxActive = 20;

type Row = Prisma.JobGetPayload<{ select: typeof shown }>;
type JobAhead = Prisma.JobGetPayload<{ select: typeof shownAhead }>;

/** Asked once a second by everybody who looks at it: two lookups by index at most. */
export async function getJob(_admin: Viewer<"admin">, id: string): Promise<JobView | null> {
  const row = await db.job.findUnique({ where: { id }, select: shown });
  return row && viewOf(row, await listAhead([row]));
}

/** The newest first. */
export async function listJobs(
  _admin: Viewer<"admin">,
  { benchmarkId, limit }: { benchmarkId: number; limit: number },
): Promise<JobView[]> {
  const orderBy = [{ createdAt: "desc" }, { id: "desc" }] as const;
  const rows = await db.job.findMany({
    where: { benchmarkId },
    select: shown,
    orderBy: [...orderBy],
    take: limit,
  });
  const ahead = await listAhead(rows);
  return rows.map((row) => viewOf(row, ahead));
}

export type ActiveJob = { job: JobView; benchmark: { slug: string; name: string } | null };

/** What waits or runs now, the oldest first. */
export async function listActiveJobs(_admin: Viewer<"admin">): Promise<ActiveJob[]> {
  const rows = await db.job.findMany({
    where: { state: underWay },
    select: { ...shown, benchmark: { select: { slug: true, name: true } } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: maxActive,
  });
  const ahead = await listAhead(rows);
  return rows.map(({ benchmark, ...row }) => ({ job: viewOf(row, ahead), benchmark }));
}

export type FailedJob = {
  id: string;
  kind: JobKind;
  finishedAt: Date;
  benchmark: { slug: string; name: string } | null;
};

/** What failed in the last week, the newest first. */
export async function listFailedJobs(
  _admin: Viewer<"admin">,
  { limit }: { limit: number },
): Promise<FailedJob[]> {
  const rows = await db.job.findMany({
    where: { state: "failed", finishedAt: { gt: new Date(Date.now() - 7 * 86_400_000) } },
    select: { id: true, kind: true, finishedAt: true, benchmark: { select: { slug: true, name: true } } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
  });
  return rows.flatMap(({ finishedAt, kind, ...row }) =>
    finishedAt ? [{ ...row, kind: kind as JobKind, finishedAt }] : [],
  );
}

async function listAhead(rows: readonly Row[]): Promise<JobAhead[]> {
  const waiting = rows.filter(({ state }) => state === "queued").map(({ exclusiveKey }) => exclusiveKey);
  const keys = [...new Set(waiting.filter((key) => key !== null))];
  if (keys.length === 0) return [];
  return db.job.findMany({
    where: { state: underWay, exclusiveKey: { in: keys } },
    select: shownAhead,
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
}

function waitsFor(row: Row, all: readonly JobAhead[]) {
  if (row.state !== "queued") return null;
  const sameKey = all.filter(({ exclusiveKey }) => exclusiveKey === row.exclusiveKey);
  const place = sameKey.findIndex(({ id }) => id === row.id);
  const first = sameKey.find(({ state }) => state === "running") ?? (place > 0 ? sameKey[0] : null);
  if (!first) return null;
  return { id: first.id, kind: first.kind as JobKind, requestedBy: first.requestedBy?.name ?? null };
}

/** A job as screens and the command line see it: the same as an object and as JSON. */
export type JobView = ReturnType<typeof viewOf>;

function viewOf(row: Row, ahead: readonly JobAhead[]) {
  const { exclusiveKey: _key, cancelRequestedAt, ...shownAsIs } = row;
  return {
    ...shownAsIs,
    kind: row.kind as JobKind,
    done: Number(row.done),
    total: row.total === null ? null : Number(row.total),
    rows: Number(row.rows),
    result: row.result as unknown,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
    /** When the process that runs it last wrote how far it is. */
    heartbeatAt: row.heartbeatAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    /** The name of who asked for it; null for the command line. */
    requestedBy: row.requestedBy?.name ?? null,
    isCancelling: row.state === "running" && cancelRequestedAt !== null,
    /** The job whose end it waits for. */
    waitsFor: waitsFor(row, ahead),
  };
}

/** What was asked for, as it was handed in: for asking for the next step of the same work. */
export async function getJobPayload(_admin: Viewer<"admin">, id: string) {
  const job = await db.job.findUnique({ where: { id }, select: { kind: true, payload: true } });
  return job && { kind: job.kind as JobKind, payload: job.payload };
}
