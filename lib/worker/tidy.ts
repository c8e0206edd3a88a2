import "server-only";
import { readdir, rm, rmdir } from "node:fs/promises";
import path from "node:path";
import { doorDays } from "#lib/audit/schema.ts";
import { system } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { env } from "#lib/env.ts";
import { removeStaleScratch } from "#lib/files/scratch.ts";
import type { Prisma } from "#lib/generated/prisma/client.ts";
import { removeStaleUploads } from "#lib/uploads/mutations.ts";

const dayMs = 24 * 60 * 60 * 1000;
const monthMs = 30 * dayMs;

export type TidyReport = {
  throttles: number;
  signIns: number;
  links: number;
  doors: number;
  networks: number;
  uploads: number;
  reports: number;
  processes: number;
};

/**
 * Removes what has no use any more: counters whose window is over, sign-ins and links a month past their end, what
 * is known of the doors after its days, how many began by a link from one network once nobody begins by it, files
 * that were uploaded and not imported, lists of problems that jobs wrote a month ago, lines of processes that ended without a goodbye.
 */
export async function tidy(now = new Date()): Promise<TidyReport> {
  const monthAgo = new Date(now.getTime() - monthMs);
  const throttles = await db.throttle.deleteMany({ where: { endsAt: { lt: now } } });
  const signIns = await db.signIn.deleteMany({
    where: { OR: [{ expiresAt: { lt: monthAgo } }, { endedAt: { lt: monthAgo } }] },
  });
  const halves = await db.halfSignIn.deleteMany({ where: { expiresAt: { lt: now } } });
  const links = await db.signInLink.deleteMany({ where: { expiresAt: { lt: monthAgo } } });
  const oldest = new Date(now.getTime() - doorDays * dayMs);
  const doors = await db.doorEvent.deleteMany({ where: { at: { lt: oldest } } });
  const networks = await db.invitationNetwork.deleteMany({ where: { invitation: isOver } });
  const uploads = await removeStaleUploads(system(), now);
  const gone = await db.process.deleteMany({ where: { seenAt: { lt: new Date(now.getTime() - dayMs) } } });
  const reports = await db.problemList.deleteMany({ where: { createdAt: { lt: monthAgo } } });
  await removeStaleScratch(now);
  await removeEarlierFiles();
  return {
    throttles: throttles.count,
    signIns: signIns.count + halves.count,
    links: links.count,
    doors: doors.count,
    networks: networks.count,
    uploads,
    reports: reports.count,
    processes: gone.count,
  };
}

const isOver: Prisma.InvitationWhereInput = {
  OR: [{ revokedAt: { not: null } }, { study: { state: { in: ["closed", "archived"] } } }],
};

const earlierFile = /^[0-9a-f-]{36}(\.part|\.csv)?$/;

/** Earlier releases kept uploads and lists of problems in these folders. What isn't ours stays. */
async function removeEarlierFiles(): Promise<void> {
  for (const name of ["uploads", "reports"]) {
    const folder = path.join(env.dataDir, name);
    const files = await readdir(folder).catch(() => [] as string[]);
    for (const file of files)
      if (earlierFile.test(file)) await rm(path.join(folder, file), { recursive: true, force: true });
    await rmdir(folder).catch(() => undefined);
  }
}
