export type CsvCell = string | number | bigint | boolean | null | undefined;

// Blanks, invisible characters and quotation marks in front don't keep a spreadsheet from reading a formula.
const formula = /^[\s\p{Cc}\p{Cf}"'“”‘’«»＂＇]*[=+\-@＝＋－＠]|^[\t\r]/u;
const needsQuotes = /[",\r\n]|^\s|\s$/u;

/**
 * The one rule for everything that is written as CSV: a text that a spreadsheet would take for a formula gets an
 * apostrophe in front, any other text stands as it is, a number as the shortest digits that read back as the
 * same number, and nothing where there is nothing. What must come back to the byte is exported as JSON Lines.
 */
export function csvCell(cell: CsvCell): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell !== "string") return String(cell);
  const safe = formula.test(cell) ? `'${cell}` : cell;
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One row with its end, as RFC 4180 has it. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}
