import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { show } from "#scripts/checks/program.ts";
import { asArguments, type Shard } from "#scripts/checks/shard.ts";
import type { Count } from "#scripts/checks/tally.ts";

type Suite = {
  file: string;
  suites?: Suite[];
  specs: { title: string; ok: boolean }[];
};
type Report = {
  suites: Suite[];
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: { message?: string }[];
};

const nameFailed = ({ file, specs, suites = [] }: Suite): string[] => [
  ...specs.filter((spec) => !spec.ok).map((spec) => `${file} › ${spec.title}`),
  ...suites.flatMap(nameFailed),
];

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
    const { suites, stats, errors } = JSON.parse(await readFile(file, "utf8")) as Report;
    const failed = stats.unexpected + stats.flaky + errors.length;
    return {
      passed: stats.expected,
      failed: failed === 0 && code !== 0 ? 1 : failed,
      skipped: stats.skipped,
      names: [
        ...suites.flatMap(nameFailed),
        ...errors.map((error) => error.message ?? "an error outside of tests"),
      ],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
