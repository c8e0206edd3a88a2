import "server-only";
import path from "node:path";
import type { Viewer } from "#lib/auth/viewer.ts";
import { runCaseImport, type StoreAlongside } from "#lib/benchmarks/mutations.ts";
import { storePool, makeCases, type PoolFile } from "#lib/curation/pool/make-cases.ts";
import { withScratch } from "#lib/files/scratch.ts";
import type { PoolSettings } from "#lib/benchmarks/lineage/pool-schema.ts";
import type { ImportControl } from "#lib/files/import-progress.ts";
import type { CaseReport } from "#lib/benchmarks/case-files/case-report.ts";
import type { ImportProblem } from "#lib/files/import-problems.ts";
import { carryPredictions } from "#lib/model-runs/carry-predictions.ts";
import { tokenizerName } from "#lib/task-kinds/token-count.ts";

type Request = {
  benchmark: { id: number; slug: string };
  mode: "check" | "store";
  files: readonly PoolFile[];
};
type Outcome = {
  report: Omit<CaseReport, "problems" | "problemsFile">;
  problems: readonly ImportProblem[];
};

/** Makes cases of a pool and stores them with what became of the rest, or checks whether it would. */
export async function importPool(
  viewer: Viewer<"admin">,
  { benchmark, mode, files }: Request,
  settings: PoolSettings,
  control: ImportControl,
): Promise<Outcome> {
  return withScratch(async (folder) => {
    const out = path.join(folder, "cases.jsonl");
    const { made, problems } = await makeCases(files, settings, { out, signal: control.signal });
    if (!made) {
      const { slug } = benchmark;
      const none = { tracks: {}, tokenizer: tokenizerName, carried: 0, stored: false };
      return { report: { benchmark: slug, ...none, problemCount: problems.length }, problems };
    }
    const { track, language } = settings;
    const request = { benchmark, mode, skipBad: false, files: [{ path: out, name: "", track, language }] };
    const along: StoreAlongside = async (client, stored) => {
      await storePool(client, benchmark.id, { settings, files, made }, stored);
    };
    const found = await runCaseImport(viewer, request, carryPredictions, control, along);
    return { ...found, report: { ...found.report, pool: made.report } };
  });
}
