import { findBrowser } from "#scripts/checks/browser.ts";
import { runPlaywright } from "#scripts/checks/playwright.ts";
import { checkStatically } from "#scripts/checks/static.ts";
import { Tally } from "#scripts/checks/tally.ts";
import { runVitest } from "#scripts/checks/vitest.ts";
import { projectRoot, testBuildDir } from "#scripts/project.ts";
import { onStopSignal } from "#scripts/process/stop-signals.mjs";
import { buildWhenStale } from "#scripts/supervise/build.ts";

const stopping = new AbortController();
const { signal } = stopping;
onStopSignal(
  () => stopping.abort(),
  () => process.exit(1),
);

const tally = new Tally();
await checkStatically(tally, signal);
await tally.add("tests", () => runVitest(["unit", "database", "process"], signal));
const built = await tally.add("build", async () => {
  await buildWhenStale(projectRoot, testBuildDir, { signal });
  return { passed: 1, failed: 0 };
});
if (built) await tally.add("browser", async () => runPlaywright(await findBrowser(signal), signal));
process.exitCode = tally.close();
