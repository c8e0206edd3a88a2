import "server-only";
import { db } from "#lib/db.ts";
import { openQueue } from "#lib/jobs/boss.ts";
import { tidy } from "#lib/jobs/tidy.ts";
import { log } from "#lib/log.ts";

/** However many workers run, the queue hands each job to one of them, and each schedule makes one job. */
export async function startWorker(): Promise<{ stop(): Promise<void> }> {
  const boss = await openQueue();
  await boss.work("tidy", async () => {
    const removed = await tidy();
    log.info({ job: "tidy", ...removed }, "tidied");
  });
  await boss.schedule("tidy", "23 3 * * *");
  log.info("worker ready");
  return {
    async stop() {
      await boss.stop({ graceful: true, timeout: 10_000 });
      await db.$disconnect();
    },
  };
}
