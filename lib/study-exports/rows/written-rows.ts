import { csvLine } from "#lib/files/csv/cell.ts";
import type { Column } from "#lib/study-exports/columns.ts";
import type { Cell, ExportFormat, ExportRow } from "#lib/study-exports/schema.ts";

/** The beginning of a file: the header with a byte-order mark, so that spreadsheets read it as UTF-8. */
export const writeHead = (format: ExportFormat, columns: readonly Column[]): string =>
  format === "csv" ? `\uFEFF${csvLine(columns.map(({ name }) => name))}` : "";

export function writeRows(format: ExportFormat, rows: readonly ExportRow[]): string {
  if (format === "jsonl") return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  return rows.map((row) => csvLine(Object.values(row).map(plain))).join("");
}

const plain = (cell: Cell): string | number | null =>
  cell !== null && typeof cell === "object" ? cell.join(" ") : cell;
