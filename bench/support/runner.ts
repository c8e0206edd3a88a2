import { cleanUp } from "#bench/support/clean-up.ts";
import type { Bench } from "#bench/support/figure.ts";
import { onStopSignal } from "#scripts/process/stop-signals.mjs";

// One measurement in a process of its own, so that none is slowed down by what another left in memory.
const finish = (code: number) => void cleanUp().then(() => process.exit(code));
onStopSignal(
  () => finish(130),
  () => process.exit(130),
);
process.once("disconnect", () => finish(130));

try {
  const bench = (await import(process.argv[2] ?? "")) as Bench;
  const figures = await bench.run();
  await cleanUp();
  process.send?.(figures, () => process.exit(0));
} catch (error) {
  console.error(error);
  finish(1);
}
