import type { CsvCell } from "#lib/files/csv/cell.ts";
import type { ResultRow, ResultTable } from "#lib/results/table.ts";

const parts = ["value", "low", "high", "method"] as const;

/** The columns of a table for files, by their names there, and a row's cells in them: unrounded. */
export function renderCsv<Key extends string>(
  { columns }: Pick<ResultTable<Key>, "columns">,
  keys = Object.keys(columns) as Key[],
): { names: string[]; cells: (row: Pick<ResultRow<Key>, "cells">) => CsvCell[] } {
  const named = keys.map((key) => [key, columns[key].csv ?? [key]] as const);
  return {
    names: named.flatMap(([, names]) => names),
    cells: ({ cells }) =>
      named.flatMap(([key, names]) => names.map((_, at) => cells[key]?.[parts[at] ?? "value"])),
  };
}
