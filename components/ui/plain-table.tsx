import clsx from "clsx";
import { type ReactNode, useId } from "react";

export type PlainColumn = { key: string; label: ReactNode; numeric?: boolean };
export type PlainRow = { id: string; cells: Readonly<Record<string, ReactNode>> };

type Props = {
  caption: ReactNode;
  columns: readonly PlainColumn[];
  rows: readonly PlainRow[];
  /** Where a heading says the same. */
  hideCaption?: boolean;
};

/** For few rows in an order of their own. It scrolls inside, so the keyboard has to be able to reach it. */
export function PlainTable({ caption, columns, rows, hideCaption = true }: Props) {
  const id = useId();
  return (
    <div
      role="region"
      aria-labelledby={id}
      tabIndex={0}
      // Positioned, so that words for screen readers alone don't stick out of it and widen the page.
      className="relative overflow-x-auto rounded-md border border-line bg-raised"
    >
      <table className="w-full border-separate border-spacing-0 text-left">
        <caption
          id={id}
          className={hideCaption ? "sr-only" : "caption-top px-4 py-2 text-left font-semibold"}
        >
          {caption}
        </caption>
        <thead>
          <tr>
            {columns.map(({ key, label, numeric }) => (
              <th
                key={key}
                scope="col"
                className={clsx(
                  "border-b border-edge bg-sunken px-4 py-2 align-bottom text-sm font-semibold",
                  numeric && "text-right",
                )}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className="group">
              {columns.map(({ key, numeric }, index) => (
                <Cell key={key} isFirst={index === 0} numeric={numeric}>
                  {row.cells[key]}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ isFirst, numeric, children }: { isFirst: boolean; numeric?: boolean; children: ReactNode }) {
  const className = clsx(
    "border-b border-line px-4 py-2 align-top group-last:border-b-0",
    numeric && "figures text-right",
  );
  return isFirst ? (
    <th scope="row" className={clsx(className, "font-medium")}>
      {children}
    </th>
  ) : (
    <td className={className}>{children}</td>
  );
}
