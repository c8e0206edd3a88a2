import "server-only";
import path from "node:path";
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { Viewer } from "#lib/auth/viewer.ts";
import { type CaseImport, type CaseOutcome, refuseCases } from "#lib/benchmarks/case-files/import-cases.ts";
import type { PoolSettings } from "#lib/benchmarks/lineage/pool-schema.ts";
import { runCaseImport, type StoreAlongside } from "#lib/benchmarks/mutations.ts";
import { makeCases, type PoolFile, storePool } from "#lib/curation/pool/make-cases.ts";
import { type ImportProblem, TooManyProblems } from "#lib/files/file-problems.ts";
import type { ImportControl } from "#lib/files/import-progress.ts";
import { isDiskFull, withScratch } from "#lib/files/scratch.ts";
import { importWithFolders } from "#lib/imports/made/folder-import.ts";
import { importInterviews } from "#lib/imports/made/interview-import.ts";
import {
  type CaseImportPayload,
  importKey,
  type ResultImportPayload,
  shownProblems,
} from "#lib/imports/schema.ts";
import { JobFailure } from "#lib/jobs/handler.ts";
import { type Attention, runAttendedJob } from "#lib/jobs/running/run-job.ts";
import type { JobKind } from "#lib/jobs/schema.ts";
import { carryPredictions } from "#lib/model-runs/stored-runs.ts";
import { runResultImport } from "#lib/model-runs/mutations.ts";
import type { ResultOutcome } from "#lib/model-runs/import-results.ts";
import { copyUpload } from "#lib/uploads/queries.ts";

type Admin = Viewer<"admin">;

/** Checks or stores benchmark files; models' answers go along to versions that only differ in what is right. */
export async function importCaseFiles(
  viewer: Admin,
  { files, interviews, pool, ...request }: CaseImportPayload,
  control: ImportControl,
): Promise<CaseOutcome> {
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
): Promise<ResultOutcome> {
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

type Place = { uploadId?: string | undefined; path?: string | undefined };
type PlacedFile<F> = F & { path: string };

const fileGone = "Nothing was stored: a file is no longer there. Upload it again.";

/** Gives `work` the files as they lie on this machine's disk; uploads are copied there for as long as it takes. */
export async function withPlacedFiles<F extends Place, T>(
  viewer: Viewer<"admin">,
  files: readonly F[],
  signal: AbortSignal,
  work: (placed: PlacedFile<F>[]) => Promise<T>,
): Promise<T> {
  return withScratch(async (folder) => {
    const copies = new Map<string, string>();
    for (const { uploadId } of files) {
      if (uploadId === undefined || copies.has(uploadId)) continue;
      const copy = path.join(folder, uploadId);
      if (!(await copyUpload(viewer, uploadId, copy, signal))) throw new JobFailure(fileGone);
      copies.set(uploadId, copy);
    }
    return work(files.map((file) => ({ ...file, path: file.path ?? copies.get(file.uploadId ?? "") ?? "" })));
  });
}

type FilePlace = { name: string; path: string };
type Twins = { first: string; second: string };

/** Two files of an import that are the same to the byte: one was meant to be another. Only those of one size are read. */
export async function findTwins(files: readonly FilePlace[]): Promise<Twins | null> {
  const paths = [...new Set(files.map(({ path }) => path))];
  const sizes = new Map(await Promise.all(paths.map(async (path) => [path, await sizeOf(path)] as const)));
  const there = files.flatMap(({ name, path }) => {
    const size = sizes.get(path) ?? null;
    return size === null ? [] : [{ name, path, size }];
  });
  const bySize = Map.groupBy(there, ({ size }) => size);
  const digests = new Map<string, string>();
  for (const { path, size } of there) {
    if (bySize.get(size)?.length === 1) continue;
    const digest = digests.get(path) ?? (await digestOf(path));
    digests.set(path, digest);
  }
  const known = new Map<string, string>();
  for (const { name, path } of there) {
    const digest = digests.get(path);
    if (digest === undefined) continue;
    const first = known.get(digest);
    if (first !== undefined) return { first, second: name };
    known.set(digest, name);
  }
  return null;
}

/** Null where it is gone, which whoever opens it tells, and of a folder. */
async function sizeOf(path: string): Promise<number | null> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  return found?.isFile() ? found.size : null;
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("base64");
}

type Import = { kind: JobKind; benchmarkId: number; payload: Record<string, unknown> };
type ImportOutcome = { report: object; problems: readonly ImportProblem[] };

/** Runs an import in this process, in line with those of the workers, and returns all that it found. */
export async function runAttendedImport<T extends ImportOutcome>(
  viewer: Viewer<"admin">,
  { kind, benchmarkId, payload }: Import,
  run: (control: ImportControl) => Promise<T>,
  attention?: Attention,
): Promise<T> {
  let found: T | undefined;
  const request = {
    kind,
    payload,
    benchmarkId,
    exclusiveKey: importKey(benchmarkId),
    unit: "bytes",
  } as const;
  await runAttendedJob(
    viewer,
    request,
    async (_viewer, _payload, control) => {
      found = await run(control);
      // What the log of imports keeps.
      const { report, problems } = found;
      return { ...report, problems: problems.slice(0, shownProblems), problemsFile: null };
    },
    attention,
  );
  return found as T;
}

/** Makes cases of a pool and stores them with what became of the rest, or checks whether it would. */
async function importPool(
  viewer: Viewer<"admin">,
  { benchmark, mode, files }: Omit<CaseImport, "skipBad" | "files"> & { files: readonly PoolFile[] },
  settings: PoolSettings,
  control: ImportControl,
): Promise<CaseOutcome> {
  return withScratch(async (folder) => {
    const out = path.join(folder, "cases.jsonl");
    const { made, problems } = await makeCases(files, settings, { out, signal: control.signal });
    if (!made) return refuseCases(benchmark.slug, problems);
    const { track, language } = settings;
    const request = { benchmark, mode, skipBad: false, files: [{ path: out, name: "", track, language }] };
    const along: StoreAlongside = async (client, stored) => {
      await storePool(client, benchmark.id, { settings, files, made }, stored);
    };
    const found = await runCaseImport(viewer, request, carryPredictions, control, along);
    return { ...found, report: { ...found.report, pool: made.report } };
  });
}
