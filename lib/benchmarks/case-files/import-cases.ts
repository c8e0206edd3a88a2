import { recordBulkEvent } from "#lib/auth/record-mutations.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { openCaseFile } from "#lib/benchmarks/case-files/case-file.ts";
import type { CaseFile } from "#lib/benchmarks/case-files/case-row.ts";
import { BenchmarkBook, readStoredBook } from "#lib/benchmarks/case-files/books/benchmark-book.ts";
import type { Replaced } from "#lib/benchmarks/case-files/case-writer.ts";
import { surveyFiles } from "#lib/benchmarks/case-files/survey.ts";
import { TrackWork } from "#lib/benchmarks/case-files/track-work.ts";
import type { BulkClient } from "#lib/bulk/copy.ts";
import { ImportProgress, type ImportControl } from "#lib/files/import-progress.ts";
import type { CaseReport, TrackReport } from "#lib/benchmarks/case-files/case-report.ts";
import { Problems, type ImportProblem } from "#lib/files/import-problems.ts";
import { tokenizerName } from "#lib/task-kinds/token-count.ts";

export type CaseImport = {
  benchmark: { id: number; slug: string };
  files: readonly CaseFile[];
  mode: "check" | "store";
  /** Store the good rows though there are bad ones. */
  skipBad: boolean;
};

/** Gives a new version whose prompt and options stayed what models had answered to the old one. */
export type CarryPredictions = (client: BulkClient, replaced: readonly Replaced[]) => Promise<number>;

/** The report as it is shown, and every problem found. */
export type CaseOutcome = {
  report: Omit<CaseReport, "problems" | "problemsFile">;
  problems: readonly ImportProblem[];
};

/**
 * Reads the files twice: once to know every row and everything that is wrong, once to take the prompts apart
 * and, where that is asked for and nothing stands against it, to store them. Runs inside a transaction.
 */
export async function importCases(
  client: BulkClient,
  viewer: Viewer<"admin">,
  { benchmark, files, mode, skipBad }: CaseImport,
  carry: CarryPredictions,
  control: ImportControl,
): Promise<CaseOutcome> {
  const problems = new Problems();
  const progress = new ImportProgress(files, 2, control);
  const known = await readStoredBook(client, benchmark.id);
  const surveys = await surveyFiles(files, new BenchmarkBook(known), problems, progress);
  const isAnything = [...surveys.values()].some(({ keys }) => keys.size > 0);
  const stored = mode === "store" && isAnything && (problems.count === 0 || skipBad);
  const work = new TrackWork(client, benchmark.id, new BenchmarkBook(known), stored);
  for (const [name, survey] of surveys) if (name !== "") await work.plan(name, survey);

  progress.beginAgain();
  for (const file of files) {
    const opened = await openCaseFile(file, progress.nextFile(file.path));
    if (!opened.ok) continue;
    for await (const batch of opened.rows) {
      for (const { good } of batch)
        if (good) await work.take(good.track ?? file.track ?? "", good, file.name);
      progress.rows(batch.length);
    }
  }
  await work.finish();

  const tracks: Record<string, TrackReport> = work.report();
  const carried = await carry(client, work.replaced);
  if (stored && work.changesAnything) {
    const subject = { type: "benchmark", id: String(benchmark.id) };
    const details = { files: files.map(({ name }) => name), tracks, carried, problems: problems.count };
    await recordBulkEvent(client, viewer, "cases.imported", subject, details);
  }
  const found = { problemCount: problems.count, tokenizer: tokenizerName, carried, stored };
  const { samples } = work;
  return { report: { benchmark: benchmark.slug, tracks, samples, ...found }, problems: problems.all };
}
