import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { readZip } from "#lib/study-exports/testing/read-zip.ts";
import { zip, type ZipEntry } from "#lib/study-exports/zip.ts";

const read = async (entries: readonly ZipEntry[]) => Buffer.concat(await Array.fromAsync(zip(entries)));

test("what goes in comes out, in its order", async () => {
  const files = {
    "a.csv": ["x,y\r\n", "1,2\r\n"],
    "folder/b.txt": [],
    "Über.md": ["# 中文\n".repeat(50_000)],
  };
  const entries = Object.entries(files).map(([name, pieces]) => ({ name, content: () => pieces }));
  const inside = Object.entries(files).map(([name, pieces]) => [name, pieces.join("")]);
  expect([...readZip(await read(entries))]).toEqual(inside);
});

test("a file that fails in the middle breaks the zip, and nothing else", async () => {
  const content = async function* () {
    yield "first";
    throw new Error("the database went away");
  };
  const entries = [
    { name: "whole.csv", content: () => ["1"] },
    { name: "broken.csv", content },
  ];
  await expect(read(entries)).rejects.toThrow("the database went away");
});

test("nothing is read ahead of who takes it", async () => {
  let pieces = 0;
  const content = function* () {
    for (; pieces < 10_000; pieces++) yield randomBytes(16_000).toString("hex");
  };
  const reading = zip([{ name: "long.csv", content }]);
  await reading.next();
  // Time enough to read hundreds of them, were it not for the one who doesn't go on.
  for (let turn = 0; turn < 1000; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(pieces).toBeLessThan(50);
  await reading.return(undefined);
});
