import { closeDataFolders } from "#lib/files/private-folder.ts";
import { startWorker } from "#lib/jobs/running/worker.ts";
import { startBeating } from "#scripts/process/beat.mjs";
import { onParentGone } from "#scripts/process/parent.mjs";
import { onStopSignal } from "#scripts/process/stop-signals.mjs";

startBeating();
await closeDataFolders();
const worker = await startWorker();
const receive = onStopSignal(
  () => void worker.stop().then(() => process.exit(0)),
  () => process.exit(1),
);
onParentGone(receive);
