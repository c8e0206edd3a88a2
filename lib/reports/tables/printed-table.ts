import { csvLine, type CsvCell } from "#lib/files/csv/cell.ts";
import { escapeMarkdown } from "#lib/reports/markdown.ts";
import type { View } from "#lib/study-results/schema.ts";

/** What a row is about, where there is more to see of it. */
export type About =
  | { person: number }
  | { run: number }
  | { page: "overview" | "people" | "cases" | "agreement"; view: View };
export type PrintedRow = { id: string; cells: readonly string[]; about?: About };

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

export const writeCsv = ({ csv }: PrintedTable): string => `\uFEFF${csv.map(csvLine).join("")}`;

export function writeMarkdownTable({ columns, groups }: Pick<PrintedTable, "columns" | "groups">): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(columns.map(({ label }) => escapeMarkdown(label))),
    line(columns.map(({ numeric }) => (numeric ? "---:" : "---"))),
    ...groups.flat().map(({ cells }) => line(cells.map(escapeMarkdown))),
  ].join("\n");
}
