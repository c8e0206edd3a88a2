import { z } from "zod";
import { renderLatexTable, type ShortNames } from "#lib/reports/latex/write.ts";
import { declareLetters } from "#lib/reports/tables/latex.ts";
import { renderCsv, type PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { fail, succeed, type Result } from "#lib/result.ts";

/** Of a table's file: a comma parts several, and none is all of them. */
const keys = z
  .array(z.string().max(500))
  .max(2_000)
  .transform((asked) => asked.flatMap((list) => list.split(",")).filter(Boolean));
const tableChoice = z.object({ columns: keys, rows: keys });
type TableChoice = z.output<typeof tableChoice>;

export const readChoice = (asked: URLSearchParams) =>
  tableChoice.safeParse({ columns: asked.getAll("columns"), rows: asked.getAll("rows") });

type KeyedLabel = { readonly key: string; readonly label: string };

/** What an address, or a command, calls the columns and the rows: their own words without signs, none of them twice. */
function keysOf(labels: readonly string[]): KeyedLabel[] {
  const taken = new Map<string, number>();
  return labels.map((label) => {
    const plain =
      label
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, "-")
        .replace(/^-|-$/g, "") || "-";
    const count = (taken.get(plain) ?? 0) + 1;
    taken.set(plain, count);
    return { key: count === 1 ? plain : `${plain}-${count}`, label };
  });
}

type Shape = Pick<PrintedTable, "columns" | "groups">;

/** The first names the rows, so it stays. */
export const columnKeys = ({ columns }: Shape): KeyedLabel[] =>
  keysOf(columns.map(({ label }) => label)).slice(1);
export const rowKeys = ({ groups }: Shape): KeyedLabel[] =>
  keysOf(groups.flat().map(({ cells }) => cells[0] ?? ""));

type ChoiceProblem = "unknown_column" | "unknown_row";

/** The table with no more than was asked for, in its own order. */
export function chooseCells<Table extends Shape>(
  table: Table,
  { columns, rows }: TableChoice,
): Result<Table, ChoiceProblem> {
  const knownColumns = columnKeys(table).map(({ key }) => key);
  const knownRows = rowKeys(table).map(({ key }) => key);
  if (columns.some((key) => !knownColumns.includes(key))) return fail("unknown_column");
  if (rows.some((key) => !knownRows.includes(key))) return fail("unknown_row");
  const isKept = (column: number) =>
    column === 0 || columns.length === 0 || columns.includes(knownColumns[column - 1] ?? "");
  let at = 0;
  const groups = table.groups
    .map((group) =>
      group
        .filter(() => {
          const key = knownRows[at++] ?? "";
          return rows.length === 0 || rows.includes(key);
        })
        .map((row) => ({ ...row, cells: row.cells.filter((_, i) => isKept(i)) })),
    )
    .filter((group) => group.length > 0);
  return succeed({ ...table, groups, columns: table.columns.filter((_, i) => isKept(i)) });
}

type FileRequest = { format: string | null; choice: TableChoice; head: readonly string[]; names: ShortNames };

/** One table as a file: for LaTeX with what was chosen of it, as CSV all of it, unrounded. */
export function renderTableFile(
  table: PrintedTable,
  { format, choice, head, names }: FileRequest,
): Result<{ ending: "tex" | "csv"; type: string; content: string }, ChoiceProblem | "wrong_format"> {
  if (format === "csv")
    return succeed({ ending: "csv", type: "text/csv; charset=utf-8", content: renderCsv(table) });
  if (format !== null && format !== "tex") return fail("wrong_format");
  const chosen = chooseCells(table, choice);
  if (!chosen.ok) return chosen;
  const content = declareLetters(renderLatexTable(chosen.value, head, names));
  return succeed({ ending: "tex", type: "text/x-tex; charset=utf-8", content });
}
