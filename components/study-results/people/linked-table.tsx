import clsx from "clsx";
import { type ReactNode, useId } from "react";
import { Icon } from "#components/ui/icons.tsx";

export type LinkedColumn = {
  key: string;
  label: ReactNode;
  numeric?: boolean;
  /** Where the same list is found sorted by this column. */
  href?: string;
  sorted?: "ascending" | "descending";
};
export type LinkedRow = { id: string; cells: Readonly<Record<string, ReactNode>> };

type Props = {
  caption: string;
  columns: readonly LinkedColumn[];
  rows: readonly LinkedRow[];
  /** Under the rows: what they come to together. */
  totals?: readonly LinkedRow[];
};

/** A page of a list that the server sorts: its headings are addresses, and need no script. */
export function LinkedTable({ caption, columns, rows, totals = [] }: Props) {
  const id = useId();
  return (
    <div
      role="region"
      aria-labelledby={id}
      // It scrolls, so the keyboard has to be able to reach it.
      tabIndex={0}
      className="relative max-h-[75dvh] overflow-auto rounded-md border border-line bg-raised print:max-h-none print:overflow-visible"
    >
      <table className="w-full border-separate border-spacing-0 text-left">
        <caption id={id} className="sr-only">
          {caption}
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.key} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Line key={row.id} row={row} columns={columns} look="group-last:border-b-0" />
          ))}
        </tbody>
        {totals.length > 0 && (
          <tfoot className="sticky bottom-0 z-10">
            {totals.map((row, i) => (
              <Line
                key={row.id}
                row={row}
                columns={columns}
                look={clsx("bg-sunken font-semibold", i === 0 && "border-t border-t-edge")}
              />
            ))}
          </tfoot>
        )}
      </table>
    </div>
  );
}

const headingLook = "sticky top-0 z-10 border-b border-edge bg-sunken text-sm font-semibold";

function Heading({ column: { label, numeric, href, sorted } }: { column: LinkedColumn }) {
  if (!href)
    return (
      <th scope="col" className={clsx(headingLook, "px-4 py-2 align-bottom", numeric && "text-right")}>
        {label}
      </th>
    );
  const icon = sorted === "descending" ? "down" : sorted === "ascending" ? "up" : "either";
  return (
    <th scope="col" aria-sort={sorted} className={clsx(headingLook, "p-0 align-bottom")}>
      <a
        href={href}
        className={clsx(
          "target flex w-full items-center gap-1 px-4 -outline-offset-2 hover:bg-line",
          numeric && "flex-row-reverse",
        )}
      >
        <span className={clsx(numeric && "min-w-18 text-balance")}>{label}</span>
        <Icon name={icon} className={clsx("size-4 shrink-0", sorted ? "text-accent" : "text-ink-muted")} />
      </a>
    </th>
  );
}

type LineProps = { row: LinkedRow; columns: readonly LinkedColumn[]; look: string };

function Line({ row, columns, look }: LineProps) {
  return (
    <tr className="group">
      {columns.map(({ key, numeric }, index) => {
        const className = clsx(
          "border-b border-line px-4 py-2 align-top",
          numeric && "figures text-right",
          look,
        );
        return index === 0 ? (
          <th key={key} scope="row" className={clsx(className, "font-medium")}>
            {row.cells[key]}
          </th>
        ) : (
          <td key={key} className={className}>
            {row.cells[key]}
          </td>
        );
      })}
    </tr>
  );
}
