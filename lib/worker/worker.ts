import "server-only";
import path from "node:path";
import { system } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { clearUpAfterImports } from "#lib/imports/mutations.ts";
import { watchQueue, type QueueOptions } from "#lib/jobs/running/watch-queue.ts";
import { log } from "#lib/log.ts";
import { endpointRunHandlers } from "#lib/endpoint-runs/handlers.ts";
import { exampleHandlers } from "#lib/demo/examples/handlers.ts";
import { importHandlers } from "#lib/imports/handlers.ts";
import type { JobHandlers } from "#lib/jobs/handler.ts";
import { simulationHandlers } from "#lib/simulation/handlers.ts";
import { readdir, rm, rmdir } from "node:fs/promises";
import { doorDays } from "#lib/audit/schema.ts";
import { env } from "#lib/env.ts";
import { removeStaleScratch } from "#lib/files/scratch.ts";
import type { Prisma } from "#lib/generated/prisma/client.ts";
import { removeStaleUploads } from "#lib/uploads/mutations.ts";
import { PgBoss } from "pg-boss";
import { requireAddress, openPool } from "#lib/database/connection.ts";

/** The queue's tables are made with the migrations, by the owner of the database; the app only uses them. */
export async function openQueue(connectionString = env.databaseUrl): Promise<PgBoss> {
  const pool = openPool(requireAddress(connectionString), { max: 4, name: "worker" });
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    migrate: false,
    createSchema: false,
    // Rebuilding indexes needs their owner; autovacuum is the operator's business.
    reindex: false,
    monitorVacuum: false,
  });
  boss.on("error", (error) => log.error({ err: error }, "job queue"));
  boss.once("stopped", () => void pool.end());
  await boss.start();
  return boss;
}

/** What the product's workers can do. */
export const productHandlers: JobHandlers = {
  ...importHandlers,
  ...simulationHandlers,
  ...exampleHandlers,
  ...endpointRunHandlers,
};

const dayMs = 24 * 60 * 60 * 1000;
const monthMs = 30 * dayMs;

type TidyReport = {
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

/** However many workers run, each job is in the hands of one of them, and each schedule makes one job. */
export async function startWorker({
  handlers = productHandlers,
  sweep = () => clearUpAfterImports(system()),
  tidyUp = tidy,
  ...options
}: Partial<QueueOptions> & { tidyUp?: typeof tidy } = {}): Promise<{ stop(): Promise<void> }> {
  const boss = await openQueue();
  await boss.work("tidy", async () => {
    const removed = await tidyUp();
    log.info({ job: "tidy", ...removed }, "tidied");
  });
  await boss.schedule("tidy", "23 3 * * *");
  const queue = watchQueue({ handlers, sweep, ...options });
  log.info("worker ready");
  return {
    async stop() {
      await Promise.all([boss.stop({ graceful: true, timeout: 10_000 }), queue.stop()]);
      await db.$disconnect();
    },
  };
}
