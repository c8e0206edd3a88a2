import "server-only";
import { randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { z } from "zod";
import { lookUpReview } from "#lib/auth/review-scope.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { getBenchmark } from "#lib/benchmarks/queries.ts";
import * as benchmarks from "#lib/benchmarks/mutations.ts";
import {
  importFiles,
  importKey,
  caseImportPayload,
  resultImportPayload,
  type caseImportRequest,
  type resultImportRequest,
} from "#lib/imports/schema.ts";
import { outageOf } from "#lib/database/outage.ts";
import { db } from "#lib/db.ts";
import type { ImportProblem } from "#lib/files/file-problems.ts";
import { csvLine } from "#lib/files/csv/cell.ts";
import { requestJob } from "#lib/jobs/mutations.ts";
import { getJob, getJobPayload } from "#lib/jobs/queries.ts";
import type { JobKind, JobView } from "#lib/jobs/schema.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { discardUploads } from "#lib/uploads/mutations.ts";
import { findSameUploads, getUploads } from "#lib/uploads/queries.ts";

type Admin = Viewer<"admin">;
type RequestResult = Result<{ jobId: string }, "not_found" | "files_gone" | "same_bytes">;
type Request = z.output<typeof caseImportRequest> | z.output<typeof resultImportRequest>;

async function request(viewer: Admin, kind: JobKind, benchmarkId: number, payload: Record<string, unknown>) {
  const exclusiveKey = importKey(benchmarkId);
  const jobId = await requestJob(viewer, { kind, payload, benchmarkId, exclusiveKey, unit: "bytes" });
  return succeed({ jobId });
}

/** Checks or stores what was uploaded, as a job. */
export async function requestImport(
  viewer: Admin,
  kind: "import_cases" | "import_results",
  { slug, mode, skipBad, files, ...rest }: Request,
): Promise<RequestResult> {
  const benchmark = await getBenchmark(viewer, slug);
  if (!benchmark) return fail("not_found");
  const uploads = new Map(
    (
      await getUploads(
        viewer,
        benchmark.id,
        files.map(({ uploadId }) => uploadId),
      )
    ).map((upload) => [upload.id, upload]),
  );
  if (files.some(({ uploadId }) => !uploads.has(uploadId))) return fail("files_gone");
  const named = files.map((file) => ({ ...file, name: uploads.get(file.uploadId)?.fileName ?? "" }));
  const interviews = "interviews" in rest ? rest.interviews : undefined;
  const pool = "pool" in rest ? rest.pool : undefined;
  // Folders of one person, each with answers by another method, share files.
  const twins = interviews ? null : await findSameUploads(viewer, named);
  if (twins) return fail("same_bytes", twins);
  return request(viewer, kind, benchmark.id, {
    benchmark: { id: benchmark.id, slug },
    mode,
    skipBad,
    files: named,
    ...(interviews && { interviews }),
    ...(pool && { pool }),
  });
}

/** Stores what a finished check has looked at. */
export async function storeChecked(viewer: Admin, jobId: string, skipBad: boolean): Promise<RequestResult> {
  const job = await getJobPayload(viewer, jobId);
  const schema = job?.kind === "import_cases" ? caseImportPayload : resultImportPayload;
  const payload = schema.safeParse(job?.payload);
  if (!job || !payload.success) return fail("not_found");
  const { benchmark, files } = payload.data;
  const ids = files.flatMap(({ uploadId }) => uploadId ?? []);
  const there = await getUploads(viewer, benchmark.id, ids);
  if (there.length < files.length) return fail("files_gone");
  return request(viewer, job.kind, benchmark.id, { ...payload.data, mode: "store", skipBad });
}

/** Takes away the files of an import that is not wanted. */
export async function discardImport(viewer: Admin, jobId: string): Promise<Result<undefined, "not_found">> {
  const job = await getJobPayload(viewer, jobId);
  const payload = importFiles.safeParse(job?.payload);
  if (!payload.success) return fail("not_found");
  const { benchmark, files } = payload.data;
  await discardUploads(
    viewer,
    benchmark.id,
    files.flatMap(({ uploadId }) => uploadId ?? []),
  );
  return succeed();
}

/**
 * Takes away files whose import is over: stored, cancelled or failed. Told from the record of jobs, so that
 * neither a process that dies in between nor a job cancelled in line leaves any behind.
 */
export async function discardImported(viewer: Admin): Promise<void> {
  // In SQL: Prisma can't join by what stands in JSON.
  const over = await db.$queryRaw<{ id: string; benchmarkId: number }[]>`
    SELECT DISTINCT u.id::text, u.benchmark_id AS "benchmarkId" FROM uploads u
      JOIN jobs j ON j.benchmark_id = u.benchmark_id
        AND j.payload -> 'files' @> jsonb_build_array(jsonb_build_object('uploadId', u.id::text))
    WHERE j.payload ->> 'mode' = 'store'
      AND (j.state IN ('cancelled', 'failed')
        OR (j.state = 'done' AND (j.kind = 'store_filter' OR (j.result ->> 'stored')::boolean)))`;
  for (const { id, benchmarkId } of over) await discardUploads(viewer, benchmarkId, [id]);
}

/** Whatever imports that are over have left, however they ended. */
export async function clearUpAfterImports(viewer: Admin): Promise<void> {
  await discardImported(viewer);
  await benchmarks.discardForsaken(viewer);
}

/** Has what models say of a review stored, from a file that was uploaded beside those of its benchmark. It is used up by it, good or not. */
export async function requestFilter(
  viewer: Admin,
  slug: string,
  uploadId: string,
): Promise<Result<JobView, "not_found" | "not_opened" | "not_uploaded">> {
  const review = await lookUpReview(viewer, { slug }, { benchmarkId: true, state: true });
  if (!review) return fail("not_found");
  const { benchmarkId } = review;
  const [upload] = benchmarkId === null ? [] : await getUploads(viewer, benchmarkId, [uploadId]);
  if (!upload || benchmarkId === null) return fail("not_uploaded");
  if (review.state === "draft") {
    await discardUploads(viewer, benchmarkId, [uploadId]);
    return fail("not_opened");
  }
  const payload = { slug, mode: "store", files: [{ uploadId, name: upload.fileName }] };
  const exclusiveKey = `review filter:${review.id}`;
  const id = await requestJob(viewer, {
    kind: "store_filter",
    payload,
    benchmarkId,
    exclusiveKey,
    unit: "bytes",
  });
  const job = await getJob(viewer, id);
  if (!job) throw new Error("a job that was asked for is not there");
  return succeed(job);
}

const problemColumns = ["file", "line", "column", "problem", "found"] as const;
const compress = promisify(gzip);

/**
 * Keeps every problem as a list to be downloaded, and returns its name. Null where the disk is full: the import itself
 * has ended by then, and its report is worth more than the list.
 */
export async function storeProblemList(
  _admin: Admin,
  problems: readonly ImportProblem[],
): Promise<string | null> {
  const lines = problems.map((problem) => csvLine(problemColumns.map((column) => problem[column])));
  const csv = await compress(`\uFEFF${csvLine(problemColumns)}${lines.join("")}`);
  const id = randomUUID();
  try {
    await db.problemList.create({ data: { id, csv }, select: { id: true } });
    return id;
  } catch (error) {
    if (outageOf(error) === "disk_full") return null;
    throw error;
  }
}
