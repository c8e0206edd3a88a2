import "server-only";
import { system } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { clearUpAfterImports } from "#lib/imports/mutations.ts";
import { openQueue } from "#lib/jobs/boss.ts";
import { handlers as ofTheProduct } from "#lib/worker/handlers.ts";
import { tidy } from "#lib/worker/tidy.ts";
import { watchQueue, type QueueOptions } from "#lib/jobs/running/watch-queue.ts";
import { log } from "#lib/log.ts";

/** However many workers run, each job is in the hands of one of them, and each schedule makes one job. */
export async function startWorker({
  handlers = ofTheProduct,
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
