import { createHash } from "node:crypto";
import { operator } from "#lib/auth/operator.ts";
import type { ConfidenceStage } from "#lib/benchmarks/lineage/schema.ts";
import { somePool } from "#lib/curation/testing/some-pool.ts";
import { hashOf, writeCanonical } from "#lib/canonical.ts";
import { db } from "#lib/db.ts";
import { startRun } from "#lib/endpoint-runs/mutations.ts";
import { runRequest } from "#lib/endpoint-runs/schema.ts";
import { addEndpoint } from "#lib/endpoints/mutations.ts";
import { addTemplate } from "#lib/prompt-templates/mutations.ts";

export type SampleBenchmark = {
  slug: string;
  name: string;
  track: string;
  key: string;
  runId: number;
  otherRunId: number;
  model: string;
  /** A check that has ended, of an upload that is still there. */
  checkId: string;
  queuedId: string;
  uploadId: string;
  /** A model that is asked about all of it, and an endpoint that could be asked, too. */
  askedId: string;
  endpointId: number;
  templateId: number;
  /** A trial of a prompt, one of whose cases was answered. */
  trialId: string;
};

const optionNames = ["Ilse Brandt", "Captain Roe", "The Pilot", "Old Tamsin"];
/** Two of them: nobody is asked about one dialogue twice. */
const contentOf = (position: number) => ({
  form: "dialogue",
  turns: [
    { speaker: "Captain Roe", parts: [{ type: "speech", text: "The tables are wrong again." }] },
    {
      speaker: null,
      parts: [
        { type: "thought", text: "He never reads them." },
        { type: "speech", text: `Then we wait for the ${position === 1 ? "second" : "third"} bell.` },
      ],
    },
  ],
  profiles: ["Keeps the bells.", "Commands the ferry.", null, null],
});
const digest = (text: string) => new Uint8Array(createHash("sha256").update(text).digest());

/** A benchmark of its own with cases, results, an import that was checked and one that waits. */
export async function makeBenchmark(): Promise<SampleBenchmark> {
  const name = `Harbour ${crypto.randomUUID().slice(0, 8)}`;
  const slug = name.toLowerCase().replace(" ", "-");
  const benchmark = await db.benchmark.create({ data: { slug, name }, select: { id: true } });
  const benchmarkId = benchmark.id;
  await tellLineage(benchmarkId, slug);
  const track = await db.track.create({
    data: { benchmarkId, name: "Literary", language: "en", position: 1 },
    select: { id: true, name: true },
  });
  const versions: number[] = [];
  for (const position of [1, 2]) {
    const original = `[Character1: Captain Roe] … ${slug} ${position}`;
    const made = await db.caseVersion.create({
      data: {
        case: { create: { trackId: track.id, key: `case-${position}`, kind: "choice", position } },
        number: 1,
        hash: digest(`${slug} ${position}`),
        promptHash: digest(original),
        original,
        form: "dialogue",
        content: contentOf(position),
        optionNames,
        optionCount: 4,
        answerLength: 12,
        gold: { create: { choice: 0 } },
        searchText: { create: { text: Buffer.from("the tables are wrong again") } },
      },
      select: { id: true },
    });
    versions.push(made.id);
  }
  const [runId = 0, otherRunId = 0] = await Promise.all(
    ["gpt-harbour", "lantern-2"].map((model) => makeRun(benchmarkId, track.id, model, versions)),
  );
  const upload = await db.upload.create({
    data: {
      benchmarkId,
      fileName: "Literary.csv",
      bytes: 2048n,
      guess: { purpose: "cases", format: "csv", track: "Literary", language: "en", model: null },
      chunks: { create: { position: 0, bytes: Buffer.alloc(2048, "x") } },
    },
    select: { id: true },
  });
  const { checkId, queuedId } = await makeJobs(benchmarkId, slug, upload.id);
  const asked = await askModel(slug);
  return {
    slug,
    name,
    track: track.name,
    key: "case-1",
    runId,
    otherRunId,
    model: "gpt-harbour",
    checkId,
    queuedId,
    uploadId: upload.id,
    ...asked,
    templateId: await makeTemplate(slug),
    trialId: await tryPrompt(slug, asked.endpointId),
  };
}

/** As if its cases were what a model that isn't here had left of another's, which was made of a pool. */
async function tellLineage(benchmarkId: number, slug: string): Promise<void> {
  const counts = { cases: 5, dropped: 3, kept: 2, withoutVote: 1 };
  const sieve = { model: "sieve", method: "zero-shot", version: "2026-01", isFake: true };
  const stage: ConfidenceStage = {
    stage: "confidence",
    settings: { threshold: 0.5, exactly: "stays", rule: "one" },
    counts: { ...counts, tracks: [{ track: "Literary", ...counts }] },
    models: [{ ...sieve, predictions: 4, dropped: 3, digest: hashOf(slug) }],
  };
  await db.benchmarkLineage.create({
    data: {
      stages: [stage],
      digest: digest(writeCanonical([stage])),
      benchmark: { connect: { id: benchmarkId } },
      parent: {
        create: { slug: `${slug}-pool`, name: `Pool of ${slug}`, pool: { create: somePool(5) } },
      },
    },
    select: { benchmarkId: true },
  });
}

/** The form of a run, as somebody would send it. */
export const askedOf = (benchmark: string, endpointId: number, model = "lantern-3") => ({
  benchmark,
  endpointId: String(endpointId),
  model,
});

/** No worker takes it: it goes on waiting. */
async function askModel(slug: string): Promise<{ askedId: string; endpointId: number }> {
  const { id: endpointId } = await makeEndpoint();
  const begun = await startRun(operator(), runRequest.parse(askedOf(slug, endpointId)), {});
  if (!begun.ok) throw new Error(begun.error);
  return { askedId: begun.value.id, endpointId };
}

async function tryPrompt(slug: string, endpointId: number): Promise<string> {
  const request = runRequest.parse({ ...askedOf(slug, endpointId), trialCases: "2" });
  const begun = await startRun(operator(), request, {});
  if (!begun.ok) throw new Error(begun.error);
  const { id: endpointRunId } = begun.value;
  const { caseVersionId } = await db.endpointRunCase.findFirstOrThrow({
    where: { endpointRunId },
    orderBy: { position: "asc" },
  });
  await db.modelCall.create({
    data: {
      endpointRunId,
      caseVersionId,
      sample: 1,
      attempt: 1,
      endedAt: new Date(),
      text: JSON.stringify(Object.fromEntries(optionNames.map((name) => [name, 0.25]))),
      inputTokens: 200,
      outputTokens: 40,
      money: 0.0004,
      totalMs: 1200,
    },
  });
  return endpointRunId;
}

async function makeTemplate(benchmark: string): Promise<number> {
  const added = await addTemplate(operator(), {
    benchmark,
    name: "Without profiles",
    text: 'Who speaks as “?”?\n{turns}\n{candidates}\nSay {{"name": probability}}.',
  });
  if (!added.ok) throw new Error(added.error);
  return added.value.id;
}

async function makeRun(benchmarkId: number, trackId: number, model: string, versions: readonly number[]) {
  const found = { repaired: 0, failed: 1, unmatched: 0, missing: 0 };
  const run = await db.modelRun.create({
    data: {
      benchmarkId,
      model,
      tracks: { create: { trackId, rows: versions.length, matched: versions.length, ...found } },
      predictions: {
        create: versions.map((caseVersionId, index) =>
          index > 0
            ? { caseVersionId, failed: true }
            : {
                caseVersionId,
                choice: 0,
                probabilities: [0.55, 0.25, 0.15, 0.05],
                correct: true,
                rank: 1,
                above: 0,
                tied: 1,
                confidence: 0.55,
                squaredError: 0.29,
                bin: 10,
              },
        ),
      },
      responses: { create: { caseVersionId: versions[0] ?? 0, text: '{"Ilse Brandt": 0.55}' } },
    },
    select: { id: true },
  });
  return run.id;
}

async function makeJobs(benchmarkId: number, slug: string, uploadId: string) {
  const file = { name: "Literary.csv", uploadId, track: "Literary", language: "en" };
  const payload = { benchmark: { id: benchmarkId, slug }, mode: "check", skipBad: false, files: [file] };
  const answerLength = { n: 2, min: 12, median: 12, max: 12 };
  const counts = { cases: 2, added: 2, unchanged: 0, changed: 0, unparsed: 0, duplicates: 0, bad: 1 };
  const problem = "The right answer is not among the options.";
  const result = {
    benchmark: slug,
    tracks: { Literary: { ...counts, notInFile: 0, options: { 4: 2 }, answerLength } },
    problems: [{ file: "Literary.csv", line: 4, column: "gt", problem, found: "Nobody" }],
    problemCount: 1,
    problemsFile: null,
    tokenizer: "cl100k_base",
    carried: 0,
    stored: false,
  };
  const asked = { kind: "import_cases", benchmarkId, payload, unit: "bytes" };
  const ended = { state: "done", result, startedAt: new Date(), finishedAt: new Date() } as const;
  const [check, queued] = [
    await db.job.create({ data: { ...asked, ...ended }, select: { id: true } }),
    await db.job.create({ data: asked, select: { id: true } }),
  ];
  return { checkId: check.id, queuedId: queued.id };
}

export type SampleEndpoint = { id: number; name: string };

/** On a port of this machine at which nobody answers. */
export const nobodyThere = "http://127.0.0.1:9/v1";

export async function makeEndpoint(): Promise<SampleEndpoint> {
  const name = `Lantern ${crypto.randomUUID()}`;
  const made = await addEndpoint(operator(), {
    name,
    protocol: "openai",
    address: nobodyThere,
    key: "",
    currency: "USD",
    prices: { input: 0.15, cached: null, output: 0.6 },
    limits: { callsPerMinute: 500, tokensPerMinute: null, callsAtOnce: 4 },
  });
  if (!made.ok) throw new Error(made.error);
  return { id: made.value.id, name };
}
