import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { expect, test } from "vitest";
import { listAllColumns, type Column } from "#lib/study-exports/columns.ts";
import { writeParquet } from "#lib/study-exports/rows/parquet.ts";
import type { ExportRow } from "#lib/study-exports/schema.ts";

const column = (name: string, type: Column["type"]): Column => ({ name, type, about: "", isText: false });
const columns = [
  column("participant", "whole"),
  column("choice_name", "text"),
  column("confidence", "number"),
  column("option_order", "wholes"),
  column("probabilities", "numbers"),
];

const makeRow = (_: unknown, i: number): ExportRow => ({
  participant: i + 1,
  choice_name: i % 3 === 0 ? null : `${i % 2 === 0 ? "=1+1" : "哈姆雷特"} ${i % 7}`,
  confidence: i % 5 === 0 ? null : i / 100_000,
  option_order: i % 4 === 0 ? null : [(i % 4) + 1, 1],
  probabilities: i % 6 === 0 ? [] : i % 6 === 1 ? null : [0.1 + 0.2, i / 7, 0],
});

async function* inPages(rows: readonly ExportRow[], size: number) {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}

async function write(rows: readonly ExportRow[], size = 500): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  for await (const piece of writeParquet(columns, inPages(rows, size))) pieces.push(piece);
  return pieces;
}

const toBuffer = (pieces: readonly Uint8Array[]): ArrayBuffer => new Uint8Array(Buffer.concat(pieces)).buffer;

/** As the file has it: whole numbers made plain, and null where the reader leaves a cell out. */
const plain = (rows: readonly Record<string, unknown>[]): unknown =>
  JSON.parse(
    JSON.stringify(
      rows.map((row) => Object.fromEntries(columns.map(({ name }) => [name, row[name] ?? null]))),
      (_, cell: unknown) => (typeof cell === "bigint" ? Number(cell) : cell),
    ),
  );

test("what is read back is what was written, to the last digit and letter, over several groups of rows", async () => {
  const rows = Array.from({ length: 10_501 }, makeRow);
  const pieces = await write(rows);
  const file = toBuffer(pieces);
  expect(plain(await parquetReadObjects({ file }))).toEqual(rows);
  const { row_groups: groups } = parquetMetadata(file);
  expect(groups.map(({ num_rows: count }) => Number(count))).toEqual([10_000, 501]);
  // A piece for each group, and the end: no more than a group is held.
  expect(pieces).toHaveLength(groups.length + 1);
});

test("the same rows are the same bytes, however they come", async () => {
  const rows = Array.from({ length: 10_501 }, makeRow);
  expect(Buffer.concat(await write(rows, 500)).equals(Buffer.concat(await write(rows, 10_501)))).toBe(true);
});

test("columns have their types without a row in them, too", async () => {
  for (const rows of [[], [Object.fromEntries(columns.map(({ name }) => [name, null]))]]) {
    const { schema, num_rows: count } = parquetMetadata(toBuffer(await write(rows)));
    expect(Number(count)).toBe(rows.length);
    expect(schema.slice(1).map(({ name, type }) => [name, type])).toEqual([
      ["participant", "INT64"],
      ["choice_name", "BYTE_ARRAY"],
      ["confidence", "DOUBLE"],
      ["option_order", undefined],
      ["list", undefined],
      ["element", "INT64"],
      ["probabilities", undefined],
      ["list", undefined],
      ["element", "DOUBLE"],
    ]);
  }
});

test("a cell of another type than its column is a fault, not a guess", async () => {
  const wrong: ExportRow[] = [
    { participant: 1.5 },
    { participant: "1" },
    { confidence: "sure" },
    { option_order: 1 },
  ];
  for (const row of wrong) await expect(write([row]), JSON.stringify(row)).rejects.toThrow("holds something");
});

test("every column of an export has the type that its cells have", () => {
  const plan = { background: [], preferNotToSay: false, lastComment: true, mayPass: true };
  const all = listAllColumns({ kinds: ["choice"], options: 2, plan: plan as never, texts: "with" });
  const typeOf = (list: keyof typeof all, name: string) => all[list].find((one) => one.name === name)?.type;
  expect({
    choice: typeOf("answers", "choice"),
    order: typeOf("answers", "option_order"),
    right: typeOf("answers", "right"),
    sure: typeOf("answers", "confidence"),
    probabilities: typeOf("predictions", "probabilities"),
    option: typeOf("cases", "option2"),
    excluded: typeOf("participants", "excluded"),
    comment: typeOf("participants", "last_comment"),
    after: typeOf("history", "after_ms"),
    track: typeOf("history", "track"),
  }).toEqual({
    choice: "whole",
    order: "wholes",
    right: "whole",
    sure: "number",
    probabilities: "numbers",
    option: "text",
    excluded: "whole",
    comment: "text",
    after: "whole",
    track: "text",
  });
});
