import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { operator } from "#lib/auth/operator.ts";
import { createBenchmark, runCaseImport } from "#lib/benchmarks/mutations.ts";
import { carryPredictions } from "#lib/model-runs/carry-predictions.ts";
import { runResultImport } from "#lib/model-runs/mutations.ts";
import { casesCsv, resultsCsv, someRows } from "#e2e/staff/benchmarks/files.ts";

export type Imported = { id: number; slug: string; name: string };

const run = { model: "gpt-harbour", method: "zero-shot", version: "", ranAt: null };
const quietly = { signal: new AbortController().signal, progress: () => undefined };

/** Of ten answers two are right, four wrong and sure, four wrong and unsure. */
function answer(index: number): number[] {
  if (index % 5 === 4) return [0.7, 0.1, 0.1, 0.1];
  return index % 2 === 0 ? [0.03, 0.95, 0.01, 0.01] : [0.2, 0.55, 0.15, 0.1];
}

type Sizes = Readonly<Record<string, number>>;

/** A benchmark with as many cases in each track as is said, and one model's answers to them. */
export async function importBenchmark(sizes: Sizes): Promise<Imported> {
  const name = `Quayside ${crypto.randomUUID().slice(0, 8)}`;
  const made = await createBenchmark(operator(), { name, description: "" });
  await importTracks(made, sizes);
  return { ...made, name };
}

/** More of them: cases that are there already stay. */
export async function importTracks(benchmark: { id: number; slug: string }, sizes: Sizes): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), "benchside-import-"));
  const request = { benchmark, mode: "store", skipBad: false } as const;
  const write = (name: string, content: string) => {
    const file = { name, path: path.join(folder, name) };
    writeFileSync(file.path, content);
    return file;
  };
  try {
    for (const [track, count] of Object.entries(sizes)) {
      const rows = someRows(count, track);
      const cases = { ...write("cases.csv", casesCsv(rows)), track, language: "en" };
      await runCaseImport(operator(), { ...request, files: [cases] }, carryPredictions, quietly);
      const answered = rows.map((row, index) => ({ ...row, probabilities: answer(index) }));
      const results = { ...write("results.csv", resultsCsv(answered)), track, ...run };
      await runResultImport(operator(), { ...request, files: [results] }, quietly);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
