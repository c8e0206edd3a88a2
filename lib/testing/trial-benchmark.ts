import { beforeEach } from "vitest";
import { createBenchmark, runCaseImport } from "#lib/benchmarks/mutations.ts";
import { db } from "#lib/db.ts";
import { carryPredictions } from "#lib/model-runs/stored-runs.ts";
import { runResultImport } from "#lib/model-runs/mutations.ts";
import type { EpochMethod } from "#lib/model-runs/schema.ts";
import { caseCsv, quietly, useFiles, type CaseFields } from "#lib/testing/benchmark-files.ts";
import { makeAdmin } from "#lib/testing/people.ts";

type ImportOptions = { mode?: "check" | "store"; skipBad?: boolean; track?: string | null };
type CasesOptions = ImportOptions & { language?: string | null };
type ResultsOptions = ImportOptions & {
  model?: string | null;
  method?: string;
  version?: string;
  epochs?: EpochMethod;
  replicate?: number;
};

/** A new benchmark for every test, and files that are imported into it. */
export async function useTrialBenchmark({ cases = [] }: { cases?: readonly CaseFields[] } = {}) {
  const write = useFiles();
  const viewer = await makeAdmin();
  const benchmark = { id: 0, slug: "" };

  async function importCases(content: string | Buffer, how: CasesOptions = {}) {
    const { mode = "store", skipBad = false, track = "Literary", language = null } = how;
    const files = [{ ...write(crypto.randomUUID(), content), track, language }];
    const request = { benchmark, files, mode, skipBad };
    const { report, problems } = await runCaseImport(viewer, request, carryPredictions, quietly);
    return { ...report, problems, counts: report.tracks[track ?? ""] };
  }

  async function importResults(content: string | Buffer, how: ResultsOptions = {}) {
    const { mode = "store", skipBad = false, track = "Literary", model = "model-a" } = how;
    const { method = "zero-shot", version = "", epochs = "runs", replicate = null } = how;
    const run = { track, model, method, version, ranAt: null, epochs, replicate };
    const files = [{ ...write(crypto.randomUUID(), content), ...run }];
    const { report, problems } = await runResultImport(viewer, { benchmark, files, mode, skipBad }, quietly);
    return { ...report, problems, found: report.runs[0] };
  }

  beforeEach(async () => {
    Object.assign(benchmark, await createBenchmark(viewer, { name: "Harbour", description: "" }));
    if (cases.length > 0) await importCases(caseCsv(cases));
  });

  return {
    viewer,
    benchmark,
    importCases,
    importResults,
    id: () => benchmark.id,
    slug: () => benchmark.slug,
    countEvents: (action: string) =>
      db.auditEvent.count({ where: { action, subjectType: "benchmark", subjectId: String(benchmark.id) } }),
  };
}
