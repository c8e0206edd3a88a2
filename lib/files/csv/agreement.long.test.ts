import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, describe, expect, test } from "vitest";
import { openCsv } from "#lib/files/csv/scanner.ts";
import { thorough } from "#lib/testing/thorough.ts";

const folder = mkdtempSync(path.join(tmpdir(), "csv-agreement-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The same numbers for the same seed, so that a table that fails can be made again. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const pieces = [
  "a",
  "Anna ",
  "é",
  "艾",
  "😀",
  ",",
  '"',
  '""',
  "\n",
  "\r",
  "\r\n",
  " ",
  "\t",
  "'",
  "\u200B",
  "0.25",
];

type Table = { text: string; columns: string[]; recordEnd: string; lines: number[] };

function table(seed: number): Table {
  const pick = numbers(seed);
  const recordEnd = ["\n", "\r\n", "\r"][pick(3)]!;
  const columns = Array.from({ length: 2 + pick(6) }, (_, i) => `column ${i}`);
  const cell = () => {
    const size = [0, 1, 3, 12, 60][pick(5)]!;
    const value = Array.from({ length: size }, () => pieces[pick(pieces.length)]!).join("");
    const mustQuote = /[",\r\n]/.test(value) || pick(4) === 0;
    return mustQuote ? `"${value.replaceAll('"', '""')}"` : value;
  };
  const rows = Array.from({ length: pick(12) }, () => columns.map(cell).join(","));
  let text = columns.join(",") + recordEnd;
  const lines = rows.map((row) => {
    const line = (text.match(/\r\n|\r|\n/g)?.length ?? 0) + 1;
    text += row + recordEnd.repeat(1 + (pick(8) === 0 ? 2 : 0));
    return line;
  });
  if (pick(2) === 0) text = text.slice(0, text.length - recordEnd.length);
  return { text: (pick(4) === 0 ? "\uFEFF" : "") + text, columns, recordEnd, lines };
}

async function scan(text: string, columns: readonly string[], windowSize: number) {
  const file = path.join(folder, "table.csv");
  writeFileSync(file, text);
  const csv = await openCsv(file, { windowSize });
  if (!csv.ok) throw new Error(csv.error);
  expect(csv.value.columns).toEqual(columns);
  const rows: { line: number; fields: string[] }[] = [];
  for await (const batch of csv.value.rows(columns)) {
    for (const row of batch) {
      expect(row.problems).toEqual([]);
      rows.push({ line: row.line, fields: columns.map((column) => row.bytes(column).toString("utf8")) });
    }
  }
  return rows;
}

describe("another reader finds the same fields", () => {
  const name = "through a window of %i bytes, in %i tables";
  const few = [
    [1, 5],
    [2, 5],
    [3, 10],
    [7, 10],
    [64, 20],
    [1000, 30],
  ] as const;
  const many = [
    [1, 20],
    [2, 20],
    [3, 40],
    [7, 80],
    [64, 150],
    [1000, 400],
  ] as const;
  test.each(few)(name, expectAgreement);
  thorough.each(many)(name, expectAgreement);

  async function expectAgreement(windowSize: number, tables: number): Promise<void> {
    for (let seed = 0; seed < tables; seed++) {
      const { text, columns, recordEnd, lines } = table(seed * 1009 + windowSize);
      const options = { bom: true, record_delimiter: recordEnd, skip_empty_lines: true };
      const [, ...expected] = parse(text, options) as string[][];
      const rows = await scan(text, columns, windowSize);
      expect(
        rows.map((row) => row.fields),
        `table ${seed}`,
      ).toEqual(expected);
      expect(
        rows.map((row) => row.line),
        `table ${seed}`,
      ).toEqual(lines);
    }
  }
});

test("a broken file reads the same wherever it is cut: 30 files", () => expectSoupAgrees(30));

thorough("a broken file reads the same wherever it is cut: 200 files", () => expectSoupAgrees(200));

async function expectSoupAgrees(files: number): Promise<void> {
  const soup = ['"', '"', '""', ",", ",", "\n", "\r", "\r\n", "a", "é", " ", "\0", "艾"];
  const file = path.join(folder, "soup.csv");
  const read = async (windowSize: number) => {
    const csv = await openCsv(file, { windowSize });
    if (!csv.ok) throw new Error(csv.error);
    const { columns, rows } = csv.value;
    const found: unknown[] = [];
    for await (const batch of rows(columns)) {
      for (const row of batch) {
        const problems = row.problems.map(({ line, column, problem }) => [line, column, problem]);
        found.push([
          row.line,
          problems,
          columns.map((column) => [row.lineOf(column), row.bytes(column).toString("hex")]),
        ]);
      }
    }
    return found;
  };
  for (let seed = 0; seed < files; seed++) {
    const pick = numbers(seed);
    const text = Array.from({ length: 1 + pick(40) }, () => soup[pick(soup.length)]!).join("");
    const bytes = Buffer.from(`a,b,c\n${text}`);
    if (pick(3) === 0) bytes[6 + pick(bytes.length - 6)] = 0xe4;
    writeFileSync(file, bytes);
    const whole = await read(100_000);
    for (const windowSize of [1, 2, 5]) expect(await read(windowSize), `soup ${seed}`).toEqual(whole);
  }
}
