import { csvLine, type CsvCell } from "#lib/files/csv/cell.ts";
import { escapeMarkdown } from "#lib/reports/markdown.ts";
import { t, formatDecimal, formatGap, formatP, formatShare } from "#lib/reports/words.ts";
import type { Column, ResultCell, ResultRow, ResultTable } from "#lib/results/table.ts";
import type { View } from "#lib/study-results/schema.ts";

/** What a row is about, where there is more to see of it. */
export type RowSubject =
  | { person: number }
  | { run: number }
  | { page: "overview" | "people" | "cases" | "agreement"; view: View };
export type PrintedRow = { id: string; cells: readonly string[]; about?: RowSubject };

/** A table as a paper prints it, rounded, and its numbers as they are. */
export type PrintedTable = {
  /** Of its files. */
  name: string;
  caption: string;
  notes: readonly string[];
  /** Folded on the page: one of several that say the same of a part each. */ isDetail?: boolean;
  columns: readonly { label: string; numeric: boolean }[];
  /** A rule stands between them. */
  groups: readonly (readonly PrintedRow[])[];
  /** The first line names the columns. */
  csv: readonly (readonly CsvCell[])[];
};

/** The first column names the rows; the others hold numbers. */
export const headColumns = (name: string, numbers: readonly string[]): PrintedTable["columns"] => [
  { label: name, numeric: false },
  ...numbers.map((label) => ({ label, numeric: true })),
];

/** Numbers as they are, of each row by the names of their columns. */
export const writeNumbers = <Row>(
  rows: readonly Row[],
  columns: Readonly<Record<string, (row: Row) => CsvCell>>,
): PrintedTable["csv"] => [
  Object.keys(columns),
  ...rows.map((row) => Object.values(columns).map((cell) => cell(row))),
];

/** Cells of a row, rounded. The first figure that is withheld says why, and those behind it are blank. */
export function printCells<Key extends string>(
  { columns }: Pick<ResultTable<Key>, "columns">,
  { cells, foreseen }: ResultRow<NoInfer<Key>>,
  keys: readonly Key[],
): string[] {
  const { n } = cells as { readonly [key: string]: ResultCell | undefined };
  const at = keys.findIndex((key) => ["too_few", "by_selection"].includes(cells[key]?.reason ?? ""));
  const why = foreseen
    ? t("tables.results.bySelection", { known: foreseen })
    : t("tables.tooFew", { n: n?.value ?? 0 });
  return keys.map((key, i) => {
    if (at >= 0 && i >= at) return i === at ? why : "";
    return printCell(columns[key], cells[key]);
  });
}

function printCell({ kind, digits }: Column, cell: ResultCell | undefined): string {
  if (!cell) return "";
  const { value, n } = cell;
  switch (kind) {
    case "count":
      return n === null ? String(value) : `${value}/${n}`;
    case "pair":
      return t("tables.vote.pair", { onlyPeople: value ?? 0, onlyModel: n ?? 0 });
    case "difference":
      return formatGap(value, cell);
    case "probability":
      return formatP(value);
    case "number":
      return formatDecimal(value, digits);
    case "share":
      // Where nothing was left out there is no share with it.
      return n === 0 ? "" : formatShare(value, cell);
  }
}

export const renderCsv = ({ csv }: PrintedTable): string => `\uFEFF${csv.map(csvLine).join("")}`;

export function renderMarkdownTable({ columns, groups }: Pick<PrintedTable, "columns" | "groups">): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(columns.map(({ label }) => escapeMarkdown(label))),
    line(columns.map(({ numeric }) => (numeric ? "---:" : "---"))),
    ...groups.flat().map(({ cells }) => line(cells.map(escapeMarkdown))),
  ].join("\n");
}
