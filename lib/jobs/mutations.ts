import "server-only";
import { recordEvent } from "#lib/auth/record-mutations.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import type { Prisma } from "#lib/generated/prisma/client.ts";
import type { JobRequest } from "#lib/jobs/schema.ts";
import { fail, succeed, type Result } from "#lib/result.ts";

type Admin = Viewer<"admin">;

const subject = (id: string) => ({ type: "job", id });

/**
 * Puts a job in line and returns its id. With `attend` no worker takes it: it is called before anybody else can
 * see the job, so that whoever runs it holds its lock from the first moment.
 */
export async function requestJob(
  viewer: Admin,
  { kind, payload, benchmarkId, exclusiveKey, unit = "rows" }: JobRequest,
  attend?: (id: string) => Promise<void>,
): Promise<string> {
  return db.$transaction(async (tx) => {
    const { id } = await tx.job.create({
      data: {
        kind,
        payload: payload as Prisma.InputJsonObject,
        benchmarkId,
        exclusiveKey,
        unit,
        isAttended: attend !== undefined,
        requestedById: viewer.actor.id,
      },
      select: { id: true },
    });
    await attend?.(id);
    await recordEvent(tx, viewer, "job.requested", subject(id), { kind, benchmarkId });
    return id;
  });
}

/** What waits is over at once; what runs is told, and says itself when it has stopped. */
export async function cancelJob(
  viewer: Admin,
  id: string,
): Promise<Result<undefined, "not_found" | "finished">> {
  return db.$transaction(async (tx) => {
    const now = new Date();
    const waiting = { id, state: "queued" } as const;
    const ended = { state: "cancelled", cancelRequestedAt: now, finishedAt: now } as const;
    if ((await tx.job.updateMany({ where: waiting, data: ended })).count > 0) {
      await recordEvent(tx, viewer, "job.cancelled", subject(id));
      return succeed();
    }
    const running = { id, state: "running", cancelRequestedAt: null } as const;
    if ((await tx.job.updateMany({ where: running, data: { cancelRequestedAt: now } })).count > 0) {
      await recordEvent(tx, viewer, "job.cancel_requested", subject(id));
      return succeed();
    }
    const job = await tx.job.findUnique({ where: { id }, select: { state: true } });
    if (!job) return fail("not_found");
    return job.state === "running" ? succeed() : fail("finished");
  });
}
