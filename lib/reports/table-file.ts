import { renderLatexTable } from "#lib/reports/latex/write.ts";
import type { ShortNames } from "#lib/reports/latex/short-names.ts";
import { chooseCells, type ChoiceProblem, type TableChoice } from "#lib/reports/tables/choice.ts";
import { declareLetters } from "#lib/reports/tables/latex.ts";
import { renderCsv, type PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { fail, succeed, type Result } from "#lib/result.ts";

export type TableFile = { ending: "tex" | "csv"; type: string; content: string };

type FileRequest = { format: string | null; choice: TableChoice; head: readonly string[]; names: ShortNames };

/** One table as a file: for LaTeX with what was chosen of it, as CSV all of it, unrounded. */
export function renderTableFile(
  table: PrintedTable,
  { format, choice, head, names }: FileRequest,
): Result<TableFile, ChoiceProblem | "wrong_format"> {
  if (format === "csv")
    return succeed({ ending: "csv", type: "text/csv; charset=utf-8", content: renderCsv(table) });
  if (format !== null && format !== "tex") return fail("wrong_format");
  const chosen = chooseCells(table, choice);
  if (!chosen.ok) return chosen;
  const content = declareLetters(renderLatexTable(chosen.value, head, names));
  return succeed({ ending: "tex", type: "text/x-tex; charset=utf-8", content });
}
