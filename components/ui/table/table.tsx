import { isValidElement } from "react";
import type { Cell } from "#components/ui/table/cell.tsx";
import { LiveTable } from "#components/ui/table/live-table.tsx";
import type { TableColumn, TableRow } from "#components/ui/table/table-parts.tsx";
import { WholeTable, type LinkedColumn, type TableProps } from "#components/ui/table/whole-table.tsx";
import { Once } from "#components/ui/written/once.tsx";

export type { LinkedColumn, TableColumn, TableRow };

/** Rows in an order that is theirs already. Of words alone it is written as they are; elements may need a script. */
export function Table(props: TableProps) {
  const { columns, rows, totals = [] } = props;
  const isWords = columns.every(({ label }) => hasWords(label)) && [...rows, ...totals].every(areWords);
  if (!isWords) return <LiveTable {...props} />;
  return (
    <Once>
      <WholeTable {...props} />
    </Once>
  );
}

const areWords = ({ cells }: TableRow): boolean => Object.values(cells).every(hasWords);

function hasWords(cell: Cell): boolean {
  if (typeof cell !== "object" || cell === null) return true;
  if (Array.isArray(cell)) return cell.every(hasWords);
  if (isValidElement(cell)) return false;
  if ("line" in cell) return hasWords(cell.line);
  if ("more" in cell) return cell.lines.every(hasWords);
  return "text" in cell || "badge" in cell || "quote" in cell;
}
