import { randomUUID } from "node:crypto";
import {
  closeSync,
  createReadStream,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { env } from "#lib/env.ts";
import { inspectJson, zip } from "#lib/testing/model-logs.ts";
import { makeAdmin } from "#lib/testing/people.ts";
import { acceptUpload } from "#lib/uploads/accept.ts";
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

describe("what is accepted", () => {
  const root = mkdtempSync(path.join(tmpdir(), "accept-"));
  afterAll(() => rmSync(root, { recursive: true }));

  const table = "prompt,gt,option1,option2\nWho speaks?,Anna,Anna,Boris\n";
  let admin: Awaited<ReturnType<typeof makeAdmin>>;
  beforeAll(async () => void (admin = await makeAdmin()));

  async function makeBenchmark() {
    const slug = `benchmark-${randomUUID()}`;
    const benchmark = await db.benchmark.create({ data: { slug, name: slug } });
    const folder = path.join(root, slug);
    return { benchmark: { id: benchmark.id, tracks: [{ name: "Literary" }] }, folder };
  }

  type Content = string | Buffer<ArrayBuffer> | AsyncIterable<Uint8Array>;

  async function send(
    content: Content,
    name = "literary.csv",
    options: { limit?: number; id?: string } = {},
  ) {
    const { benchmark, folder } = await makeBenchmark();
    mkdirSync(folder);
    if (options.id) symlinkSync("/dev/full", path.join(folder, `${options.id}.part`));
    const isStream = typeof content === "object" && Symbol.asyncIterator in content;
    const body = isStream ? content : Readable.from([Buffer.from(content)]);
    const accepted = await acceptUpload(
      admin,
      benchmark,
      { fileName: name, body, length: null },
      { folder, limit: 1_000_000, ...options },
    );
    return { accepted, folder, rows: await listUploads(admin, benchmark.id), files: readdirSync(folder) };
  }

  describe("a file that is taken", () => {
    test("lies there to the byte under its id, and its row says what it may be", async () => {
      const { accepted, rows, files, folder } = await send(`\uFEFF${table}`);
      if (!accepted.ok) throw new Error(accepted.error);
      const { id, ...facts } = accepted.value;
      const guess = { purpose: "cases", format: "csv", track: "Literary", language: "en", model: null };
      expect(facts).toEqual({ fileName: "literary.csv", bytes: Buffer.byteLength(`\uFEFF${table}`), guess });
      expect(files).toEqual([id]);
      expect(readFileSync(path.join(folder, id), "utf8")).toBe(`\uFEFF${table}`);
      expect(rows).toMatchObject([{ id, ...facts, uploadedBy: "Ana Núñez" }]);
    });

    test.each([["../../x<script>alert(1)</script>.csv"], ["/etc/passwd"], ["..\\..\\x.csv"], ["."]])(
      "called %s leads nowhere",
      async (name) => {
        const { accepted, rows, files } = await send(table, name);
        if (!accepted.ok) throw new Error(accepted.error);
        expect(files).toEqual([accepted.value.id]);
        expect(rows[0]?.fileName).toBe(name);
      },
    );
  });

  describe("of a file no more is looked at than its beginning", () => {
    const guessOf = async (content: string | Buffer, name: string) => {
      const { accepted } = await send(Buffer.from(content), name, { limit: 200_000_000 });
      return accepted.ok ? accepted.value.guess : accepted.error;
    };

    test("an archive that unpacks to nine million tracks is a folder, for its check", async () => {
      const description = `{"tracks":[${"1,".repeat(9_000_000)}1]}`;
      const folder = zip([
        ["data/cases.jsonl", ""],
        ["benchmark.json", description],
      ]);
      expect(await guessOf(folder, "folder.zip")).toMatchObject({ format: "folder", tracks: [] });
    });

    test("a log whose samples are ten million is one, by the model that it begins with", async () => {
      const log = inspectJson([]).replace('"samples": []', `"samples":[${"{},".repeat(10_000_000)}`);
      expect(await guessOf(log, "log.json")).toMatchObject({ format: "log", model: "openai/gpt-4o" });
    });

    test("a line that goes on for megabytes is of the track that it begins with", async () => {
      const line = `{"id":"a","track":"Interviews","kind":"document","content":{"turns":[${'{"text":"So."},'.repeat(300_000)}`;
      expect(await guessOf(line, "long.jsonl")).toMatchObject({ format: "jsonl", tracks: ["Interviews"] });
    });
  });

  describe("a file that is not taken leaves neither row nor file", () => {
    async function* cutOff() {
      yield Buffer.from(table);
      throw new Error("aborted");
    }
    const sparse = () => {
      const file = path.join(root, "sparse");
      const opened = openSync(file, "w");
      ftruncateSync(opened, 2 ** 31);
      closeSync(opened);
      return createReadStream(file, { end: 50_000_000 });
    };

    test.each<[string, () => Content, string]>([
      ["nothing", () => "", "empty_file"],
      ["a zip archive named .csv", () => "PK\u0003\u0004\u0014\0\u0006\0", "zip_archive"],
      ["UTF-16", () => Buffer.from(`\uFEFF${table}`, "utf16le"), "utf16"],
      ["5,000 columns", () => `${"column,".repeat(4999)}column\n`, "too_many_columns"],
      ["more than the limit", () => table.repeat(20_000), "too_large"],
      ["a connection that is cut", cutOff, "cut_off"],
    ])("%s", async (_, content, error) => {
      const { accepted, rows, files } = await send(content());
      expect(accepted).toMatchObject({ ok: false, error });
      expect(files).toEqual([]);
      expect(rows).toEqual([]);
    });

    test("the beginning of 2 GB of zeros", async () => {
      const { accepted, files } = await send(sparse(), "Literary.csv", { limit: 100_000_000 });
      expect(accepted).toMatchObject({ ok: false, error: "binary_file" });
      expect(files).toEqual([]);
    });

    test.skipIf(process.platform !== "linux")("a full disk", async () => {
      const { accepted, rows, files } = await send(table, "x.csv", { id: randomUUID() });
      expect(accepted).toMatchObject({ ok: false, error: "disk_full" });
      expect(files).toEqual([]);
      expect(rows).toEqual([]);
    });

    test("one whose benchmark was removed on the way", async () => {
      const { benchmark, folder } = await makeBenchmark();
      async function* body() {
        yield Buffer.from(table);
        await db.benchmark.delete({ where: { id: benchmark.id } });
      }
      const accepted = await acceptUpload(
        admin,
        benchmark,
        { fileName: "x.csv", body: body(), length: null },
        { folder },
      );
      expect(accepted).toEqual({ ok: false, error: "not_found" });
      expect(readdirSync(folder)).toEqual([]);
    });

    test("one that meets a surprise", async () => {
      const { benchmark, folder } = await makeBenchmark();
      async function* body() {
        yield Buffer.from(table);
        rmSync(folder, { recursive: true });
      }
      const incoming = { fileName: "x.csv", body: body(), length: null };
      await expect(acceptUpload(admin, benchmark, incoming, { folder })).rejects.toThrow("ENOENT");
      expect(await listUploads(admin, benchmark.id)).toEqual([]);
    });
  });
});
