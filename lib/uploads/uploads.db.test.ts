import { randomUUID } from "node:crypto";
import {
  closeSync,
  createReadStream,
  existsSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { db } from "#lib/db.ts";
import { env } from "#lib/env.ts";
import { scratchFolder } from "#lib/files/scratch.ts";
import { inspectJson, zip } from "#lib/testing/model-logs.ts";
import { makeAdmin } from "#lib/testing/people.ts";
import { acceptUpload } from "#lib/uploads/accept.ts";
import { copyUpload, getUploads, hasRoom, listUploads, waitingLimits } from "#lib/uploads/queries.ts";
import { discardUpload, removeStaleUploads, storeUpload } from "#lib/uploads/mutations.ts";
import { chunkBytes, type UploadGuess } from "#lib/uploads/schema.ts";

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
beforeEach(() => void (env.dataDir = path.join(root, randomUUID())));

async function makeBenchmark(): Promise<number> {
  const slug = `benchmark-${randomUUID()}`;
  return (await db.benchmark.create({ data: { slug, name: slug } })).id;
}

/** Nothing is left of what was received on the way into the database. */
const scratchLeft = () => (existsSync(scratchFolder()) ? readdirSync(scratchFolder()) : []);

/** Stores a file as one that was received. */
async function store(benchmarkId: number, content: string | Buffer, options: { limit?: number } = {}) {
  const id = randomUUID();
  const file = path.join(root, id);
  writeFileSync(file, content);
  const upload = { id, benchmarkId, fileName: "Drama_gpt-4o.csv", bytes: Buffer.byteLength(content), guess };
  return { id, stored: await storeUpload(admin, upload, file, options) };
}

async function makeUpload(benchmarkId: number, hours = 0): Promise<string> {
  const { id } = await store(benchmarkId, "x");
  await db.upload.update({ where: { id }, data: { createdAt: hoursAgo(hours) } });
  return id;
}

const withChunks = async (benchmarkId: number) =>
  (
    await db.uploadChunk.findMany({
      where: { upload: { benchmarkId } },
      distinct: ["uploadId"],
      orderBy: { uploadId: "asc" },
    })
  ).map(({ uploadId }) => uploadId);

/** The bytes of an upload as an import gets them. */
async function read(id: string): Promise<Buffer | null> {
  const file = path.join(root, randomUUID());
  return (await copyUpload(admin, id, file)) ? readFileSync(file) : null;
}

describe("what waits", () => {
  test("is listed for its benchmark alone, in the order it came", async () => {
    const [benchmarkId, other] = [await makeBenchmark(), await makeBenchmark()];
    const second = await makeUpload(benchmarkId, 1);
    const first = await makeUpload(benchmarkId, 2);
    const foreign = await makeUpload(other);
    const listed = await listUploads(admin, benchmarkId);
    expect(listed.map(({ id }) => id)).toEqual([first, second]);
    expect(listed[0]).toMatchObject({ fileName: "Drama_gpt-4o.csv", bytes: 1, guess });
    const got = await getUploads(admin, benchmarkId, [second, foreign, randomUUID()]);
    expect(got.map(({ id }) => id)).toEqual([second]);
  });

  test("a benchmark that isn't there takes nothing", async () => {
    const { id, stored } = await store(-1, "x");
    expect(stored).toEqual({ ok: false, error: "not_found" });
    expect(await db.upload.count({ where: { id } })).toBe(0);
  });

  test("of a restored database or one that crashed only what still has its bytes", async () => {
    const benchmarkId = await makeBenchmark();
    const [whole, lost] = [await makeUpload(benchmarkId), await makeUpload(benchmarkId)];
    await db.uploadChunk.deleteMany({ where: { uploadId: lost } });
    expect((await listUploads(admin, benchmarkId)).map(({ id }) => id)).toEqual([whole]);
    expect(await getUploads(admin, benchmarkId, [lost])).toEqual([]);
    expect(await read(lost)).toBeNull();
  });
});

describe("the bytes", () => {
  const large = Buffer.alloc(2 * chunkBytes + 17, "Harbour, \0 Hafen, 港口\n");

  test.each([
    ["less than a chunk", large.subarray(0, 20), 1],
    ["exactly one", large.subarray(0, chunkBytes), 1],
    ["two and a little", large, 3],
  ])("%s come back as they were received", async (_, content, chunks) => {
    const { id } = await store(await makeBenchmark(), content);
    expect(await db.uploadChunk.count({ where: { uploadId: id } })).toBe(chunks);
    expect((await read(id))?.equals(content)).toBe(true);
  });

  test.each([
    ["one chunk is missing", "DELETE FROM upload_chunks WHERE position = 1 AND upload_id = "],
    ["the last is missing", "DELETE FROM upload_chunks WHERE position = 2 AND upload_id = "],
    ["one is another", "UPDATE upload_chunks SET bytes = 'x' WHERE position = 1 AND upload_id = "],
  ])("are never imported where %s", async (_, sql) => {
    const { id } = await store(await makeBenchmark(), large);
    await db.$executeRawUnsafe(`${sql}'${id}'`);
    await expect(read(id)).rejects.toThrow("an upload is not what was received");
  });

  test("are in a table that isn't logged, as they come", async () => {
    expect(
      await db.$queryRaw`SELECT relpersistence::text, attstorage::text FROM pg_class c
        JOIN pg_attribute a ON attrelid = c.oid AND attname = 'bytes' WHERE c.oid = 'upload_chunks'::regclass`,
    ).toEqual([{ relpersistence: "u", attstorage: "e" }]);
  });
});

describe("what may wait together", () => {
  beforeEach(() => db.upload.deleteMany());
  const limit = 10;

  test("is bounded for each person, and for all", async () => {
    const benchmarkId = await makeBenchmark();
    const people = [admin, await makeAdmin(), await makeAdmin()];
    const fill = async (viewer: typeof admin, bytes: number) => {
      const { id: uploadedById } = viewer.actor;
      const data = { benchmarkId, fileName: "x.csv", bytes: BigInt(bytes), guess, uploadedById };
      await db.upload.create({ data });
    };
    const { person, all } = waitingLimits(limit);
    await fill(people[0]!, person - 5);
    expect((await store(benchmarkId, "123456", { limit })).stored).toEqual({ ok: false, error: "no_room" });
    expect((await store(benchmarkId, "12345", { limit })).stored.ok).toBe(true);
    expect(await hasRoom(people[0]!, 1, limit)).toBe(false);
    expect(await hasRoom(people[1]!, person, limit)).toBe(true);
    await fill(people[1]!, all - person - 1);
    expect([await hasRoom(people[2]!, 1, limit), await hasRoom(people[2]!, 2, limit)]).toEqual([true, false]);
  });

  test("is not asked for where it couldn't be kept", async () => {
    const benchmarkId = await makeBenchmark();
    const { person } = waitingLimits(limit);
    await db.upload.create({
      data: { benchmarkId, fileName: "x.csv", bytes: BigInt(person), guess, uploadedById: admin.actor.id },
    });
    let asked = 0;
    async function* body() {
      asked++;
      yield Buffer.from("x");
    }
    const incoming = { fileName: "x.csv", body: body(), length: 1 };
    const accepted = await acceptUpload(admin, { id: benchmarkId, tracks: [] }, incoming, { limit });
    expect([accepted, asked]).toEqual([{ ok: false, error: "no_room" }, 0]);
  });

  test("two that fit one by one, and not together, are not both taken", async () => {
    const benchmarkId = await makeBenchmark();
    const half = "x".repeat(waitingLimits(limit).person / 2 + 1);
    const both = await Promise.all([1, 2].map(() => store(benchmarkId, half, { limit })));
    expect(both.map(({ stored }) => stored.ok).sort()).toEqual([false, true]);
  });
});

describe("discarding", () => {
  test("takes row and bytes, and only those that were meant", async () => {
    const benchmarkId = await makeBenchmark();
    const [gone, kept] = [await makeUpload(benchmarkId), await makeUpload(benchmarkId)];
    expect(await discardUpload(admin, benchmarkId, gone)).toEqual({ ok: true, value: undefined });
    expect((await listUploads(admin, benchmarkId)).map(({ id }) => id)).toEqual([kept]);
    expect(await withChunks(benchmarkId)).toEqual([kept]);
    expect(await discardUpload(admin, benchmarkId, gone)).toEqual({ ok: false, error: "not_found" });
  });

  test("never reaches into another benchmark", async () => {
    const [benchmarkId, other] = [await makeBenchmark(), await makeBenchmark()];
    const foreign = await makeUpload(other);
    expect(await discardUpload(admin, benchmarkId, foreign)).toMatchObject({ error: "not_found" });
    expect(await listUploads(admin, other)).toHaveLength(1);
    expect(await withChunks(other)).toEqual([foreign]);
  });

  test("goes with its benchmark", async () => {
    const benchmarkId = await makeBenchmark();
    const ids = [await makeUpload(benchmarkId), await makeUpload(benchmarkId)];
    await db.benchmark.delete({ where: { id: benchmarkId } });
    expect(await db.uploadChunk.count({ where: { uploadId: { in: ids } } })).toBe(0);
  });
});

describe("what is stale", () => {
  beforeEach(() => db.upload.deleteMany());

  test("goes after a day, row and bytes", async () => {
    const benchmarkId = await makeBenchmark();
    await makeUpload(benchmarkId, 25);
    const recent = await makeUpload(benchmarkId, 23);
    expect(await removeStaleUploads(admin)).toBe(1);
    expect((await listUploads(admin, benchmarkId)).map(({ id }) => id)).toEqual([recent]);
    expect(await withChunks(benchmarkId)).toEqual([recent]);
  });

  test.each(["queued", "running"] as const)("stays while an import of its benchmark is %s", async (state) => {
    const benchmarkId = await makeBenchmark();
    await makeUpload(benchmarkId, 48);
    const job = await db.job.create({ data: { kind: "import_cases", state, benchmarkId, payload: {} } });
    expect(await removeStaleUploads(admin)).toBe(0);
    await db.job.update({
      where: { id: job.id },
      data: { state: "done", startedAt: new Date(), finishedAt: new Date() },
    });
    expect(await removeStaleUploads(admin)).toBe(1);
    expect(await withChunks(benchmarkId)).toEqual([]);
  });
});

describe("what is accepted", () => {
  beforeEach(() => db.upload.deleteMany());
  const table = "prompt,gt,option1,option2\nWho speaks?,Anna,Anna,Boris\n";

  type Content = string | Buffer<ArrayBuffer> | AsyncIterable<Uint8Array>;

  async function send(content: Content, name = "literary.csv", limit = 1_000_000) {
    const benchmark = { id: await makeBenchmark(), tracks: [{ name: "Literary" }] };
    const isStream = typeof content === "object" && Symbol.asyncIterator in content;
    const body = isStream ? content : Readable.from([Buffer.from(content)]);
    const incoming = { fileName: name, body, length: null };
    const accepted = await acceptUpload(admin, benchmark, incoming, { limit });
    return { accepted, rows: await listUploads(admin, benchmark.id), scratch: scratchLeft() };
  }

  describe("a file that is taken", () => {
    test("is stored to the byte under its id, and its row says what it may be", async () => {
      const { accepted, rows, scratch } = await send(`\uFEFF${table}`);
      if (!accepted.ok) throw new Error(accepted.error);
      const { id, ...facts } = accepted.value;
      const guess = { purpose: "cases", format: "csv", track: "Literary", language: "en", model: null };
      expect(facts).toEqual({ fileName: "literary.csv", bytes: Buffer.byteLength(`\uFEFF${table}`), guess });
      expect(scratch).toEqual([]);
      expect((await read(id))?.toString("utf8")).toBe(`\uFEFF${table}`);
      expect(rows).toMatchObject([{ id, ...facts, uploadedBy: "Ana Núñez" }]);
    });

    test.each([["../../x<script>alert(1)</script>.csv"], ["/etc/passwd"], ["..\\..\\x.csv"], ["."]])(
      "called %s leads nowhere",
      async (name) => {
        const { accepted, rows, scratch } = await send(table, name);
        expect(accepted.ok).toBe(true);
        expect(scratch).toEqual([]);
        expect(rows[0]?.fileName).toBe(name);
      },
    );
  });

  describe("of a file no more is looked at than its beginning", () => {
    const guessOf = async (content: string | Buffer, name: string) => {
      const { accepted } = await send(Buffer.from(content), name, 200_000_000);
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

  describe("a file that is not taken leaves neither row nor bytes", () => {
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
      const { accepted, rows, scratch } = await send(content());
      expect(accepted).toMatchObject({ ok: false, error });
      expect(scratch).toEqual([]);
      expect(rows).toEqual([]);
    });

    test("the beginning of 2 GB of zeros", async () => {
      const { accepted, scratch } = await send(sparse(), "Literary.csv", 100_000_000);
      expect(accepted).toMatchObject({ ok: false, error: "binary_file" });
      expect(scratch).toEqual([]);
    });

    test("one that finds no room on the database's disk", async () => {
      const ofServer = new URL(inject("adminUrl"));
      ofServer.pathname = new URL(env.databaseUrl ?? "").pathname;
      const full = new pg.Client({ connectionString: ofServer.href });
      await full.connect();
      await full.query(
        `CREATE FUNCTION refuse_chunk() RETURNS trigger LANGUAGE plpgsql AS
           $$ BEGIN RAISE 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
         CREATE TRIGGER disk_full BEFORE INSERT ON upload_chunks EXECUTE FUNCTION refuse_chunk()`,
      );
      try {
        const { accepted, rows, scratch } = await send(table);
        expect(accepted).toMatchObject({ ok: false, error: "disk_full" });
        expect([rows, scratch]).toEqual([[], []]);
      } finally {
        await full.query("DROP FUNCTION refuse_chunk CASCADE");
        await full.end();
      }
    });

    test("one whose benchmark was removed on the way", async () => {
      const id = await makeBenchmark();
      async function* body() {
        yield Buffer.from(table);
        await db.benchmark.delete({ where: { id } });
      }
      const incoming = { fileName: "x.csv", body: body(), length: null };
      const accepted = await acceptUpload(admin, { id, tracks: [] }, incoming);
      expect(accepted).toEqual({ ok: false, error: "not_found" });
      expect(scratchLeft()).toEqual([]);
    });

    test("one that meets a surprise", async () => {
      const id = await makeBenchmark();
      async function* body() {
        yield Buffer.from(table);
        rmSync(scratchFolder(), { recursive: true });
      }
      const incoming = { fileName: "x.csv", body: body(), length: null };
      await expect(acceptUpload(admin, { id, tracks: [] }, incoming)).rejects.toThrow("ENOENT");
      expect(await listUploads(admin, id)).toEqual([]);
    });
  });
});
