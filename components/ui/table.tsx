"use client";

import clsx from "clsx";
import type { ReactNode } from "react";
import { Icon } from "#components/ui/icons.tsx";
import { draw } from "#components/ui/piece.tsx";
import { Lines, TableBox, type TableColumn, type TableRow, widths } from "#components/ui/table-parts.tsx";

export type { TableColumn, TableRow };

/** Of a list that the server sorts: such a heading is an address, and needs no script. */
export type LinkedColumn = TableColumn & { href?: string; sorted?: "ascending" | "descending" };

type Props = {
  caption: ReactNode;
  columns: readonly LinkedColumn[];
  rows: readonly TableRow[];
  /** Under the rows: what they come to together. */
  totals?: readonly TableRow[];
  hideCaption?: boolean;
  isTall?: boolean;
  isTight?: boolean;
};

/** Rows in an order that is theirs already. */
export function Table({ caption, columns, rows, totals = [], hideCaption, isTall = false, isTight }: Props) {
  return (
    <TableBox {...{ caption, hideCaption, isTall, isTight }}>
      <thead>
        <tr>
          {columns.map((column) => (
            <Heading key={column.key} column={column} isKept={isTall} />
          ))}
        </tr>
      </thead>
      <tbody>
        <Lines rows={rows} columns={columns} />
      </tbody>
      {totals.length > 0 && (
        <tfoot className="sticky bottom-0 z-10">
          <Lines rows={totals} columns={columns} />
        </tfoot>
      )}
    </TableBox>
  );
}

function Heading({ column, isKept }: { column: LinkedColumn; isKept: boolean }) {
  const { label, numeric, atLeast, href, sorted } = column;
  const look = clsx(numeric && "amount", isKept && "sticky top-0 z-10", atLeast && widths[atLeast]);
  if (!href)
    return (
      <th scope="col" className={look || undefined}>
        {draw(label)}
      </th>
    );
  const icon = sorted === "descending" ? "down" : sorted === "ascending" ? "up" : "either";
  return (
    <th scope="col" aria-sort={sorted} className={clsx(look, "p-0")}>
      <a
        href={href}
        className={clsx(
          "target flex w-full items-end gap-1 px-(--beside) py-2 -outline-offset-2 hover:bg-line",
          numeric && "flex-row-reverse text-right",
        )}
      >
        <span className={clsx(numeric && "text-balance")}>{draw(label)}</span>
        <Icon
          name={icon}
          className={clsx("my-0.75 size-4 shrink-0", sorted ? "text-accent" : "text-ink-muted")}
        />
      </a>
    </th>
  );
}
