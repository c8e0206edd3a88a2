import { asPercent, inCount, inDigits, inPercent, inProbability, inRange } from "#lib/figures/written.ts";
import { nameSubject } from "#lib/results/render/subjects.ts";
import type { Column, ResultCell, ResultTable } from "#lib/results/table.ts";
import type { TableSpec } from "#lib/results/tables/table-spec.ts";
import type { Population } from "#lib/study-results/schema.ts";

/** For a terminal: in English, rounded for the eye. */
export function renderLines({ words }: TableSpec, table: ResultTable, who: Population): string[] {
  const { title, columns } = words.en;
  const keys = Object.keys(table.columns);
  const lines = [
    ["", ...keys.map((key) => columns[key] ?? key)],
    ...table.rows.map(({ subject, cells }) => [
      nameSubject(subject, "en", who),
      ...keys.map((key) => formatCell(table.columns[key], cells[key])),
    ]),
  ];
  const widths = lines[0]?.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0))) ?? [];
  return [
    `${title}:`,
    ...lines.map((line) => `  ${line.map((text, at) => text.padEnd(widths[at] ?? 0)).join("  ")}`.trimEnd()),
  ];
}

function formatCell(column: Column | undefined, cell: ResultCell | undefined): string {
  if (!column || !cell) return "";
  const { value, low, high, reason } = cell;
  if (reason === "too_few") return "too few";
  if (value === null) return "–";
  switch (column.kind) {
    case "count":
      return inCount(value);
    case "number":
      return inDigits(value, column.digits ?? 3);
    case "probability":
      return inProbability(value);
    case "difference":
      return inPercent(value);
    default:
      return `${asPercent(value)}${low === null || high === null ? "" : ` (${inRange(low, high)})`}`;
  }
}
