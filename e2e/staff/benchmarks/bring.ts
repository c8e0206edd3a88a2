import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { operator } from "#lib/auth/operator.ts";
import { runCaseImport } from "#lib/benchmarks/mutations.ts";
import { carryPredictions } from "#lib/model-runs/stored-runs.ts";
import { runResultImport } from "#lib/model-runs/mutations.ts";

const quietly = { signal: new AbortController().signal, progress: () => undefined };

type BenchmarkFiles = {
  track: string;
  /** Tables as a file holds them; the results by the name of their model. */
  cases: string;
  results?: Readonly<Record<string, string>>;
};

/** What the import page would store, without its clicks. */
export async function bring(
  benchmark: { id: number; slug: string },
  { track, cases, results = {} }: BenchmarkFiles,
): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "benchside-import-"));
  const request = { benchmark, mode: "store", skipBad: false } as const;
  const write = (name: string, content: string) => {
    const file = { name, path: path.join(folder, name) };
    writeFileSync(file.path, content);
    return file;
  };
  try {
    const file = { ...write("cases.csv", cases), track, language: "en" };
    await runCaseImport(operator(), { ...request, files: [file] }, carryPredictions, quietly);
    for (const [model, content] of Object.entries(results)) {
      const run = { track, model, method: "zero-shot", version: "", ranAt: null };
      const answers = { ...write("results.csv", content), ...run };
      await runResultImport(operator(), { ...request, files: [answers] }, quietly);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
