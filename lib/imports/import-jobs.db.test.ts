import { Readable } from "node:stream";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { system } from "#lib/auth/operator.ts";
import type { Viewer } from "#lib/auth/viewer.ts";
import { db } from "#lib/db.ts";
import { env } from "#lib/env.ts";
import { importHandlers } from "#lib/imports/handlers.ts";
import { discardImported, requestImport, storeProblemList } from "#lib/imports/mutations.ts";
import { importCaseFiles } from "#lib/imports/run.ts";
import { openProblemList } from "#lib/imports/queries.ts";
import { cancelJob } from "#lib/jobs/mutations.ts";
import { watchQueue } from "#lib/jobs/running/watch-queue.ts";
import {
  caseColumns,
  caseCsv,
  caseRow,
  csv,
  quietly,
  resultCsv,
  someCases,
} from "#lib/testing/benchmark-files.ts";
import { makeAdmin } from "#lib/testing/people.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";
import { acceptUpload } from "#lib/uploads/accept.ts";
import { discardUploads } from "#lib/uploads/mutations.ts";

const trial = await useTrialBenchmark();
const cases = someCases(5);
const ofServer = new URL(inject("adminUrl"));
ofServer.pathname = new URL(env.databaseUrl ?? "").pathname;
const server = new pg.Client({ connectionString: ofServer.href });
const sweep = () => discardImported(system());
const workers = [watchQueue({ handlers: importHandlers, everyMs: 20, sweep })];

beforeAll(() => server.connect());
afterEach(() => server.query("ROLLBACK"));
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await server.end();
});

const chunksThere = () => db.uploadChunk.count({ where: { upload: { benchmarkId: trial.id() } } });

async function send(content: string | Buffer, viewer = trial.viewer): Promise<string> {
  const benchmark = { id: trial.id(), tracks: [] };
  const body = Readable.from([Buffer.from(content)]);
  const accepted = await acceptUpload(viewer, benchmark, { fileName: "Literary_m.csv", body, length: null });
  if (!accepted.ok) throw new Error(accepted.error);
  return accepted.value.id;
}

/** Uploads a file and asks for its import, as the screens do. */
async function ask(
  content: string | Buffer,
  {
    kind = "import_cases",
    viewer = trial.viewer,
    mode = "store",
    skipBad = false,
  }: Partial<ImportRequest> = {},
): Promise<string> {
  const file = { uploadId: await send(content, viewer), track: "Literary" };
  const named =
    kind === "import_cases"
      ? { ...file, language: null }
      : { ...file, model: "m", method: "zero-shot", version: "", ranAt: null };
  const request = { slug: trial.benchmark.slug, mode, skipBad, files: [named] };
  const asked = await requestImport(viewer, kind, request as Parameters<typeof requestImport>[2]);
  if (!asked.ok) throw new Error(asked.error);
  return asked.value.jobId;
}
type ImportRequest = {
  kind: "import_cases" | "import_results";
  viewer: Viewer<"admin">;
  mode: "check" | "store";
  skipBad: boolean;
};

const read = (id: string) => db.job.findUniqueOrThrow({ where: { id } });
async function ended(id: string) {
  const over = ["done", "failed", "cancelled"];
  await expect.poll(async () => over.includes((await read(id)).state)).toBe(true);
  return read(id);
}
const ofTrial = () => ({ case: { track: { benchmarkId: trial.id() } } });
const count = async () => ({
  tracks: await db.track.count({ where: { benchmarkId: trial.id() } }),
  versions: await db.caseVersion.count({ where: ofTrial() }),
  runs: await db.modelRun.count({ where: { benchmarkId: trial.id() } }),
  uploads: await db.upload.count({ where: { benchmarkId: trial.id() } }),
});
const nothing = { tracks: 0, versions: 0, runs: 0, uploads: 0 };

describe("two admins at once", () => {
  test("wait for each other; whoever comes second finds everything there", async () => {
    const other = await makeAdmin();
    const jobs = await Promise.all([ask(caseCsv(cases)), ask(caseCsv(cases), { viewer: other })]);
    const [one, two] = (await Promise.all(jobs.map(ended))).sort(
      (a, b) => Number(a.startedAt) - Number(b.startedAt),
    );
    expect([one?.state, two?.state]).toEqual(["done", "done"]);
    expect([one?.rows, two?.rows]).toEqual([5n, 5n]);
    expect(one?.result).toMatchObject({ tracks: { Literary: { cases: 5, added: 5, unchanged: 0 } } });
    expect(two?.result).toMatchObject({ tracks: { Literary: { cases: 5, added: 0, unchanged: 5 } } });
    expect(Number(two?.startedAt)).toBeGreaterThanOrEqual(Number(one?.finishedAt));
    expect(await trial.countEvents("cases.imported")).toBe(1);
    await expect.poll(count).toEqual({ tracks: 1, versions: 5, runs: 0, uploads: 0 });
    await expect.poll(chunksThere).toBe(0);
  });

  test("wait even past the queue: the database lets one in after the other", async () => {
    const [one, two] = await Promise.all([
      trial.importCases(caseCsv(cases)),
      trial.importCases(caseCsv(cases)),
    ]);
    const added = [one.counts?.added, two.counts?.added].sort();
    const unchanged = [one.counts?.unchanged, two.counts?.unchanged].sort();
    expect({ added, unchanged }).toEqual({ added: [0, 5], unchanged: [0, 5] });
    expect(await count()).toEqual({ tracks: 1, versions: 5, runs: 0, uploads: 0 });
  });
});

/** Lets an import go as far as the table it writes last, and no further. */
async function holdBack(table: string): Promise<() => Promise<unknown>> {
  await server.query(`BEGIN; LOCK TABLE ${table} IN SHARE MODE`);
  return () => server.query("ROLLBACK");
}

describe("cancelled when everything is read and all but the last is written", () => {
  const near = (id: string) =>
    expect.poll(async () => {
      const { done, total } = await read(id);
      return total === null ? 0 : Number(done) / Number(total);
    });

  test("an import of cases stores nothing and takes its file away", async () => {
    const release = await holdBack("case_golds");
    const id = await ask(caseCsv(cases));
    await near(id).toBeGreaterThanOrEqual(0.99);
    expect(await cancelJob(trial.viewer, id)).toMatchObject({ ok: true });
    await release();
    expect(await ended(id)).toMatchObject({ state: "cancelled", result: null, error: null });
    await expect.poll(count).toEqual(nothing);
    await expect.poll(chunksThere).toBe(0);
    expect(await trial.countEvents("cases.imported")).toBe(0);

    const again = await ended(await ask(caseCsv(cases)));
    expect(again).toMatchObject({ state: "done", result: { tracks: { Literary: { added: 5 } } } });
  });

  test("an import of results stores nothing, and what was there stays", async () => {
    await trial.importCases(caseCsv(cases));
    const before = resultCsv([{ case: cases[0]!, probs: [1, 0, 0, 0] }]);
    await trial.importResults(before, { model: "m" });
    const release = await holdBack("model_responses");
    const after = cases.map((item) => ({ case: item, probs: [0, 1, 0, 0] }));
    const id = await ask(resultCsv(after), { kind: "import_results" });
    await near(id).toBeGreaterThanOrEqual(0.99);
    expect(await cancelJob(trial.viewer, id)).toMatchObject({ ok: true });
    await release();
    expect(await ended(id)).toMatchObject({ state: "cancelled" });
    const stands = await db.prediction.findMany({ where: { run: { benchmarkId: trial.id() } } });
    expect(stands.map(({ probabilities }) => probabilities)).toEqual([[1, 0, 0, 0]]);
    await expect.poll(chunksThere).toBe(0);
  });
});

describe("the database’s disk is full", () => {
  const tables = { import_cases: "case_search_texts", import_results: "model_responses" } as const;

  test.each(["import_cases", "import_results"] as const)("%s says so, and nothing stays", async (kind) => {
    await trial.importCases(caseCsv(cases));
    const stood = await count();
    await server.query(
      `CREATE OR REPLACE FUNCTION refuse_room() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
       CREATE TRIGGER disk_full BEFORE INSERT ON ${tables[kind]} EXECUTE FUNCTION refuse_room()`,
    );
    try {
      const content =
        kind === "import_cases"
          ? caseCsv(someCases(9))
          : resultCsv(cases.map((entry) => ({ case: entry, probs: [0, 1, 0, 0] })));
      const error = "Nothing was stored: the disk is full. Free some space and import again.";
      expect(await ended(await ask(content, { kind }))).toMatchObject({ state: "failed", error });
    } finally {
      await server.query(`DROP TRIGGER disk_full ON ${tables[kind]}`);
    }
    await expect.poll(count).toEqual(stood);
    await expect.poll(chunksThere).toBe(0);
  });
});

test("a list of problems that finds no room is left out", async () => {
  await server.query(
    `CREATE OR REPLACE FUNCTION refuse_room() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
     CREATE TRIGGER disk_full BEFORE INSERT ON problem_lists EXECUTE FUNCTION refuse_room()`,
  );
  const problem = { file: "x.csv", line: 1, column: "gt", problem: "wrong", found: "x" };
  try {
    expect(await storeProblemList(trial.viewer, [problem])).toBeNull();
  } finally {
    await server.query("DROP TRIGGER disk_full ON problem_lists");
  }
});

test("two copies of a file are found when they are asked for, whatever their size", async () => {
  const askFor = (ids: readonly string[]) => {
    const files = ids.map((uploadId) => ({ uploadId, track: "Literary", language: null }));
    const request = { slug: trial.benchmark.slug, mode: "store" as const, skipBad: false, files };
    return requestImport(trial.viewer, "import_cases", request);
  };
  const sendTwice = async (content: string) => [await send(content), await send(content)];
  const twins = { first: "Literary_m.csv", second: "Literary_m.csv" };
  for (const content of [caseCsv(cases), caseCsv(cases) + "\n".repeat(5 << 20)]) {
    const twice = await sendTwice(content);
    expect(await askFor(twice)).toEqual({ ok: false, error: "same_bytes", fields: twins });
    await discardUploads(trial.viewer, trial.id(), twice);
  }
});

test("a crash of the database takes the bytes of uploads: their import says so, and stores nothing", async () => {
  const files = [{ uploadId: await send(caseCsv(cases)), track: "Literary", language: null }];
  await server.query("TRUNCATE upload_chunks");
  const request = { slug: trial.benchmark.slug, mode: "store" as const, skipBad: false, files };
  expect(await requestImport(trial.viewer, "import_cases", request)).toMatchObject({ error: "files_gone" });
  const named = files.map((file) => ({ ...file, name: "Literary_m.csv" }));
  const payload = { benchmark: trial.benchmark, mode: "store" as const, skipBad: false, files: named };
  await expect(importCaseFiles(trial.viewer, payload, quietly)).rejects.toThrow(
    "Nothing was stored: a file is no longer there. Upload it again.",
  );
  expect(await count()).toMatchObject({ tracks: 0, versions: 0 });
  await db.upload.deleteMany({ where: { benchmarkId: trial.id() } });
});

describe("what a job leaves", () => {
  const bad = Array.from({ length: 30 }, (_, n) => caseRow({ prompt: `Who, ${n}?`, gt: "Nobody" }));
  const mixed = csv([caseColumns, caseRow(cases[0]!), ...bad]);

  test("a check stores nothing and keeps its file for the storing; then it is gone", async () => {
    const checked = await ended(await ask(caseCsv(cases), { mode: "check" }));
    expect(checked.result).toMatchObject({ stored: false, tracks: { Literary: { added: 5 } } });
    expect(await count()).toEqual({ ...nothing, uploads: 1 });
    expect(await chunksThere()).toBe(1);
    await ended(await ask(caseCsv(cases)));
    await expect.poll(async () => (await count()).versions).toBe(5);
    await db.upload.deleteMany({ where: { benchmarkId: trial.id() } });
  });

  test("refused: twenty problems in its result, all of them in a list", async () => {
    const job = await ended(await ask(mixed));
    const result = job.result as { problems: unknown[]; problemsFile: string };
    expect(result).toMatchObject({ stored: false, problemCount: 30 });
    expect(result.problems).toHaveLength(20);
    const list = await new Response(await openProblemList(trial.viewer, result.problemsFile)).text();
    expect(list.trimEnd().split("\r\n")).toHaveLength(31);
    expect(await count()).toMatchObject({ tracks: 0, versions: 0 });
  });
});
