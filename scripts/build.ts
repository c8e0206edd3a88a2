import { env } from "#lib/env.ts";
import { onStopSignal } from "#scripts/process/stop-signals.mjs";
import { projectRoot } from "#scripts/project.ts";
import { buildWhenStale } from "#scripts/supervise/build.ts";

const stopping = new AbortController();
onStopSignal(
  () => stopping.abort(),
  () => process.exit(1),
);

await buildWhenStale(projectRoot, env.buildDir, {
  signal: stopping.signal,
  ...(env.formsKey && { formsKey: env.formsKey }),
});
