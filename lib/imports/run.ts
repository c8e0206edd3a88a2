import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { importWithFolders } from "#lib/imports/made/folder-import.ts";
import { importInterviews } from "#lib/imports/made/interview-import.ts";
import { importPool } from "#lib/imports/made/pool-import.ts";
import { fileGone, withPlacedFiles, type PlacedFile } from "#lib/imports/placed-files.ts";
import { isDiskFull } from "#lib/files/scratch.ts";
import type { ImportControl } from "#lib/files/import-progress.ts";
import { findTwins } from "#lib/imports/twins.ts";
import type { CaseImportPayload, ResultImportPayload } from "#lib/imports/schema.ts";
import type { ResultReport } from "#lib/model-runs/result-report.ts";
import type { CaseReport } from "#lib/benchmarks/case-files/case-report.ts";
import { TooManyProblems, type ImportProblem } from "#lib/files/import-problems.ts";
import { JobFailure } from "#lib/jobs/handler.ts";
import { runResultImport } from "#lib/model-runs/mutations.ts";

type Admin = Viewer<"admin">;
type ImportResult<R> = { report: R; problems: readonly ImportProblem[] };

/** Checks or stores benchmark files; models' answers go along to versions that only differ in what is right. */
export async function importCaseFiles(
  viewer: Admin,
  { files, interviews, pool, ...request }: CaseImportPayload,
  control: ImportControl,
): Promise<ImportResult<Omit<CaseReport, "problems" | "problemsFile">>> {
  const run = async (placed: PlacedFile<(typeof files)[number]>[]) => {
    if (interviews) return importInterviews(viewer, { ...request, files: placed }, interviews, control);
    await refuseTwins(placed);
    if (pool) {
      const named = placed.map(({ vectorsOf = null, ...file }) => ({ ...file, vectorsOf }));
      return importPool(viewer, { ...request, files: named }, pool, control);
    }
    return importWithFolders(viewer, { ...request, files: placed }, control);
  };
  return explain(() => withPlacedFiles(viewer, files, control.signal, run));
}

/** Checks or stores files of model results. */
export async function importResultFiles(
  viewer: Admin,
  { files, ...request }: ResultImportPayload,
  control: ImportControl,
): Promise<ImportResult<Omit<ResultReport, "problems" | "problemsFile">>> {
  return explain(() =>
    withPlacedFiles(viewer, files, control.signal, async (placed) => {
      await refuseTwins(placed);
      return runResultImport(viewer, { ...request, files: placed }, control);
    }),
  );
}

async function refuseTwins(files: readonly { name: string; path: string }[]): Promise<void> {
  const twins = await findTwins(files);
  if (!twins) return;
  const { first, second } = twins;
  throw new JobFailure(
    `Nothing was stored: ${first} and ${second} are the same file, byte for byte. Leave one of them out.`,
  );
}

const codeOf = (error: unknown) =>
  typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";

/** Troubles that people can do something about get a sentence; the rest is for the log. */
export async function explain<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof TooManyProblems) throw new JobFailure(`Nothing was stored: ${error.message}.`);
    if (codeOf(error) === "ENOENT") throw new JobFailure(fileGone);
    if (isDiskFull(error))
      throw new JobFailure("Nothing was stored: the disk is full. Free some space and import again.");
    throw error;
  }
}
