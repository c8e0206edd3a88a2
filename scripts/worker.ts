import { env } from "#lib/env.ts";
import { removeStaleScratch } from "#lib/files/scratch.ts";
import { startWorker } from "#lib/worker/worker.ts";
import { answerSupervisor } from "#lib/monitoring/gather.ts";
import { startReporting } from "#lib/monitoring/report.ts";
import { openOwnMetricsPort } from "#lib/monitoring/scraping.ts";
import { onParentGone, startBeating, onStopSignal } from "#scripts/process/stop-signals.mjs";
import { requireSettings } from "#scripts/process/secrets.ts";

startBeating();
requireSettings(env);
await removeStaleScratch();
const worker = await startWorker();
const reporting = startReporting("worker");
answerSupervisor();
await openOwnMetricsPort("worker", env);
const receive = onStopSignal(
  async () => {
    await reporting.stop();
    await worker.stop();
    process.exit(0);
  },
  () => process.exit(1),
);
onParentGone(receive);
