import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { show } from "#scripts/checks/program.ts";
import { asArguments, type Shard } from "#scripts/checks/shard.ts";
import type { Count } from "#scripts/checks/tally.ts";

type Report = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
};

export async function runPlaywright(chromium: string, signal: AbortSignal, shard: Shard): Promise<Count> {
  const folder = await mkdtemp(path.join(tmpdir(), "benchside-e2e-"));
  const file = path.join(folder, "report.json");
  try {
    const code = await show("@playwright/test", "playwright", ["test", ...asArguments(shard)], {
      signal,
      env: {
        CHROMIUM_PATH: chromium,
        BENCHSIDE_E2E_REPORT: file,
        NODE_OPTIONS: "--conditions=react-server",
        // Node reads TypeScript by itself; to have Playwright do it takes five seconds of each of its processes.
        PW_DISABLE_TS_ESM: "1",
      },
    });
    const { stats, errors } = JSON.parse(await readFile(file, "utf8")) as Report;
    const failed = stats.unexpected + stats.flaky + errors.length;
    return {
      passed: stats.expected,
      failed: failed === 0 && code !== 0 ? 1 : failed,
      skipped: stats.skipped,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
