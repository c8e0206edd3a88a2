import "server-only";
import type { Viewer } from "#lib/auth/viewer.ts";
import { getBenchmark } from "#lib/benchmarks/queries.ts";
import {
  vectorsPayload,
  type VectorsPayload,
  type VectorsRequest,
} from "#lib/curation/pool/vectors/schema.ts";
import { getEndpoint } from "#lib/endpoints/queries.ts";
import { importKey } from "#lib/imports/schema.ts";
import { requestJob } from "#lib/jobs/mutations.ts";
import { getJobPayload } from "#lib/jobs/queries.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { getUploads } from "#lib/uploads/queries.ts";

type Admin = Viewer<"admin">;
type RequestResult = Result<{ jobId: string }, "not_found" | "files_gone" | "no_endpoint">;

/** Has somebody told what vectors take: nothing is sent yet. */
export async function countVectors(
  viewer: Admin,
  { slug, files, endpointId, model }: VectorsRequest,
): Promise<RequestResult> {
  const benchmark = await getBenchmark(viewer, slug);
  if (!benchmark) return fail("not_found");
  const endpoint = await getEndpoint(viewer, endpointId);
  if (!endpoint || endpoint.removedAt || endpoint.protocol !== "openai") return fail("no_endpoint");
  const ids = files.map(({ uploadId }) => uploadId);
  const there = await getUploads(viewer, benchmark.id, ids);
  const poolFiles = ids.flatMap((id) => there.find((one) => one.id === id) ?? []);
  if (poolFiles.length < ids.length) return fail("files_gone");
  return request(viewer, {
    benchmark: { id: benchmark.id, slug },
    mode: "check",
    endpointId,
    model,
    poolFiles: poolFiles.map(({ id: uploadId, fileName: name }) => ({ uploadId, name })),
    address: endpoint.address,
  });
}

/** Sends what was counted, to where somebody was told that it goes. */
export async function fetchVectors(viewer: Admin, jobId: string): Promise<RequestResult> {
  const job = await getJobPayload(viewer, jobId);
  const payload = vectorsPayload.safeParse(job?.payload);
  if (job?.kind !== "import_vectors" || !payload.success) return fail("not_found");
  const { benchmark, poolFiles } = payload.data;
  const ids = poolFiles.map(({ uploadId }) => uploadId);
  if ((await getUploads(viewer, benchmark.id, ids)).length < ids.length) return fail("files_gone");
  return request(viewer, { ...payload.data, mode: "store" });
}

/** In line with the imports into the same benchmark: one that is stored meanwhile would take the pool away. */
async function request(viewer: Admin, payload: VectorsPayload): Promise<RequestResult> {
  const { id: benchmarkId } = payload.benchmark;
  const exclusiveKey = importKey(benchmarkId);
  const kind = "import_vectors";
  return succeed({
    jobId: await requestJob(viewer, { kind, payload, benchmarkId, exclusiveKey, unit: "texts" }),
  });
}
