import { recordBulkEvent } from "#lib/auth/record-mutations.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import type { BulkClient } from "#lib/bulk/copy.ts";
import { ImportProgress, type ImportControl } from "#lib/files/import-progress.ts";
import type { ResultReport } from "#lib/model-runs/result-report.ts";
import { Problems, type ImportProblem } from "#lib/files/import-problems.ts";
import { Gathered } from "#lib/model-runs/gathered-results.ts";
import { nameBeside } from "#lib/model-runs/logs/named-beside.ts";
import { openResultFile, sayNothing } from "#lib/model-runs/result-file.ts";
import type { ResultFile } from "#lib/model-runs/result-row.ts";

export type ResultImport = {
  benchmark: { id: number; slug: string };
  files: readonly ResultFile[];
  mode: "check" | "store";
  skipBad: boolean;
  isDemo?: boolean;
};

export type ResultOutcome = {
  report: Omit<ResultReport, "problems" | "problemsFile">;
  problems: readonly ImportProblem[];
};

/**
 * Reads every file once, holding each row against its case, and writes as it reads; whether that is kept is
 * known at the end. Runs inside a transaction.
 */
export async function importResults(
  client: BulkClient,
  viewer: Viewer<"admin">,
  request: ResultImport,
  control: ImportControl,
): Promise<ResultOutcome> {
  const { benchmark, mode, skipBad } = request;
  const files = await nameBeside(request.files);
  const problems = new Problems();
  const progress = new ImportProgress(files, 1, control);
  const gathered = new Gathered(client, request);
  const mayWrite = () => mode === "store" && (problems.count === 0 || skipBad);

  for (const file of files) {
    let [isArchive, isLog] = [false, false];
    // What lies in an archive stands on no line of it.
    const say = (problem: Omit<ImportProblem, "file">) =>
      problems.add({ file: file.name, ...problem, ...(isArchive && { line: null }) });
    const unknown = file.track === null ? null : await gathered.refuseTrack(file.track);
    if (unknown) {
      say({ ...about(unknown), column: "track", found: file.track ?? "" });
      continue;
    }
    const opened = await openResultFile(file, gathered.indexes, progress.nextFile(file.path));
    if (!opened.ok) {
      say(opened.problem);
      continue;
    }
    isArchive = opened.isArchive ?? false;
    isLog = opened.isLog ?? false;
    const [before, problemsBefore] = [gathered.countMatched(), problems.count];
    let rows = 0;
    for await (const batch of opened.rows) {
      for (const read of batch) {
        const refused = read.row ? await gathered.take(file, read.row, mayWrite()) : read.problems;
        for (const problem of refused) say(problem);
      }
      await gathered.flush(mayWrite());
      progress.rows(batch.length);
      rows += batch.length;
    }
    const isNothing = gathered.countMatched() === before && problems.count === problemsBefore;
    if (rows === 0 || isNothing) say(about(sayNothing(file, rows, isLog)));
  }
  const stored = mayWrite() && gathered.isAnything;
  const runs = await gathered.finish(stored);
  if (stored && runs.some(({ outcome }) => outcome !== "unchanged")) {
    const details = { files: files.map(({ name }) => name), runs, problems: problems.count };
    await recordBulkEvent(
      client,
      viewer,
      "results.imported",
      { type: "benchmark", id: String(benchmark.id) },
      details,
    );
  }
  return {
    report: { benchmark: benchmark.slug, runs, problemCount: problems.count, stored },
    problems: problems.all,
  };
}

const about = (problem: string) => ({ line: null, column: null, problem, found: "" });
