import { checkStatically } from "#scripts/checks/static.ts";
import { Tally } from "#scripts/checks/tally.ts";
import { runVitest } from "#scripts/checks/vitest.ts";
import { onStopSignal } from "#scripts/process/stop-signals.mjs";

const stopping = new AbortController();
onStopSignal(
  () => stopping.abort(),
  () => process.exit(1),
);

const tally = new Tally();
await Promise.all([
  checkStatically(tally, stopping.signal),
  tally.add("unit", () => runVitest(["unit"], stopping.signal)),
]);
process.exitCode = tally.close();
