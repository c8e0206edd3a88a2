import type { CsvCell } from "#lib/files/csv/cell.ts";
import { inDigits } from "#lib/figures/written.ts";
import type { Facts } from "#lib/reports/facts.ts";
import { formatCaption } from "#lib/reports/head.ts";
import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { formatP, formatShare } from "#lib/reports/words.ts";
import {
  few,
  figureIn,
  isNumeric,
  formatEnds,
  formatFigure,
  writeLines,
  type TableCell,
  type TableColumn,
  type TableRow,
} from "#lib/study-results/kinds/judged/table.ts";

function printCell({ kind, digits = 2, write }: TableColumn, cell: TableCell, tooFew: string): string {
  if (cell === few) return kind === "interval" ? "–" : tooFew;
  if (typeof cell === "string") return cell;
  const { value, ...ends } = figureIn(cell);
  if (write) return write({ value, ...ends });
  switch (kind) {
    case "interval":
      return formatEnds(ends, digits);
    case "probability":
      return formatP(value);
    case "share":
    case "shareWithin":
      return formatShare(value, ends);
    case "bounded":
      return formatFigure({ value, ...ends }, digits);
    case "number":
      return value === null ? "–" : inDigits(value, digits);
    default:
      return value === null ? "–" : String(value);
  }
}

const isFew = ({ cells }: TableRow): boolean => Object.values(cells).includes(few);

type Printed = Pick<PrintedTable, "name" | "notes"> & {
  caption: string;
  /** What of it the plan may have named, beside the rest. */
  standing?: "people" | "alternative";
  isDetail?: true;
  columns: readonly TableColumn[];
  groups: readonly (readonly TableRow[])[];
  /** What files tell of all rows alike, before anything else. */
  of?: Readonly<Record<string, CsvCell>>;
  /** Rows of files; all that are printed unless they are others. */
  fileRows?: readonly TableRow[];
  say: (key: string) => string;
};

export function printTable(facts: Facts, table: Printed): PrintedTable {
  const { name, notes, isDetail, columns, groups, of = {}, fileRows = groups.flat(), say } = table;
  const printed = columns.filter(({ print }) => print !== null);
  const tooFew = printed.length > 0 && groups.flat().some(isFew) ? say("tooFew") : "";
  return {
    name,
    caption: formatCaption(facts, table.caption, table.standing ?? "rest", "rest"),
    notes,
    ...(isDetail && { isDetail }),
    columns: printed.map(({ key, kind, print, label }) => ({
      label: label ?? say(print ?? key),
      numeric: isNumeric(kind),
    })),
    groups: groups.map((rows) =>
      rows.map(({ id, cells }) => ({
        id,
        cells: printed
          .filter(({ key }) => cells[key] !== undefined)
          .map((column) => printCell(column, cells[column.key], tooFew)),
      })),
    ),
    csv: writeLines(columns, fileRows, { answers_of: facts.view.who, ...of }),
  };
}
