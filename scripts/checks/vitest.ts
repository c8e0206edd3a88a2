import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { show } from "#scripts/checks/program.ts";
import { asArguments, wholeRun } from "#scripts/checks/shard.ts";
import type { Count } from "#scripts/checks/tally.ts";
import { projectRoot } from "#scripts/project.ts";

type Report = {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: {
    name: string;
    status: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
};

export async function runVitest(
  projects: readonly string[],
  signal: AbortSignal,
  shard = wholeRun,
): Promise<Count> {
  const folder = await mkdtemp(path.join(tmpdir(), "benchside-vitest-"));
  const report = path.join(folder, "report.json");
  const chosen = projects.flatMap((name) => ["--project", name]);
  try {
    const code = await show(
      "vitest",
      "vitest",
      [
        ...["run", ...chosen, ...asArguments(shard)],
        // Says what fails, and nothing between the lines of what goes on beside it.
        ...["--reporter=minimal", "--reporter=json", `--outputFile.json=${report}`],
      ],
      { signal },
    );
    const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(
      await readFile(report, "utf8"),
    ) as Report;
    // A file that fails before its first test, and an error outside of all tests, are failures too.
    const broken = testResults.filter(
      (file) => file.status === "failed" && file.assertionResults.length === 0,
    );
    const failed = numFailedTests + broken.length;
    return {
      passed: numPassedTests,
      failed: failed === 0 && code !== 0 ? 1 : failed,
      skipped: numPendingTests,
      names: [
        ...broken.map((file) => path.relative(projectRoot, file.name)),
        ...testResults.flatMap(({ name, assertionResults }) =>
          assertionResults
            .filter((test) => test.status === "failed")
            .map((test) => `${path.relative(projectRoot, name)} › ${test.fullName}`),
        ),
      ],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
