import { expect, test } from "vitest";
import { fitTable, pageHeight, rooms } from "#lib/reports/latex/fit.ts";
import { shortenNames, shortenRuns } from "#lib/reports/latex/short-names.ts";
import { widthOf } from "#lib/reports/latex/widths.ts";
import { wrapHead, wrapText } from "#lib/reports/latex/wrap.ts";
import { writeLatexTable } from "#lib/reports/latex/write.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { imaginePapers, paperStudies } from "#lib/reports/testing/paper-studies.ts";
import { imagineReport } from "#lib/reports/testing/reports.ts";
import { thorough } from "#lib/testing/thorough.ts";

async function makeTables(name: string): Promise<PrintedTable[]> {
  const rows = paperStudies[name]!();
  const { tables, facts } = await imagineReport(rows, "people", imaginePapers(rows));
  return tables.map((table) => shortenNames(table, shortenRuns(facts.rows.runs)));
}

// \settowidth of pdfTeX, in points: letters, pairs that are kerned, joined letters, the end of a sentence, signs.
test.each([
  ["Mistral-Large-Instruct-2411", 10, 120.88911],
  ["Mistral-Large-Instruct-2411", 8, 102.6862],
  ["office flavour AVAb", 10, 84.47235],
  ["70.0 (56.2 to 80.9)", 10, 80.0002],
  ["too few: 3", 10, 44.44453],
  ["−2.1", 10, 20.55562],
] as const)("%j of size %d is as wide as TeX says", (text, size, points) => {
  expect(widthOf(text, size)).toBeCloseTo(points, 2);
});

function expectToFit(table: PrintedTable): void {
  const fitted = fitTable(table, () => pageHeight);
  for (const { width, heads, columns } of fitted.parts) {
    expect(width, table.name).toBeLessThanOrEqual(rooms[fitted.room]);
    expect(heads).toHaveLength(columns.length);
  }
}

function expectToBeWhole(table: PrintedTable): void {
  const fitted = fitTable(table, () => pageHeight);
  const told = (cell: readonly string[] = []) => cell.join("").replace(/\s/g, "");
  const columns = new Set(fitted.parts.flatMap((part) => part.columns));
  expect([...columns].sort((a, b) => a - b)).toEqual(table.columns.map((_, i) => i));
  for (const column of columns) {
    const cells = fitted.parts
      .filter((part) => part.columns.includes(column))
      .flatMap((part) => part.groups.flat().map((row) => told(row[part.columns.indexOf(column)])));
    const wanted = table.groups.flat().map(({ cells: all }) => told([all[column] ?? ""]));
    // Names stand before every lot of columns.
    expect(column === 0 ? cells.slice(0, wanted.length) : cells, table.name).toEqual(wanted);
  }
}

async function expectTablesOf(study: string): Promise<void> {
  const tables = await makeTables(study);
  expect(tables.length).toBeGreaterThan(5);
  for (const table of tables) {
    expectToFit(table);
    expectToBeWhole(table);
  }
}

test("each table of a small study fits a column or a page, with every row and column once", () =>
  expectTablesOf("small"));

thorough("each table of a large study fits a column or a page, with every row and column once", () =>
  expectTablesOf("large"),
);

const wide = (columns: number, rows: number): PrintedTable => ({
  name: "wide",
  caption: "Wide",
  notes: [],
  csv: [],
  columns: Array.from({ length: columns }, (_, i) => ({
    label: `Column with a long name ${i}`,
    numeric: i > 0,
  })),
  groups: [
    Array.from({ length: rows }, (_, row) => ({
      id: String(row),
      cells: Array.from({ length: columns }, (_, i) => (i === 0 ? "x".repeat(180) : "100.0 (99.9 to 100.0)")),
    })),
  ],
});

test("twenty columns and a hundred rows are cut into parts under one number, each with its names", () => {
  const fitted = fitTable(wide(20, 100), () => pageHeight);
  expect(Math.max(...fitted.parts.map(({ width }) => width))).toBeLessThanOrEqual(rooms.page);
  expect(fitted.parts.every(({ columns }) => columns[0] === 0)).toBe(true);
  const written = writeLatexTable(wide(20, 100), []);
  expect(written.match(/\\label/g)).toHaveLength(1);
  const parts = written.match(/\\begin\{table\*\}/g)?.length ?? 0;
  expect(written.match(/\\addtocounter\{table\}\{-1\}/g)).toHaveLength(parts - 1);
  expect(written).toContain("(part 2 of ");
});

test("heads and texts are broken where readers expect it", () => {
  expect(wrapHead("Right, % (95 % interval)", 40, 10, 3)).toEqual(["Right, %", "(95 %", "interval)"]);
  expect(wrapHead("Cases", 5, 10, 3)).toEqual(["Cases"]);
  expect(wrapText("Mistral-Large-Instruct-2411", 70, 10)).toEqual(["Mistral-Large-", "Instruct-2411"]);
  expect(wrapText("红楼梦与水浒传", 45, 10)).toEqual(["红楼梦与", "水浒传"]);
  expect(wrapText("x".repeat(30), 60, 10).join("")).toBe("x".repeat(30));
});

test("long versions of models stand in notes, and a method that all share is told once", () => {
  const runs = ["a", "b"].map((model) => ({
    model,
    method: "zero-shot",
    version: `sha256:${model.repeat(64)}`,
  }));
  const table = wide(1, 0);
  const [first, second] = runs.map(({ model, method, version }) => `${model} (${method}, ${version})`);
  const { groups, notes } = shortenNames(
    {
      ...table,
      groups: [
        [
          { id: "1", cells: [first ?? ""] },
          { id: "2", cells: [`${second} (selecting model)`] },
        ],
      ],
    },
    shortenRuns(runs),
  );
  expect(groups[0]?.map(({ cells }) => cells[0])).toEqual(["a\ue000a", "b\ue000b (selecting model)"]);
  expect(notes.at(-1)).toMatch(
    /^Method of every model: zero-shot\. Versions: a sha256:a{13}…; b sha256:b{13}…\. The CSV file has them in full\.$/,
  );
});
