import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openZip } from "#lib/files/zip/zip-entries.ts";
import { writeZip, type ZipFile } from "#lib/files/zip/write-zip.ts";
import { useFiles } from "#lib/testing/benchmark-files.ts";

const write = useFiles();

const entries: ZipFile[] = [
  { name: "samples/Über.json", content: "中文".repeat(50_000) },
  { name: "empty.json", content: "" },
  { name: "header.json", content: "{}" },
];
// oxlint-disable-next-line require-await -- what is written comes while it is made
async function* some() {
  yield* entries;
}

async function readBack(bytes: Buffer): Promise<[string, string][]> {
  const { path } = write("archive.zip", "");
  writeFileSync(path, bytes);
  const zip = await openZip(path);
  const found: [string, string][] = [];
  for (const { name, read } of zip.entries) found.push([name, (await read()).toString("utf8")]);
  zip.close();
  return found;
}
const inside = entries.map(({ name, content }) => [name, content]);

test("what goes in comes out, in its order, and the same entries are the same bytes", async () => {
  const bytes = Buffer.concat(await Array.fromAsync(writeZip(some())));
  expect(await readBack(bytes)).toEqual(inside);
  expect(Buffer.concat(await Array.fromAsync(writeZip(some())))).toEqual(bytes);
});

test("more and larger than short records can say: those of ZIP64 are read", async () => {
  const pieces = await Array.fromAsync(writeZip(some(), { limits: { entries: 2, bytes: 20 } }));
  expect(await readBack(Buffer.concat(pieces))).toEqual(inside);
});
