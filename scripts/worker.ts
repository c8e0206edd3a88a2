import { closeDataFolders } from "#lib/files/private-folder.ts";
import { startWorker } from "#lib/jobs/running/worker.ts";
import { onParentGone } from "#scripts/process/parent.mjs";
import { onStopSignal } from "#scripts/process/stop-signals.mjs";

await closeDataFolders();
const worker = await startWorker();
const receive = onStopSignal(
  () => void worker.stop().then(() => process.exit(0)),
  () => process.exit(1),
);
onParentGone(receive);
