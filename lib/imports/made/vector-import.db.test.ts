import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { VectorsReport } from "#lib/curation/pool/vectors/schema.ts";
import { db } from "#lib/db.ts";
import { addEndpoint, retireEndpoint } from "#lib/endpoints/mutations.ts";
import { env } from "#lib/env.ts";
import { importHandlers } from "#lib/imports/handlers.ts";
import { countVectors, fetchVectors } from "#lib/imports/made/vector-requests.ts";
import { discardImported } from "#lib/imports/mutations.ts";
import type { Result } from "#lib/result.ts";
import { allow } from "#lib/model-calls/testing/requests.ts";
import { makeAdmin } from "#lib/testing/people.ts";
import { acceptUpload } from "#lib/uploads/accept.ts";
import { scratchFolder, withScratch } from "#lib/files/scratch.ts";
import { copyUpload, listUploads } from "#lib/uploads/queries.ts";
import { startFakeServer, type FakeServer } from "#scripts/fake-models/server.ts";

const allowedBefore = env.modelHosts;
let server: FakeServer;
beforeAll(async () => {
  server = await startFakeServer({ port: 0, seed: 1 });
  env.modelHosts = allow("127.0.0.1");
});
afterAll(async () => {
  env.modelHosts = allowedBefore;
  await server.close();
});

const viewer = await makeAdmin();
const roles = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`Keeper ${at}`, `Keeps key ${at}.`]));
const turns = [
  { speaker: "Keeper 1", text: "And where is it?" },
  { speaker: "Keeper 2", text: "Here." },
];
const poolText = JSON.stringify({ id: "one", work: "Keys", turns, roles });

let made = 0;
async function prepare(text = poolText, path = "/v1") {
  const slug = `vectors-${made++}`;
  const benchmark = await db.benchmark.create({ data: { slug, name: slug } });
  const body = Readable.from([Buffer.from(text)]);
  const received = await acceptUpload(
    viewer,
    { id: benchmark.id, tracks: [] },
    { fileName: "pool.jsonl", body, length: null },
  );
  const endpoint = await addEndpoint(viewer, {
    name: slug,
    protocol: "openai",
    address: `http://127.0.0.1:${server.port}${path}`,
    key: "",
    currency: "USD",
    prices: { input: 2, cached: null, output: null },
    limits: { callsPerMinute: null, tokensPerMinute: null, callsAtOnce: 2 },
  });
  if (!received.ok || !endpoint.ok) return expect.fail("not prepared");
  const files = [{ uploadId: received.value.id }];
  return { benchmark, request: { slug, files, endpointId: endpoint.value.id, model: "fake/e" } };
}

/** Does a job as a worker would. */
async function work(asked: Result<{ jobId: string }, string>, confirm = async () => undefined as void) {
  if (!asked.ok) return expect.fail(asked.error);
  const { payload } = await db.job.findUniqueOrThrow({ where: { id: asked.value.jobId } });
  const control = { signal: new AbortController().signal, progress: () => undefined, confirm };
  const report = (await importHandlers.import_vectors(viewer, payload, control)) as VectorsReport;
  return { report, jobId: asked.value.jobId };
}

test("what vectors take is told before anything is sent; then they come into a file beside the pool", async () => {
  const { benchmark, request } = await prepare();
  const { report: counted, jobId } = await work(await countVectors(viewer, request));
  expect(counted).toMatchObject({
    endpoint: { host: `127.0.0.1:${server.port}`, isFake: false },
    plan: { works: 1, texts: 40, calls: 2, longest: { id: "Keys/Keeper 0" }, currency: "USD" },
    fetched: null,
    unfetched: null,
    stored: false,
    problemCount: 0,
  });
  expect(counted.plan?.money).toBeCloseTo(((counted.plan?.tokens ?? 0) * 2) / 1e6);
  const { report } = await work(await fetchVectors(viewer, jobId));
  expect(report.fetched).toMatchObject({ length: 32, calls: 2, isFake: true });
  // The job is over, and the pool stays for what comes next.
  const over = { startedAt: new Date(), finishedAt: new Date() };
  await db.job.updateMany({ data: { state: "done", result: { stored: true }, ...over } });
  await discardImported(viewer);
  const [pool, vectors] = await listUploads(viewer, benchmark.id);
  expect(pool?.fileName).toBe("pool.jsonl");
  expect(vectors).toMatchObject({
    fileName: "vectors-fake-e-40-roles.jsonl",
    guess: { vectorsOf: "fake/e" },
  });
  const lines = (await read(vectors?.id ?? "")).trim().split("\n");
  expect(lines).toHaveLength(40);
  expect(vectors?.bytes).toBe(Buffer.byteLength(`${lines.join("\n")}\n`));
  expect(await db.modelEndpoint.findUnique({ where: { id: request.endpointId } })).toMatchObject({
    isFake: true,
  });
});

/** The bytes of an upload, as an import gets them. */
const read = (id: string) =>
  withScratch(async (folder) => {
    const file = path.join(folder, "copy");
    expect(await copyUpload(viewer, id, file)).toBe(true);
    return readFileSync(file, "utf8");
  });

const filesThere = async () => [await db.uploadChunk.count(), readdirSync(scratchFolder())];

test("a server that gives no vectors is told of, with where it stopped, and nothing stays", async () => {
  const { benchmark, request } = await prepare(poolText, "/v2");
  const before = await filesThere();
  const { jobId } = await work(await countVectors(viewer, request));
  const { report } = await work(await fetchVectors(viewer, jobId));
  expect(report).toMatchObject({
    fetched: null,
    stored: false,
    unfetched: { cause: "not_found", status: 404, first: "Keys/Keeper 0", tries: 1 },
  });
  expect(await filesThere()).toEqual(before);
  expect(await listUploads(viewer, benchmark.id)).toHaveLength(1);
});

test("whoever stops it at the last moment leaves nothing either", async () => {
  const { benchmark, request } = await prepare();
  const before = await filesThere();
  const { jobId } = await work(await countVectors(viewer, request));
  const stopped = work(await fetchVectors(viewer, jobId), () => Promise.reject(new Error("stopped")));
  await expect(stopped).rejects.toThrow("stopped");
  expect(await filesThere()).toEqual(before);
  expect(await listUploads(viewer, benchmark.id)).toHaveLength(1);
});

test("a pool that can’t be read says so by line", async () => {
  const { request } = await prepare('{"id":"one"}\n');
  const { report } = await work(await countVectors(viewer, request));
  expect(report.plan).toBeNull();
  expect(report.problems[0]).toMatchObject({ file: "pool.jsonl", line: 1 });
});

test("texts go nowhere but where somebody saw that they go", async () => {
  const { request } = await prepare();
  const { jobId } = await work(await countVectors(viewer, request));
  const where = { id: request.endpointId };
  await db.modelEndpoint.update({ where, data: { address: "http://127.0.0.1:1/v1" } });
  await expect(fetchVectors(viewer, jobId).then((asked) => work(asked))).rejects.toThrow(
    /address has changed/,
  );
  await retireEndpoint(viewer, where.id, request.slug);
  await expect(fetchVectors(viewer, jobId).then((asked) => work(asked))).rejects.toThrow(/retired/);
  expect(await countVectors(viewer, request)).toMatchObject({ ok: false, error: "no_endpoint" });
  await db.upload.deleteMany({ where: { id: request.files[0]?.uploadId ?? "" } });
  expect(await fetchVectors(viewer, jobId)).toMatchObject({ ok: false, error: "files_gone" });
});
