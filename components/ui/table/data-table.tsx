"use client";

import clsx from "clsx";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { controlClass } from "#components/ui/fields/field.tsx";
import { draw } from "#components/ui/table/cell.tsx";
import { withoutEmpty } from "#components/ui/table/empty-columns.ts";
import {
  Lines,
  sortableLook,
  SortMark,
  TableBox,
  type TableColumn,
  type TableRow,
  widths,
} from "#components/ui/table/table-parts.tsx";
import {
  type SortValue,
  type Sorting,
  arrange,
  nextSorting,
  parseSorting,
  writeSorting,
} from "#components/ui/table/table-state.ts";
import { useSearchParams } from "next/navigation";

export type Column = TableColumn & { sortable?: boolean; hideLabel?: boolean };
export type Row = TableRow & {
  /** What each sortable column sorts by. */
  sort: Readonly<Record<string, SortValue>>;
  /** What the filter looks through. */
  text: string;
};

type Props = {
  caption: string;
  columns: readonly Column[];
  rows: readonly Row[];
  /** Shown in place of the table while there are no rows at all. */
  empty: ReactNode;
  /** `shown` holds the placeholders {shown} and {total}. */
  words: { filter: string; shown: string; noMatch: string };
  /** Tells several tables of one page apart in the address. */
  name?: string;
  isTight?: boolean;
};

export function DataTable({ caption, columns: given, rows, empty, words, name, isTight = false }: Props) {
  const columns = withoutEmpty(given, rows);
  const sortable = columns.filter((column) => column.sortable).map((column) => column.key);
  const { filter, setFilter, sorting, setSorting } = useTableAddress(sortable, name);
  if (rows.length === 0) return empty;
  const visible = arrange(rows, sorting, filter);
  const count = words.shown.replace("{shown}", `${visible.length}`).replace("{total}", `${rows.length}`);
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <label className="grid w-full max-w-xs gap-1 text-sm font-medium">
          {words.filter}
          <input
            type="search"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
            className={controlClass}
          />
        </label>
        <p role="status" className="figures text-sm text-ink-muted">
          {count}
        </p>
      </div>
      <TableBox
        caption={caption}
        rows={rows.length}
        columns={columns.length}
        isTight={isTight}
        className="[&_tbody_:is(td,th)]:align-middle [&_tbody_tr]:hover:bg-surface"
      >
        <thead>
          <tr>
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} sorting={sorting} onSort={setSorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Lines rows={visible} columns={columns} />
          {visible.length === 0 && (
            <tr>
              <td colSpan={columns.length} className="px-4 py-8 text-center text-ink-muted">
                {words.noMatch}
              </td>
            </tr>
          )}
        </tbody>
      </TableBox>
    </div>
  );
}

function HeaderCell(props: { column: Column; sorting: Sorting; onSort: (sorting: Sorting) => void }) {
  const { column, sorting, onSort } = props;
  const { numeric, atLeast } = column;
  const look = clsx(numeric ? "amount text-balance" : "whitespace-nowrap", atLeast && widths[atLeast]);
  const label = <span className={clsx(column.hideLabel && "sr-only")}>{draw(column.label)}</span>;
  if (!column.sortable)
    return (
      <th scope="col" className={look}>
        {label}
      </th>
    );
  const sorted =
    sorting?.column === column.key ? (sorting.descending ? "descending" : "ascending") : undefined;
  return (
    <th scope="col" aria-sort={sorted} className={clsx(look, "p-0")}>
      <button
        type="button"
        onClick={() => onSort(nextSorting(sorting, column.key))}
        className={sortableLook(numeric)}
      >
        {label}
        <SortMark sorted={sorted} />
      </button>
    </th>
  );
}

/** Keeps sorting and filter in the address, so that a view can be shared and survives a reload. */
function useTableAddress(sortable: readonly string[], name?: string) {
  const prefix = name ? `${name}.` : "";
  const search = useSearchParams();
  const sorting = parseSorting(search.get(`${prefix}sort`), sortable);
  const [filter, setFilterState] = useState(search.get(`${prefix}filter`) ?? "");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  return {
    sorting,
    filter,
    setSorting: (next: Sorting) => write(`${prefix}sort`, writeSorting(next)),
    setFilter(next: string) {
      setFilterState(next);
      clearTimeout(timer.current);
      // Browsers refuse more than about a hundred changes of address in half a minute.
      timer.current = setTimeout(() => write(`${prefix}filter`, next.trim() || null), 300);
    },
  };
}

function write(key: string, value: string | null): void {
  const address = new URL(window.location.href);
  if (value === null) address.searchParams.delete(key);
  else address.searchParams.set(key, value);
  window.history.replaceState(null, "", address);
}
