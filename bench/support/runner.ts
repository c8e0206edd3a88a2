import { cleanUp } from "#bench/support/clean-up.ts";
import type { Bench } from "#bench/support/figure.ts";
import { onStopSignal } from "#scripts/process/stop-signals.mjs";

// One measurement in a process of its own, so that none is slowed down by what another left in memory.
let ending: Promise<void> | null = null;
/** What breaks because the cleaning has begun must not cut it short. */
const finish = (code: number) => (ending ??= cleanUp().then(() => process.exit(code)));
onStopSignal(
  () => void finish(130),
  () => process.exit(130),
);
process.once("disconnect", () => void finish(130));

try {
  const bench = (await import(process.argv[2] ?? "")) as Bench;
  const figures = await bench.run();
  await cleanUp();
  if (!ending) process.send?.(figures, () => process.exit(0));
} catch (error) {
  if (!ending) console.error(error);
  void finish(1);
}
