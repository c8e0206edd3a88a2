"use client";

import clsx from "clsx";
import { draw } from "#components/ui/table/cell.tsx";
import { withoutEmpty } from "#components/ui/table/empty-columns.ts";
import {
  Lines,
  type SortDirection,
  sortableLook,
  SortMark,
  TableBox,
  type TableColumn,
  type TableRow,
  widths,
} from "#components/ui/table/table-parts.tsx";

/** Of a list that the server sorts: such a heading is an address, and needs no script. */
export type LinkedColumn = TableColumn & { href?: string; sorted?: SortDirection };

export type { TableColumn, TableRow };

type Props = {
  caption: string;
  columns: readonly LinkedColumn[];
  rows: readonly TableRow[];
  /** Under the rows: what they come to together. */
  totals?: readonly TableRow[];
  hideCaption?: boolean;
  isWide?: boolean;
  isTight?: boolean;
};

/** Rows in the order they are given. */
export function Table({ columns: given, rows, totals = [], ...box }: Props) {
  const columns = withoutEmpty(given, rows);
  return (
    <TableBox {...box} rows={rows.length} columns={columns.length}>
      <thead>
        <tr>
          {columns.map((column) => (
            <Heading key={column.key} column={column} />
          ))}
        </tr>
      </thead>
      <tbody>
        <Lines rows={rows} columns={columns} />
      </tbody>
      {totals.length > 0 && (
        <tfoot>
          <Lines rows={totals} columns={columns} />
        </tfoot>
      )}
    </TableBox>
  );
}

function Heading({ column }: { column: LinkedColumn }) {
  const { label, numeric, atLeast, href, sorted } = column;
  const look = clsx(numeric && "amount", atLeast && widths[atLeast]);
  if (!href)
    return (
      <th scope="col" className={look || undefined}>
        {draw(label)}
      </th>
    );
  return (
    <th scope="col" aria-sort={sorted} className={clsx(look, "p-0")}>
      <a href={href} className={sortableLook(numeric)}>
        <span className={clsx(numeric && "text-balance")}>{draw(label)}</span>
        <SortMark sorted={sorted} />
      </a>
    </th>
  );
}
