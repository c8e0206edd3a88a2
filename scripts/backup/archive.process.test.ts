import { createHash, randomBytes } from "node:crypto";
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { execFileSync } from "node:child_process";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  ArchiveWriter,
  withArchive,
  tarEnd,
  tarHeader,
  tarPadding,
  backupFormat,
  placeOfTable,
  type BackupManifest,
} from "#scripts/backup/archive.ts";
import { Refusal } from "#scripts/cli/outcome.ts";

const folder = mkdtempSync(path.join(tmpdir(), "benchside-archive-"));
afterAll(() => rmSync(folder, { recursive: true }));
const inFolder = (name: string) => path.join(folder, name);
const hash = "0".repeat(64);
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

const contents = {
  format: backupFormat,
  madeAt: "2026-11-23T14:00:00.000Z",
  software: { version: "0.1.0", rules: 2 },
  postgres: "18.4",
  migrations: [{ name: "1_first", checksum: hash }],
  sequences: [],
  files: [],
  studies: [],
  withoutResults: null,
  leftOut: [],
} satisfies Omit<BackupManifest, "tables" | "pieces">;

// eslint-disable-next-line typescript/require-await
async function* chunks(...given: Buffer[]) {
  yield* given;
}

async function write(name: string, tables: Record<string, Buffer[]>, format = contents.format) {
  const archive = await ArchiveWriter.create(inFolder(name));
  const stored = [];
  for (const [table, content] of Object.entries(tables))
    stored.push({
      name: table,
      columns: ["a"],
      rows: 1,
      ...(await archive.add(placeOfTable(table), chunks(...content))),
    });
  await archive.finish({ ...contents, format, tables: stored });
  return inFolder(name);
}

const entry = (name: string, bytes: Buffer) =>
  Buffer.concat([tarHeader(name, bytes.length), bytes, tarPadding(bytes.length)]);

/** An archive as anybody can write one: whole by its own word. */
function forge(pieces: Record<string, Buffer>, manifest: (before: string) => unknown): string {
  const before = Buffer.concat(Object.entries(pieces).map(([name, bytes]) => entry(name, bytes)));
  const text = Buffer.from(JSON.stringify(manifest(sha256(before))) ?? "nothing");
  const line = Buffer.from(`${sha256(text)}  manifest.json\n`);
  const file = inFolder("forged.backup.tar");
  writeFileSync(
    file,
    Buffer.concat([before, entry("manifest.json", text), entry("manifest.sha256", line), tarEnd]),
  );
  return file;
}

/** One table of as many zeros. */
function forgeZeros(count: number, claimed = count): string {
  const zeros = Buffer.alloc(count);
  const tables = [{ name: "first", columns: ["a"], rows: 1, bytes: claimed, sha256: sha256(zeros) }];
  return forge({ "tables/first/000001.gz": gzipSync(zeros) }, (pieces) => ({ ...contents, tables, pieces }));
}

async function read(file: string): Promise<Record<string, Buffer>> {
  return withArchive(file, async (archive) => {
    await archive.check();
    const tables: Record<string, Buffer> = {};
    for (const { name } of archive.manifest.tables)
      tables[name] = Buffer.concat(await Array.fromAsync(archive.readTable(name)));
    return tables;
  });
}

const large = randomBytes(5 << 20);
const [first, nothing] = [Buffer.from("1\tone\n2\ttwo\n"), Buffer.alloc(0)];

test("what was written is read, in pieces where it is large; its owner alone may, and tar and gunzip can", async () => {
  const parts = [large.subarray(0, 4 << 20), large.subarray(4 << 20)];
  const file = await write("whole.backup.tar", { large: parts, first: [first], nothing: [] });
  const { large: again, ...others } = await read(file);
  expect(again?.equals(large)).toBe(true);
  expect(others).toEqual({ first, nothing });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const names = execFileSync("tar", ["tf", file], { encoding: "utf8" }).trim().split("\n");
  expect(names.filter((name) => name.startsWith("tables/large/"))).toHaveLength(2);
  const unpacked = execFileSync("sh", ["-c", 'tar xOf "$1" tables/first/000001.gz | gunzip', "sh", file]);
  expect(unpacked).toEqual(first);
});

describe("a file that isn’t as it was written is refused by name:", () => {
  let whole = Buffer.alloc(0);
  beforeAll(
    async () => void (whole = readFileSync(await write("small.backup.tar", { first: [first], nothing: [] }))),
  );

  const readBytes = async (bytes: Buffer) => {
    const file = inFolder("other.backup.tar");
    writeFileSync(file, bytes);
    const refusal = await read(file).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Refusal);
    return (refusal as Refusal).message.replace(`${file}: `, "");
  };

  test("one flipped bit, in whichever part", async () => {
    for (let at = 0; at < whole.length; at += 11) {
      const flipped = Buffer.from(whole);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8));
      expect(await readBytes(flipped), `byte ${at}`).toMatch(/damaged|cut off|no backup|doesn’t belong/);
    }
  });

  test("cut off, wherever", async () => {
    for (let length = 0; length < whole.length; length += 97)
      expect(await readBytes(whole.subarray(0, length)), `${length} bytes`).toMatch(
        /cut off|damaged|no backup/,
      );
  });

  test("something after its end, and what is no backup at all", async () => {
    expect(await readBytes(Buffer.concat([whole, Buffer.alloc(512)]))).toBe("its end is damaged");
    expect(await readBytes(Buffer.from("PK".repeat(1000)))).toBe("it is no backup of Benchside");
    await expect(read(inFolder("nowhere"))).rejects.toThrow("there is no such file");
  });

  test("a format that comes later", async () => {
    const later = "benchside-backup/2" as typeof backupFormat;
    const file = await write("later.backup.tar", { first: [first] }, later);
    await expect(read(file)).rejects.toThrow("benchside-backup/2: it was made by a newer version");
  });
});

describe("a file that somebody else wrote, with every checksum right,", () => {
  const refusalOf = async (file: string) => {
    const refusal = await read(file).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Refusal);
    return (refusal as Refusal).message.replace(`${file}: `, "");
  };

  test("is unpacked no further than a piece of a backup goes", async () => {
    expect((await read(forgeZeros(16 << 20))).first).toHaveLength(16 << 20);
    expect(await refusalOf(forgeZeros(20 << 20))).toBe(
      "tables/first/000001.gz unpacks to more than 16 MB, which no piece of a backup does",
    );
  });

  test("is unpacked no further than its manifest says", async () => {
    expect(await refusalOf(forgeZeros(1000, 999))).toBe(
      "tables/first unpacks to more than its manifest says",
    );
  });

  test("is held in memory a piece at a time", async () => {
    const large = (16 << 20) + 1;
    const file = inFolder("large.backup.tar");
    writeFileSync(file, tarHeader("tables/first/000001.gz", large));
    // Of which the disk holds nothing: only its head is looked at.
    truncateSync(file, 2 * large);
    expect(await refusalOf(file)).toBe("it is no backup of Benchside");
  });

  test.each([
    ["nothing", undefined, "its manifest is no JSON"],
    ["null", null, /^its manifest is no backup’s: /],
    ["a list", [], /^its manifest is no backup’s: /],
    ["no format", { ...contents, format: undefined }, /^its manifest is no backup’s: format: /],
    [
      "a file outside of the data folder",
      { ...contents, tables: [], pieces: hash, files: [{ name: "uploads/../../x", bytes: 0, sha256: hash }] },
      /^its manifest is no backup’s: files\.0\.name: /,
    ],
    [
      "a table that isn’t a name",
      {
        ...contents,
        pieces: hash,
        tables: [{ name: "a; DROP", columns: ["a"], rows: 0, bytes: 0, sha256: hash }],
      },
      /^its manifest is no backup’s: tables\.0\.name: /,
    ],
  ])("is refused by name where its manifest is %s", async (_what, manifest, said) => {
    const message = await refusalOf(forge({}, () => manifest));
    if (typeof said === "string") expect(message).toBe(said);
    else expect(message).toMatch(said);
  });
});

test("what is given up leaves nothing, and what is under way has another name", async () => {
  const before = readdirSync(folder);
  const archive = await ArchiveWriter.create(inFolder("never.backup.tar"));
  await archive.add(placeOfTable("first"), chunks(first));
  expect(readdirSync(folder)).not.toContain("never.backup.tar");
  await archive.discard();
  expect(readdirSync(folder)).toEqual(before);
});
