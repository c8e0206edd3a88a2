import { removeStaleScratch } from "#lib/files/scratch.ts";
import { env } from "#lib/env.ts";
import { answerSupervisor, gather } from "#lib/monitoring/gather.ts";
import { startReporting } from "#lib/monitoring/report.ts";
import { openMetricsPort } from "#lib/monitoring/scraping.ts";
import { startWorker } from "#lib/worker/worker.ts";
import { startBeating } from "#scripts/process/beat.mjs";
import { onParentGone } from "#scripts/process/parent.mjs";
import { onStopSignal } from "#scripts/process/stop-signals.mjs";
import { loadSecrets } from "#scripts/process/secrets.ts";

startBeating();
await removeStaleScratch();
// Started alone, it finds it where the web processes' start has put it.
env.endpointKeysKey ??= (await loadSecrets(env.dataDir)).keysKey;
const worker = await startWorker();
const reporting = startReporting("worker");
answerSupervisor();
// Whoever starts it alone has nobody who could gather its numbers.
const port = env.metricsPort !== null && !process.connected ? await openPort(env.metricsPort) : null;
const receive = onStopSignal(
  async () => {
    port?.close();
    await reporting.stop();
    await worker.stop();
    process.exit(0);
  },
  () => process.exit(1),
);
onParentGone(receive);

function openPort(given: number) {
  return openMetricsPort({
    port: given,
    host: env.metricsHost,
    token: env.metricsToken,
    write: () => gather("worker"),
  });
}
