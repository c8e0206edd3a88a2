import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect } from "vitest";
import { openCsv } from "#lib/files/csv/scanner.ts";
import { thorough } from "#lib/testing/thorough.ts";

const folder = mkdtempSync(path.join(tmpdir(), "csv-memory-"));
afterAll(() => rmSync(folder, { recursive: true }));
const megabyte = 1 << 20;

/** A file of `size` megabytes of the same piece between a beginning and an end. */
function write(begin: string, piece: string, size: number, end: string): string {
  const file = path.join(folder, "large.csv");
  const opened = openSync(file, "w");
  const part = Buffer.alloc(megabyte, piece);
  writeSync(opened, begin);
  for (let i = 0; i < size; i++) writeSync(opened, part);
  writeSync(opened, end);
  closeSync(opened);
  return file;
}

async function peakOf(file: string) {
  const before = process.memoryUsage().arrayBuffers;
  let peak = 0;
  const csv = await openCsv(file, {
    onBytes: () => (peak = Math.max(peak, process.memoryUsage().arrayBuffers - before)),
  });
  if (!csv.ok) throw new Error(csv.error);
  const last = { rows: 0, problems: [] as string[], text: "" };
  for await (const batch of csv.value.rows(["a", "b"])) {
    last.rows += batch.length;
    last.problems.push(...batch.flatMap((row) => row.problems.map((found) => found.problem)));
    last.text = batch.at(-1)?.bytes("b").toString() ?? "";
  }
  return { ...last, peak };
}

thorough.each([
  [
    "a cell of 30 MB",
    'a,b\n"',
    "long text, ",
    30,
    '",1\n2,3\n',
    { rows: 2, problems: ["field_too_long"], text: "3" },
  ],
  [
    "a cell of 30 MB of quotation marks",
    'a,b\n"',
    '""',
    30,
    '",1\n2,3\n',
    { rows: 2, problems: ["field_too_long"], text: "3" },
  ],
  [
    "a mark never closed",
    'a,b\n1,2\n"3',
    "text,4\n",
    40,
    "",
    { rows: 2, problems: ["unclosed_quote"], text: "" },
  ],
  [
    "one line of commas",
    "a,b\n1,2\n",
    ",",
    20,
    "\n3,4\n",
    { rows: 3, problems: ["too_many_fields"], text: "4" },
  ],
  ["nothing but line ends", "a,b\n", "\n", 30, "3,4\n", { rows: 1, problems: [], text: "4" }],
])("%s takes a few megabytes of memory", async (_, begin, piece, size, end, expected) => {
  const { peak, ...found } = await peakOf(write(begin, piece, size, end));
  expect(found).toEqual(expected);
  expect(peak).toBeLessThan(24 * megabyte);
});
