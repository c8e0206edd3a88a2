export type SortValue = string | number | null;
export type Sorting = { column: string; descending: boolean } | null;

type Sortable = { sort: Readonly<Record<string, SortValue>>; text: string };

/** In the address a minus before the column's name means "largest first". */
export function parseSorting(written: string | null, columns: readonly string[]): Sorting {
  if (!written) return null;
  const descending = written.startsWith("-");
  const column = descending ? written.slice(1) : written;
  return columns.includes(column) ? { column, descending } : null;
}

export const writeSorting = (sorting: Sorting): string | null =>
  sorting && `${sorting.descending ? "-" : ""}${sorting.column}`;

/** Up, then down, then back to the order the rows came in. */
export function nextSorting(sorting: Sorting, column: string): Sorting {
  if (sorting?.column !== column) return { column, descending: false };
  return sorting.descending ? null : { column, descending: true };
}

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

export function arrange<Row extends Sortable>(rows: readonly Row[], sorting: Sorting, filter: string): Row[] {
  const wanted = filter.trim().toLocaleLowerCase("en").split(/\s+/);
  const kept = rows.filter((row) => {
    const text = row.text.toLocaleLowerCase("en");
    return wanted.every((word) => text.includes(word));
  });
  if (!sorting) return kept;
  const { column, descending } = sorting;
  return kept.sort((a, b) => compare(a.sort[column] ?? null, b.sort[column] ?? null, descending));
}

/** A missing value comes last in both directions. */
function compare(a: SortValue, b: SortValue, descending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const order = typeof a === "number" && typeof b === "number" ? a - b : collator.compare(`${a}`, `${b}`);
  return descending ? -order : order;
}
