import pg from "pg";
import { system } from "#lib/auth/operator.ts";
import { db } from "#lib/db.ts";
import { requestImport } from "#lib/imports/mutations.ts";
import { caseImportRequest } from "#lib/imports/schema.ts";
import { addBenchmark, cookieOf, countUploads, hasBytes, send, uploadUrl } from "#e2e/imports/send.ts";
import { startWorker } from "#e2e/imports/worker-process.ts";
import { thorough } from "#lib/testing/thorough.ts";
import { ask } from "#e2e/support/ask.ts";
import { expect, product, test } from "#e2e/support/http-test.ts";

const names = ["Anna", "Boris"];
const rows = Array.from(
  { length: 100 },
  (_, n) => `"Who speaks, for the ${n}th time?",Anna,${names.join(",")}\n`,
);
const table = `prompt,gt,option1,option2\n${rows.join("")}`;

/** Uploads a file over HTTP and puts its storing in line. */
async function askFor(cookie: string) {
  const benchmark = await addBenchmark();
  const { body } = await send(uploadUrl(product.url, benchmark.slug), { cookie, body: table });
  const uploadId = String(body.id);
  const files = JSON.stringify([{ uploadId, track: "Literary", language: "en" }]);
  const request = caseImportRequest.parse({ slug: benchmark.slug, mode: "store", files });
  const asked = await requestImport(system(), "import_cases", request);
  if (!asked.ok) throw new Error(asked.error);
  return { ...benchmark, uploadId, jobId: asked.value.jobId };
}

async function look(cookie: string, jobId: string): Promise<Record<string, unknown>> {
  const { status, text } = await ask(`${product.url}/api/jobs/${jobId}`, { cookie });
  return { status, ...(JSON.parse(text) as Record<string, unknown>) };
}

const countCases = (benchmarkId: number) => db.case.count({ where: { track: { benchmarkId } } });

/** Lets the import go as far as the table it writes last. */
async function holdBack() {
  const holder = new pg.Client({ connectionString: product.ownerUrl });
  await holder.connect();
  await holder.query("BEGIN; LOCK TABLE case_golds IN SHARE MODE");
  const waiting = "SELECT FROM pg_locks WHERE NOT granted AND relation = 'case_golds'::regclass";
  return {
    held: (count: number) => expect.poll(async () => (await holder.query(waiting)).rowCount).toBe(count),
    release: () => holder.end(),
  };
}

/** Begins an import, and ends by a signal in its middle. */
async function endInTheMiddle(signal: "SIGKILL" | "SIGTERM", isRunning: () => Promise<void>) {
  const gate = await holdBack();
  const worker = startWorker(product);
  try {
    await gate.held(1);
    await isRunning();
  } finally {
    const ended = worker.end(signal);
    if (signal === "SIGTERM") await gate.release();
    await ended;
    if (signal === "SIGKILL") await gate.release();
  }
}

thorough(
  "an import whose worker ends in its middle, killed or asked to, is taken again, and stored once",
  async () => {
    const cookie = await cookieOf("admin");
    const { id, slug, jobId, uploadId } = await askFor(cookie);
    const lookNow = () => look(cookie, jobId);
    const attempts = async () => (await db.job.findUniqueOrThrow({ where: { id: jobId } })).attempts;
    expect(await lookNow()).toMatchObject({ status: 200, state: "queued", done: 0 });
    const running = { state: "running", total: 2 * Buffer.byteLength(table), unit: "bytes", result: null };
    for (const [signal, counted] of [
      ["SIGTERM", 0],
      ["SIGKILL", 1],
    ] as const) {
      await endInTheMiddle(signal, () => expect.poll(lookNow).toMatchObject(running));
      expect([await countCases(id), await countUploads(id)], signal).toEqual([0, 1]);
      expect(await hasBytes(uploadId)).toBe(true);
      // Who asks a worker to stop takes no attempt from its job.
      expect(await attempts(), signal).toBe(counted);
    }

    const last = startWorker(product);
    try {
      const done = { state: "done", rows: rows.length, error: null };
      await expect.poll(lookNow).toMatchObject(done);
      await expect.poll(() => countUploads(id)).toBe(0);
      await expect.poll(() => hasBytes(uploadId)).toBe(false);
    } finally {
      await last.end("SIGTERM");
    }
    const counts = { cases: rows.length, added: rows.length, unchanged: 0 };
    const { result } = await lookNow();
    expect(result).toMatchObject({ benchmark: slug, stored: true, tracks: { Literary: counts } });
    expect(await countCases(id)).toBe(rows.length);
    const stored = { action: "cases.imported", subjectType: "benchmark", subjectId: String(id) };
    expect(await db.auditEvent.count({ where: stored })).toBe(1);
    expect(await attempts()).toBe(2);
  },
);

test("what can be asked of a job, and by whom", async () => {
  const [admin, researcher] = await Promise.all([cookieOf("admin"), cookieOf("researcher")]);
  const { jobId } = await askFor(admin);
  const statusOf = async (path: string, cookie?: string) =>
    (await ask(`${product.url}/api/jobs/${path}`, { cookie: cookie ?? null })).status;
  expect(await statusOf(jobId, admin)).toBe(200);
  expect(await statusOf(jobId, researcher)).toBe(403);
  expect(await statusOf(jobId)).toBe(401);
  for (const unknown of [crypto.randomUUID(), "1", "..%2f..", "x".repeat(500)])
    expect(await statusOf(unknown, admin)).toBe(404);
  expect(await statusOf("%00", admin)).toBe(400);
  expect(await statusOf(`${jobId}/problems`, admin)).toBe(404);
  const { headers } = await ask(`${product.url}/api/jobs/${jobId}`, { cookie: admin });
  expect(headers["cache-control"]).toBe("no-store");
  await db.job.update({ where: { id: jobId }, data: { state: "cancelled", finishedAt: new Date() } });
});
