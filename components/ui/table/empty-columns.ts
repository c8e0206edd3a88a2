import { isValidElement } from "react";
import type { Cell } from "#components/ui/table/cell.tsx";
import type { TableColumn, TableRow } from "#components/ui/table/table-parts.tsx";

const signsOfNothing: readonly unknown[] = [null, undefined, false, "", 0, "0", "–", "0%", "0.0", "…"];

/** Whether a cell says no more than that there is nothing, or none of it. */
export function isNothing(cell: Cell): boolean {
  if (typeof cell !== "object" || cell === null) return signsOfNothing.includes(cell);
  if (Array.isArray(cell)) return cell.every(isNothing);
  if (isValidElement(cell)) return false;
  if ("text" in cell) return isNothing(cell.text);
  if ("line" in cell) return isNothing(cell.line);
  return "quote" in cell && cell.quote === "";
}

const isEmpty = ({ key, mayGo }: Pick<TableColumn, "key" | "mayGo">, rows: readonly TableRow[]): boolean =>
  mayGo === true && rows.length > 0 && rows.every(({ cells }) => isNothing(cells[key]));

/** The columns that tell something. */
export const withoutEmpty = <Column extends TableColumn>(
  columns: readonly Column[],
  rows: readonly TableRow[],
): Column[] => columns.filter((column) => !isEmpty(column, rows));

/** What the others are called, so that nobody looks for them in vain. */
export const namesOfEmpty = (columns: readonly TableColumn[], rows: readonly TableRow[]): string[] =>
  columns
    .filter((column) => isEmpty(column, rows))
    .flatMap(({ label }) => (typeof label === "string" ? label : []));
