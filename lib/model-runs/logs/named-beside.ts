import { readHarnessName, readResultsModel } from "#lib/model-logs/lm-eval/results-file.ts";
import { logFormatOf } from "#lib/model-logs/open-log.ts";
import type { ResultFile } from "#lib/model-runs/result-row.ts";

/**
 * The harness writes results beside samples. They hold no answer: what they say of the model counts for the samples of the
 * same moment that nobody named a model for, and one that stands alone stays, for its refusal.
 */
export async function nameBeside(files: readonly ResultFile[]): Promise<ResultFile[]> {
  const models = new Map<string, string | null>();
  const dates = new Set(files.flatMap(({ name }) => datedAs(name, "samples") ?? []));
  const left: ResultFile[] = [];
  for (const file of files) {
    const date = datedAs(file.name, "results");
    const isBeside = date !== null && dates.has(date) && (await logFormatOf(file.path)) === "lm_eval_results";
    if (isBeside) models.set(date, await readResultsModel(file.path));
    else left.push(file);
  }
  return left.map((file) => {
    const date = datedAs(file.name, "samples");
    return file.model === null && date !== null ? { ...file, model: models.get(date) ?? null } : file;
  });
}

function datedAs(name: string, what: "samples" | "results"): string | null {
  const read = readHarnessName(name);
  return read && read.isResults === (what === "results") ? read.date : null;
}
