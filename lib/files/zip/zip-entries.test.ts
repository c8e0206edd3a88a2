import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openZip } from "#lib/files/zip/zip-entries.ts";
import { useFiles } from "#lib/testing/benchmark-files.ts";
import { zip } from "#lib/testing/model-logs.ts";

const write = useFiles();

function place(bytes: Buffer): string {
  const { path } = write("archive.zip", "");
  writeFileSync(path, bytes);
  return path;
}
const faultOf = (bytes: Buffer) => openZip(place(bytes)).catch((error: unknown) => error);

/** What comes of reading the first entry. */
async function readingOf(bytes: Buffer): Promise<unknown> {
  const archive = await openZip(place(bytes));
  try {
    return await archive.entries[0]?.read().catch((error: unknown) => error);
  } finally {
    archive.close();
  }
}

/** The end of an archive of so many entries, of which none is there. */
function endOf(entries: number): Buffer {
  const long = Buffer.alloc(56);
  long.writeUInt32LE(0x06064b50, 0);
  long.writeBigUInt64LE(44n, 4);
  for (const at of [24, 32]) long.writeBigUInt64LE(BigInt(entries), at);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeUInt32LE(1, 16);
  const end = Buffer.alloc(22, 0xff);
  end.writeUInt32LE(0x06054b50, 0);
  for (const at of [4, 6, 20]) end.writeUInt16LE(0, at);
  return Buffer.concat([long, locator, end]);
}

test("an archive of half a million entries and more is not listed", async () => {
  expect(await faultOf(endOf(500_001))).toMatchObject({ fault: "too_many" });
  expect(await faultOf(endOf(500_000))).toMatchObject({ fault: "cut_off" });
});

test("of an archive of any length the first entries can be listed alone", async () => {
  const names = Array.from({ length: 300 }, (_, at) => `${at}.json`);
  const path = place(zip(names.map((name) => [name, "{}"] as const)));
  const some = await openZip(path, { first: 200 });
  expect(some.entries.map(({ name }) => name)).toEqual(names.slice(0, 200));
  some.close();
  const few = await openZip(path, { first: 1000 });
  expect(few.entries).toHaveLength(300);
  few.close();
});

test("what unpacks to far more than it is is refused, each entry and all of them together", async () => {
  const blank = " ".repeat(2 << 20);
  const dense = await readingOf(zip([["a.json", blank]]));
  expect(dense).toMatchObject({ fault: "too_dense", entry: "a.json" });
  const words = Array.from({ length: 5000 }, (_, at) => `word ${at * 7919}`).join(" ");
  const usual = await openZip(
    place(
      zip([
        ["words.txt", words],
        ["small.txt", " ".repeat(900_000)],
      ]),
    ),
  );
  for (const entry of usual.entries) expect((await entry.read()).length).toBe(entry.bytes);
  await expect(usual.entries[0]?.read(100)).rejects.toMatchObject({ fault: "too_large" });
  usual.close();
  const many = ["a", "b", "c", "d"].map((name) => [name, " ".repeat(900_000)] as const);
  expect(await readingOf(zip(many))).toMatchObject({ fault: "too_dense", entry: "a" });
});
