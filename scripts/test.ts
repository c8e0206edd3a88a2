import { findBrowser } from "#scripts/checks/browser.ts";
import { runPlaywright } from "#scripts/checks/playwright.ts";
import { readShard, type Shard } from "#scripts/checks/shard.ts";
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

async function build() {
  await buildWhenStale(projectRoot, testBuildDir, { signal });
  return { passed: 1, failed: 0 };
}

async function runAll(shard: Shard): Promise<number> {
  const tally = new Tally();
  // Half of what these do is to wait for a database or a process; what only computes goes on beside them.
  const tests = tally.add("tests", () => runVitest(["unit", "database", "process"], signal, shard));
  if (shard.at === 1) await checkStatically(tally, signal);
  if (await tally.add("build", build))
    await tally.add("browser", async () => runPlaywright(await findBrowser(signal), signal, shard));
  await tests;
  return tally.close(shard);
}

try {
  process.exitCode = await runAll(readShard(process.argv.slice(2)));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
