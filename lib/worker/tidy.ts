import "server-only";
import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { doorDays } from "#lib/audit/door-schema.ts";
import { system } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { dataFolder } from "#lib/files/private-folder.ts";
import type { Prisma } from "#lib/generated/prisma/client.ts";
import { removeStaleUploads } from "#lib/uploads/mutations.ts";

const dayMs = 24 * 60 * 60 * 1000;
const monthMs = 30 * dayMs;

export type Tidied = {
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
export async function tidy(now = new Date()): Promise<Tidied> {
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
  const { uploads, files } = await removeStaleUploads(system(), now);
  const gone = await db.process.deleteMany({ where: { seenAt: { lt: new Date(now.getTime() - dayMs) } } });
  const reports = await removeFilesBefore(monthAgo, dataFolder("reports"));
  return {
    throttles: throttles.count,
    signIns: signIns.count + halves.count,
    links: links.count,
    doors: doors.count,
    networks: networks.count,
    uploads: uploads + files,
    reports,
    processes: gone.count,
  };
}

const isOver: Prisma.InvitationWhereInput = {
  OR: [{ revokedAt: { not: null } }, { study: { state: { in: ["closed", "archived"] } } }],
};

async function removeFilesBefore(day: Date, folder: string): Promise<number> {
  let removed = 0;
  for (const name of await list(folder)) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(unlessGone);
    if (!found?.isFile() || found.mtime >= day) continue;
    await rm(file, { force: true });
    removed++;
  }
  return removed;
}

const list = async (folder: string) => (await readdir(folder).catch(unlessGone)) ?? [];

/** Nothing has been reported yet, or another worker tidies at the same time. */
function unlessGone(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
