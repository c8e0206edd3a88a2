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
} from "node:fs";
import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { makeAdmin } from "#lib/testing/people.ts";
import { acceptUpload } from "#lib/uploads/accept.ts";
import { listUploads } from "#lib/uploads/queries.ts";

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

async function send(content: Content, name = "literary.csv", options: { limit?: number; id?: string } = {}) {
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
