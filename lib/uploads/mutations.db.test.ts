import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { env } from "#lib/env.ts";
import { makeAdmin } from "#lib/testing/people.ts";
import { partOfUpload, pathOfUpload, uploadFolder } from "#lib/uploads/files.ts";
import { discardUpload, discardUploads, keepUpload, removeStaleUploads } from "#lib/uploads/mutations.ts";
import { getUploads, listUploads } from "#lib/uploads/queries.ts";
import type { UploadGuess } from "#lib/uploads/schema.ts";

const root = mkdtempSync(path.join(tmpdir(), "uploads-"));
afterAll(() => rmSync(root, { recursive: true }));

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60 * 1000);
const guess: UploadGuess = {
  purpose: "results",
  format: "csv",
  track: "Drama",
  language: null,
  model: "gpt-4o",
};

let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => void (admin = await makeAdmin()));
beforeEach(() => {
  env.dataDir = path.join(root, randomUUID());
  mkdirSync(uploadFolder(), { recursive: true });
});

const filesThere = () => readdirSync(uploadFolder()).sort();

async function makeBenchmark(): Promise<number> {
  const slug = `benchmark-${randomUUID()}`;
  return (await db.benchmark.create({ data: { slug, name: slug } })).id;
}

function writeOld(file: string, hours: number): void {
  writeFileSync(file, "x");
  utimesSync(file, hoursAgo(hours), hoursAgo(hours));
}

async function makeUpload(benchmarkId: number, hours = 0): Promise<string> {
  const id = randomUUID();
  const createdAt = hoursAgo(hours);
  await keepUpload(admin, { id, benchmarkId, fileName: "Drama_gpt-4o.csv", bytes: 5_000_000_000, guess });
  await db.upload.update({ where: { id }, data: { createdAt } });
  writeOld(pathOfUpload(id), hours);
  return id;
}

describe("what waits", () => {
  test("is listed for its benchmark alone, in the order it came", async () => {
    const [benchmarkId, other] = [await makeBenchmark(), await makeBenchmark()];
    const second = await makeUpload(benchmarkId, 1);
    const first = await makeUpload(benchmarkId, 2);
    const foreign = await makeUpload(other);
    const listed = await listUploads(admin, benchmarkId);
    expect(listed.map(({ id }) => id)).toEqual([first, second]);
    expect(listed[0]).toMatchObject({ fileName: "Drama_gpt-4o.csv", bytes: 5_000_000_000, guess });
    const got = await getUploads(admin, benchmarkId, [second, foreign, randomUUID()]);
    expect(got.map(({ id }) => id)).toEqual([second]);
  });

  test("a benchmark that isn't there takes nothing", async () => {
    const upload = { id: randomUUID(), benchmarkId: -1, fileName: "x.csv", bytes: 1, guess };
    expect(await keepUpload(admin, upload)).toEqual({ ok: false, error: "not_found" });
  });
});

describe("discarding", () => {
  test("takes row and file, and only those that were meant", async () => {
    const benchmarkId = await makeBenchmark();
    const [gone, kept] = [await makeUpload(benchmarkId), await makeUpload(benchmarkId)];
    expect(await discardUpload(admin, benchmarkId, gone)).toEqual({ ok: true, value: undefined });
    expect((await listUploads(admin, benchmarkId)).map(({ id }) => id)).toEqual([kept]);
    expect(filesThere()).toEqual([kept]);
    expect(await discardUpload(admin, benchmarkId, gone)).toEqual({ ok: false, error: "not_found" });
  });

  test("never reaches into another benchmark", async () => {
    const [benchmarkId, other] = [await makeBenchmark(), await makeBenchmark()];
    const foreign = await makeUpload(other);
    expect(await discardUpload(admin, benchmarkId, foreign)).toMatchObject({ error: "not_found" });
    expect(await listUploads(admin, other)).toHaveLength(1);
    expect(filesThere()).toEqual([foreign]);
  });

  test("takes the files of a benchmark that was removed", async () => {
    const benchmarkId = await makeBenchmark();
    const ids = [await makeUpload(benchmarkId), await makeUpload(benchmarkId)];
    await db.benchmark.delete({ where: { id: benchmarkId } });
    expect(await discardUploads(admin, benchmarkId, ids)).toBe(0);
    expect(filesThere()).toEqual([]);
  });
});

describe("what is stale", () => {
  beforeEach(() => db.upload.deleteMany());

  test("goes after a day, row and file", async () => {
    const benchmarkId = await makeBenchmark();
    await makeUpload(benchmarkId, 25);
    const recent = await makeUpload(benchmarkId, 23);
    expect(await removeStaleUploads(admin)).toEqual({ uploads: 1, files: 0 });
    expect((await listUploads(admin, benchmarkId)).map(({ id }) => id)).toEqual([recent]);
    expect(filesThere()).toEqual([recent]);
  });

  test.each(["queued", "running"] as const)("stays while an import of its benchmark is %s", async (state) => {
    const benchmarkId = await makeBenchmark();
    const id = await makeUpload(benchmarkId, 48);
    const job = await db.job.create({ data: { kind: "import_cases", state, benchmarkId, payload: {} } });
    expect(await removeStaleUploads(admin)).toEqual({ uploads: 0, files: 0 });
    await db.job.update({
      where: { id: job.id },
      data: { state: "done", startedAt: new Date(), finishedAt: new Date() },
    });
    expect(await removeStaleUploads(admin)).toEqual({ uploads: 1, files: 0 });
    expect(filesThere()).not.toContain(id);
  });

  test("files without a row go, unless they are being received or aren't ours", async () => {
    const [receiving, left, broken] = [randomUUID(), randomUUID(), randomUUID()];
    writeOld(partOfUpload(receiving), 0.5);
    writeOld(partOfUpload(left), 2);
    writeOld(pathOfUpload(broken), 2);
    writeOld(path.join(uploadFolder(), "readme.txt"), 2000);
    expect(await removeStaleUploads(admin)).toEqual({ uploads: 0, files: 2 });
    expect(filesThere()).toEqual([`${receiving}.part`, "readme.txt"].sort());
  });

  test("nothing was ever uploaded", async () => {
    rmSync(uploadFolder(), { recursive: true });
    expect(await removeStaleUploads(admin)).toEqual({ uploads: 0, files: 0 });
  });
});
