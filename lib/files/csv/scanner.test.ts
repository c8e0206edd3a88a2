import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { openCsv } from "#lib/files/csv/scanner.ts";
import type { ScanProblem } from "#lib/files/file-problems.ts";

const folder = mkdtempSync(path.join(tmpdir(), "csv-scanner-"));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

function write(content: string | Buffer): string {
  const file = path.join(folder, `${files++}.csv`);
  writeFileSync(file, content);
  return file;
}

async function exhaust(batches: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of batches);
}

type ScannedRow = { line: number; fields: string[]; lines: number[]; problems: readonly ScanProblem[] };

async function read(content: string | Buffer, wanted?: readonly string[]): Promise<ScannedRow[]> {
  const csv = await openCsv(write(content));
  if (!csv.ok) throw new Error(csv.error);
  const rows: ScannedRow[] = [];
  const columns = wanted ?? csv.value.columns;
  for await (const batch of csv.value.rows(columns)) {
    for (const row of batch) {
      const fields = columns.map((column) => row.bytes(column).toString("utf8"));
      rows.push({ line: row.line, fields, lines: columns.map(row.lineOf), problems: row.problems });
    }
  }
  return rows;
}

const fieldsOf = async (content: string | Buffer, wanted?: readonly string[]) =>
  (await read(content, wanted)).map((row) => row.fields);
const problemsOf = async (content: string | Buffer, wanted?: readonly string[]) =>
  (await read(content, wanted)).flatMap((row) => row.problems);
const latin1 = (text: string) => Buffer.from(text, "latin1");

describe("what RFC 4180 says", () => {
  test.each([
    [
      "plain fields",
      "a,b\n1,2\n3,4\n",
      [
        ["1", "2"],
        ["3", "4"],
      ],
    ],
    ["no end behind the last row", "a,b\n1,2", [["1", "2"]]],
    ["an empty last field at the end of the file", "a,b\n1,", [["1", ""]]],
    ["quoted fields", 'a,b\n"1","2"\n', [["1", "2"]]],
    ["an empty quoted field", 'a,b\n"",""', [["", ""]]],
    ["doubled quotation marks", 'a,b\n"say ""no""","""",\n'.replace(",\n", "\n"), [['say "no"', '"']]],
    ["commas and line ends inside", 'a,b\n"1,\n2","\r\n"\n', [["1,\n2", "\r\n"]]],
    [
      "CRLF",
      "a,b\r\n1,2\r\n3,4\r\n",
      [
        ["1", "2"],
        ["3", "4"],
      ],
    ],
    [
      "a lone CR",
      "a,b\r1,2\r3,4",
      [
        ["1", "2"],
        ["3", "4"],
      ],
    ],
    [
      "empty lines",
      "a,b\n\n1,2\r\n\r\n\n3,4\n\n\n",
      [
        ["1", "2"],
        ["3", "4"],
      ],
    ],
    ["blanks belong to the field", "a,b\n 1 ,\t2\n", [[" 1 ", "\t2"]]],
    ["a byte-order mark", "\uFEFFa,b\n1,2\n", [["1", "2"]]],
    ["a byte-order mark before a quotation mark", '\uFEFF"a","b"\n1,2\n', [["1", "2"]]],
    ["a byte-order mark inside stays", "a,b\n\uFEFF1,2\n", [["\uFEFF1", "2"]]],
    [
      "words that mean missing elsewhere",
      "a,b\nNA,null\n=1+1,NaN\n",
      [
        ["NA", "null"],
        ["=1+1", "NaN"],
      ],
    ],
  ])("%s", async (_, text, rows) => {
    expect(await fieldsOf(text)).toEqual(rows);
    expect(await problemsOf(text)).toEqual([]);
  });

  test("only what is wanted is given, in any order; what the file lacks is empty", async () => {
    expect(await fieldsOf("a,b,c\n1,2,3\n", ["c", "none", "a"])).toEqual([["3", "", "1"]]);
  });

  test("the rows can be asked for twice", async () => {
    const csv = await openCsv(write("a\n1\n2\n"));
    if (!csv.ok) throw new Error(csv.error);
    for (let i = 0; i < 2; i++) {
      const values: string[] = [];
      for await (const batch of csv.value.rows(["a"]))
        values.push(...batch.map((row) => `${row.bytes("a")}`));
      expect(values).toEqual(["1", "2"]);
    }
  });

  test("a row and a field stand on the line where they begin", async () => {
    const rows = await read('a,b,c\r\n"1\n2","3\r\n4",5\r\n\r\n6,"7\r8",9\n10,11,12\n');
    expect(rows.map((row) => [row.line, ...row.lines])).toEqual([
      [2, 2, 3, 4],
      [6, 6, 6, 7],
      [8, 8, 8, 8],
    ]);
  });

  test("lines are counted the same in long fields", async () => {
    for (const end of ["\n", "\r\n", "\r"]) {
      const long = `${"x".repeat(17)}${end}`.repeat(70_000);
      const rows = await read(`a,b\n"${long}",1\n2,3\n`, ["b"]);
      expect(rows.map((row) => row.lines[0])).toEqual([70_002, 70_003]);
    }
  });
});

describe("a row that breaks the rules is marked and leaves its neighbours alone", () => {
  const broken = (line: number, column: string) => ({ line, column, problem: "broken_quoting" });

  test.each([
    ["text behind a quotation mark", '"1"x,2,3\n'],
    ["a blank behind it", '"1" ,2,3\n'],
    ["a mark inside a plain field", '1"1,2,3\n'],
    ["marks that are not doubled", '"say "no" to it",2,3\n'],
    ["such marks over several lines", '"say "no"\nto it, "yes," he\n\nsaid "no."\n",2,3\n'],
    ["such marks at the beginning of a line", '"say\n"Go!" he said, "go,"\n"now"\n!",2,3\n'],
    ["such marks up to the end of the field", '"say\nto "him"",2,3\n'],
    ["such a mark, then a comma", '"say "no", to it",2,3\n'],
  ])("%s", async (_, row) => {
    const rows = await read(`a,b,c\n4,5,6\n${row}7,8,9\n"10",11,12\n`);
    expect(rows.map((one) => one.problems.length)).toEqual([0, 1, 0, 0]);
    expect(rows[1]?.problems).toMatchObject([broken(3, "a")]);
    expect(rows.slice(2).map((item) => item.fields)).toEqual([
      ["7", "8", "9"],
      ["10", "11", "12"],
    ]);
  });

  test("what is found is the text around the mark", async () => {
    const [problem] = await problemsOf('a,b\n"Once upon a time somebody said "no" to it",2\n');
    expect(problem?.found).toBe('nce upon a time somebody said "no" to it",2\\u{A}');
  });

  test("a quotation mark that is never closed: where it was opened", async () => {
    const rows = await read('a,b\n1,2\n3,"4\n5,6\n7,8\n');
    expect(rows.map((row) => row.line)).toEqual([2, 3]);
    expect(rows[1]?.problems).toEqual([
      { line: 3, column: "b", problem: "unclosed_quote", found: '"4\\u{A}5,6\\u{A}7,8\\u{A}' },
    ]);
  });

  test("too many and too few fields", async () => {
    const rows = await read('a,b,c\n1,2\n1,2,"3\n",4,5\n1,2,3\n');
    expect(rows.flatMap((row) => row.problems)).toEqual([
      { line: 2, column: "c", problem: "too_few_fields", found: "2 instead of 3" },
      { line: 4, column: null, problem: "too_many_fields", found: "5 instead of 3" },
    ]);
  });

  test("a missing field that nobody wants is no problem", async () => {
    expect(await problemsOf("a,b,c\n1,2\n", ["a", "b"])).toEqual([]);
  });

  test("Latin-1", async () => {
    const rows = await read(latin1("a,b\nok,ok\nGrüße,x\nok,ok\n"));
    expect(rows.map((row) => row.problems)).toEqual([
      [],
      [{ line: 3, column: "a", problem: "not_utf8", found: "Gr\\xFC\\xDFe" }],
      [],
    ]);
  });

  test("half a character at the end of one field and half at the beginning of the next", async () => {
    const problems = await problemsOf(Buffer.concat([Buffer.from("a,b\n"), latin1("\xe2\x82,\xac\n")]));
    expect(problems.map((problem) => problem.column)).toEqual(["a", "b"]);
  });

  test("U+0000", async () => {
    expect(await problemsOf('a,b\n1,"2\n3\0"\n')).toEqual([
      { line: 2, column: "b", problem: "null_character", found: "2\\u{A}3\\u{0}" },
    ]);
  });

  test("a field of more than 1,000,000 bytes is not kept, one of exactly that is", async () => {
    const rows = await read(`a,b\n"${"x".repeat(1_000_000)}",1\n"${"y".repeat(1_000_001)}",2\n3,4\n`);
    expect(rows.map((row) => row.fields[0]?.length)).toEqual([1_000_000, 0, 1]);
    expect(rows.map((row) => row.fields[1])).toEqual(["1", "2", "4"]);
    expect(rows[1]?.problems).toMatchObject([{ line: 3, column: "a", problem: "field_too_long" }]);
    expect(rows[1]?.problems[0]?.found).toMatch(/^"y{78}…$/);
  });
});

test("it stops where it is told to, and says how far it came", async () => {
  const file = write(`a\n${"1\n".repeat(1_000_000)}`);
  const stop = new AbortController();
  const seen: number[] = [];
  const csv = await openCsv(file, { signal: stop.signal, onBytes: (bytes) => seen.push(bytes) });
  if (!csv.ok) throw new Error(csv.error);
  const rows = csv.value.rows(["a"]);
  await rows.next();
  stop.abort();
  await expect(exhaust(rows)).rejects.toThrow("abort");
  expect(seen).toHaveLength(1);
  expect(seen[0]).toBeLessThan(1_000_000);
});
