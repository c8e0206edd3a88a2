import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readTable } from "#lib/benchmark-folders/check/parquet-footer.ts";
import { writeParquet } from "#lib/study-exports/rows/parquet.ts";

const dir = mkdtempSync(path.join(tmpdir(), "benchside-parquet-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function read(content: Uint8Array) {
  const file = path.join(dir, "table.parquet");
  writeFileSync(file, content);
  return readTable(file);
}

/** A file with this footer and nothing else. */
function withFooter(footer: Buffer, length = footer.length): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(length);
  return Buffer.concat([Buffer.from("PAR1"), footer, size, Buffer.from("PAR1")]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let left = value; ; left = Math.floor(left / 128)) {
    bytes.push(left < 128 ? left : (left % 128) + 128);
    if (left < 128) return Buffer.from(bytes);
  }
}

const [list, struct, stop] = [9, 12, Buffer.of(0)];
const listOf = (type: number, count: number) => Buffer.concat([Buffer.of(0xf0 + type), varint(count)]);
const column = (name: string, parts: number) =>
  Buffer.concat([
    Buffer.of(0x48),
    varint(name.length),
    Buffer.from(name),
    Buffer.of(0x15),
    varint(2 * parts),
    stop,
  ]);
const footerOf = (columns: readonly Buffer[]) =>
  Buffer.concat([
    Buffer.of(0x29),
    listOf(struct, columns.length),
    ...columns,
    Buffer.of(0x16),
    varint(2),
    stop,
  ]);

test("rows and columns are those that were written, lists and groups of rows among them", async () => {
  const columns = [
    { name: "case", type: "text" },
    { name: "probabilities", type: "numbers" },
    { name: "深", type: "whole" },
  ] as const;
  const rows = Array.from({ length: 250 }, (_, i) => ({ case: `${i}`, probabilities: [0.5, i], 深: i }));
  const pages = async function* () {
    yield rows;
  };
  const pieces = await Array.fromAsync(writeParquet(columns, pages(), { rows: 100, letters: Infinity }));
  expect(await read(Buffer.concat(pieces))).toEqual({ rows: 250, columns: ["case", "probabilities", "深"] });
  expect(await read(withFooter(footerOf([column("root", 1), column("a", 0)])))).toEqual({
    rows: 1,
    columns: ["a"],
  });
});

describe("a footer that claims more than there is", () => {
  // The library's reader walked on to each column's last part.
  test("has the columns that there are, whatever parts they claim", async () => {
    const columns = Array.from({ length: 3000 }, (_, i) => column(`c${i}`, 2 ** 31 - 1));
    expect(await read(withFooter(footerOf(columns)))).toEqual({ rows: 1, columns: ["c1"] });
  });

  // It made room for each of them.
  const deep = Buffer.concat([
    Buffer.of(0x19),
    ...Array.from({ length: 500 }, () => listOf(list, 32_000_000)),
  ]);
  const structs = Buffer.concat([Buffer.of(0x1c), ...Array.from({ length: 100 }, () => Buffer.of(0x1c))]);
  const whole = footerOf([column("root", 1), column("a", 0)]);
  test.each([
    ["lists in lists of millions", withFooter(deep)],
    ["a list of billions of flags", withFooter(Buffer.concat([Buffer.of(0x19), listOf(1, 2 ** 31 - 1)]))],
    ["structs in structs without end", withFooter(structs)],
    ["a name of gigabytes", withFooter(Buffer.concat([Buffer.of(0x18), varint(2 ** 31 - 1)]))],
    ["a number without end", withFooter(Buffer.concat([Buffer.of(0x16), Buffer.alloc(50, 0xff)]))],
    ["a footer before the file's beginning", withFooter(whole, 2 ** 31)],
    ["a footer of more than 4 MB", withFooter(Buffer.concat([whole, Buffer.alloc(4 << 20)]))],
    ["a footer that ends too soon", withFooter(whole.subarray(0, -3))],
    ["no schema", withFooter(Buffer.concat([Buffer.of(0x36), varint(2), stop]))],
    ["nothing", Buffer.alloc(0)],
    ["something else", Buffer.from("no Parquet")],
  ])("is no table with %s", async (_what, content) => {
    expect(await read(content)).toBeNull();
  });
});
