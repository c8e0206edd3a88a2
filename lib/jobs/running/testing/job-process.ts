import { operator } from "#lib/auth/operator.ts";
import { runAttendedJob } from "#lib/jobs/running/run-job.ts";
import type { JobHandler } from "#lib/jobs/handler.ts";
import { startWorker } from "#lib/worker/worker.ts";
import { onParentGone } from "#scripts/process/stop-signals.mjs";

// Another process for the tests of jobs/: a worker whose jobs never end, or a command that
// runs one itself. It says when it is ready.
const never: JobHandler = (_viewer, _payload, { signal, progress }) => {
  progress({ done: 1, total: 2, rows: 1 });
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
};

const [, , role, exclusiveKey = ""] = process.argv;
onParentGone(() => process.exit(1));
if (role === "command") {
  const onProgress = ({ id, state }: { id: string; state: string }) => console.log(`${id} ${state}`);
  const request = { kind: "import_cases", payload: {}, benchmarkId: null, exclusiveKey } as const;
  await runAttendedJob(operator(), request, never, { onProgress });
} else {
  const handlers = { import_cases: never, import_results: never };
  const worker = await startWorker({ handlers, everyMs: 50 });
  process.once("SIGTERM", () => void worker.stop().then(() => process.exit(0)));
  console.log("ready");
}
