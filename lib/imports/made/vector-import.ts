import "server-only";
import path from "node:path";
import { randomUUID } from "node:crypto";
import { stat } from "node:fs/promises";
import type { Viewer } from "#lib/auth/viewer.ts";
import { countTexts, writeVectors } from "#lib/curation/pool/vectors/make-vectors.ts";
import {
  nameVectorsFile,
  type VectorsPayload,
  type VectorsPlan,
  type VectorsReport,
} from "#lib/curation/pool/vectors/schema.ts";
import { markFake, openEndpoint, type OpenEndpoint } from "#lib/endpoints/stored-endpoint.ts";
import { env } from "#lib/env.ts";
import { withScratch } from "#lib/files/scratch.ts";
import { withPlacedFiles } from "#lib/imports/run.ts";
import { JobFailure, type JobControl } from "#lib/jobs/handler.ts";
import { priceOf, type Prices } from "#lib/model-calls/schema.ts";
import { tokenizerName } from "#lib/task-kinds/token-count.ts";
import { storeUpload } from "#lib/uploads/mutations.ts";

/** Says what vectors of everybody in a pool take, or fetches them into a file among the benchmark's uploads. */
export async function importVectors(
  viewer: Viewer<"admin">,
  payload: VectorsPayload,
  control: JobControl,
): Promise<Omit<VectorsReport, "problemsFile">> {
  const { endpointId, model, poolFiles, mode } = payload;
  const endpoint = await reachEndpoint(endpointId, payload.address);
  const { name, isFake, prices, currency } = endpoint;
  const about = { endpoint: { name, host: new URL(payload.address).host, isFake }, model };
  const nothing = { fetched: null, unfetched: null, stored: false };
  const counted = await withPlacedFiles(viewer, poolFiles, control.signal, (placed) =>
    countTexts(placed, {
      signal: control.signal,
      onCounted: (done, total) => {
        if (mode === "check") control.progress({ done, total, rows: done });
      },
    }),
  );
  if (counted.problems !== null) {
    const { problems } = counted;
    return { ...about, plan: null, problems, problemCount: problems.length, ...nothing };
  }
  const plan = { ...counted.plan, money: inputPrice(counted.plan.tokens, prices), currency };
  const found = { ...about, plan: { ...plan, tokenizer: tokenizerName }, problems: [], problemCount: 0 };
  if (mode === "check") return { ...found, ...nothing };
  const came = await fetchInto(viewer, payload, endpoint, { ...counted, control });
  return { ...found, ...came };
}

/** Nothing goes anywhere but where somebody agreed that it goes. */
async function reachEndpoint(id: number, address: string): Promise<OpenEndpoint> {
  const opened = await openEndpoint(id);
  if (!opened.ok)
    throw new JobFailure(
      opened.error === "not_found"
        ? "The endpoint was retired meanwhile. Choose another one."
        : "The endpoint’s key was sealed on another instance. Enter it again there.",
    );
  if (opened.value.reach.address !== address)
    throw new JobFailure(
      "The endpoint’s address has changed since the texts were counted. Count them again.",
    );
  return opened.value;
}

/** Vectors are answers of no token. */
const inputPrice = (tokens: number | null, { input }: Prices): number | null =>
  priceOf({ input: tokens, cached: null, output: 0, reasoning: null }, { input, cached: null, output: 0 });

type Texts = Extract<Awaited<ReturnType<typeof countTexts>>, { plan: VectorsPlan }>["texts"];
type FetchCounts = Pick<VectorsReport, "fetched" | "unfetched" | "stored">;

async function fetchInto(
  viewer: Viewer<"admin">,
  { benchmark, model }: VectorsPayload,
  { id, reach, limits, prices }: OpenEndpoint,
  { texts, control }: { texts: Texts; control: JobControl },
): Promise<FetchCounts> {
  const { signal } = control;
  const showProgress = (done: number) => control.progress({ done, total: texts.length, rows: done });
  showProgress(0);
  return withScratch(async (folder) => {
    const file = path.join(folder, "vectors");
    const source = { reach, limits, model, allowed: env.modelHosts };
    const outcome = await writeVectors(file, texts, source, { signal, onProgress: showProgress });
    if (!outcome.ok) return { fetched: null, unfetched: outcome, stored: false };
    if (outcome.isFake) await markFake(id);
    const { size: bytes } = await stat(file);
    const fileName = nameVectorsFile(model, texts.length);
    const about = { purpose: "cases", format: "jsonl", track: null, language: null, model: null } as const;
    const guess = { ...about, vectorsOf: model };
    const upload = { id: randomUUID(), benchmarkId: benchmark.id, fileName, bytes, guess };
    const stored = await storeUpload(viewer, upload, file, { signal, confirm: () => control.confirm() });
    if (!stored.ok)
      throw new JobFailure(
        stored.error === "no_room"
          ? "Too many uploads wait to be imported. Import or discard some first."
          : "The benchmark was removed meanwhile.",
      );
    const fetched = { ...outcome, fileName, money: inputPrice(outcome.tokens, prices) };
    return { fetched, unfetched: null, stored: true };
  });
}
