import "./table.css";
import clsx from "clsx";
import type { ReactNode } from "react";
import { ControlIcon } from "#components/ui/control-icons.tsx";
import { type Cell, draw } from "#components/ui/table/cell.tsx";

export type TableColumn = {
  key: string;
  label: Cell;
  numeric?: boolean;
  /** However little room there is, in quarters of a rem: words that run over many lines can't be read. */
  atLeast?: keyof typeof widths;
  /** Takes what room the others leave, and shows one line. */
  fills?: boolean;
  /** It is left out where nothing stands in it, or 0 in every row. */
  mayGo?: boolean;
};
export type TableRow = { id: string; cells: Readonly<Record<string, Cell>> };

export const widths = {
  32: "min-w-32",
  36: "min-w-36",
  40: "min-w-40",
  48: "min-w-48",
  56: "min-w-56",
  64: "min-w-64",
};

export type SortDirection = "ascending" | "descending";

/** Of what a heading is pressed by to sort: an address or a button. */
export const sortableLook = (numeric: boolean | undefined): string =>
  clsx(
    "target flex w-full items-end gap-1 px-(--beside) py-2 -outline-offset-2 hover:bg-line",
    numeric && "flex-row-reverse text-right",
  );

export const SortMark = ({ sorted }: { sorted: SortDirection | undefined }) => (
  <ControlIcon
    name={sorted === "descending" ? "down" : sorted === "ascending" ? "up" : "either"}
    className={clsx("my-0.75 size-4 shrink-0", sorted ? "text-accent" : "text-ink-muted")}
  />
);

/** From here on a table has a window of its own: a shorter one is looked through with its page. */
const longFrom = 60;
/** So many columns need more room than a desktop has. */
const wideFrom = 14;

type BoxProps = {
  caption: string;
  /** Where a heading says the same. */
  hideCaption?: boolean | undefined;
  rows: number;
  columns: number;
  /** What stands in it may need more room than a desktop has. */
  isWide?: boolean | undefined;
  /** Of many columns: with less room between them. */
  isTight?: boolean | undefined;
  className?: string;
  children: ReactNode;
};

/** Its headings stay in view. A table that scrolls inside has to be reached by the keyboard. */
export function TableBox(props: BoxProps) {
  const { caption, hideCaption = true, rows, columns, isTight = false, className, children } = props;
  const isLong = rows >= longFrom;
  const isWide = props.isWide || columns >= wideFrom;
  return (
    <div
      role="region"
      aria-label={caption}
      tabIndex={0}
      data-wide={isWide || undefined}
      // Positioned, so that words for screen readers alone don't stick out of it and widen the page.
      className={clsx(
        "beyond relative rounded-md border border-line bg-raised",
        isLong
          ? "in-window max-h-[75dvh] overflow-auto print:max-h-none print:overflow-visible"
          : isWide
            ? "overflow-x-auto"
            : "in-page max-xl:overflow-x-auto",
      )}
    >
      <table
        className={clsx(
          "lines w-full border-separate border-spacing-0 text-left",
          isTight && "tight",
          className,
        )}
      >
        <caption className={hideCaption ? "sr-only" : "caption-top px-4 py-2 text-left font-semibold"}>
          {caption}
        </caption>
        {children}
      </table>
    </div>
  );
}

type LinesProps = {
  rows: readonly TableRow[];
  columns: readonly Pick<TableColumn, "key" | "numeric" | "fills">[];
};

export const Lines = ({ rows, columns }: LinesProps) =>
  rows.map(({ id, cells }) => (
    <tr key={id}>
      {columns.map(({ key, numeric, fills }, index) => {
        const className = numeric ? "amount" : fills ? "fills" : undefined;
        return index === 0 ? (
          <th key={key} scope="row" className={className}>
            {draw(cells[key])}
          </th>
        ) : (
          <td key={key} className={className}>
            {draw(cells[key])}
          </td>
        );
      })}
    </tr>
  ));
