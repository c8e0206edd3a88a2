import { csvLine } from "#lib/files/csv/cell.ts";
import type { Column } from "#lib/study-exports/columns.ts";
import type { LineFormat, ExportRow } from "#lib/study-exports/schema.ts";
import type { Cell } from "#lib/task-kinds/exports.ts";

/** The beginning of a file: the header with a byte-order mark, so that spreadsheets read it as UTF-8. */
const writeHead = (format: LineFormat, columns: readonly Column[]): string =>
  format === "csv" ? `\uFEFF${csvLine(columns.map(({ name }) => name))}` : "";

function writeRows(format: LineFormat, rows: readonly ExportRow[]): string {
  if (format === "jsonl") return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  return rows.map((row) => csvLine(Object.values(row).map(plain))).join("");
}

/** A piece for each page of rows, after the head. */
export async function* writeLines(
  format: LineFormat,
  columns: readonly Column[],
  pages: AsyncIterable<readonly ExportRow[]>,
): AsyncGenerator<string> {
  const head = writeHead(format, columns);
  if (head !== "") yield head;
  for await (const rows of pages) yield writeRows(format, rows);
}

const plain = (cell: Cell): string | number | null =>
  cell !== null && typeof cell === "object" ? cell.join(" ") : cell;
