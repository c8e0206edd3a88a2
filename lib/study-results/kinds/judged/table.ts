import type { CsvCell } from "#lib/files/csv/cell.ts";
import { inDigits, inPoints } from "#lib/figures/written.ts";

// One table for screen, paper and file: its columns in one order, and unrounded figures in its rows.

type Ends = { readonly low: number | null; readonly high: number | null };
/** Unrounded; and why it, or its interval, isn't there. */
export type Figure = Ends & { readonly value: number | null; readonly reason?: string | null };
/** Of a mean, as metrics give it. */
export const meanFigure = ({
  mean,
  low,
  high,
  reason,
}: Ends & { mean: number | null; reason: string | null }): Figure => ({
  value: mean,
  low,
  high,
  reason,
});
/** What is too little to be told. */
export const few = { value: null, low: null, high: null, reason: "too_few" } as const;
export type TableCell = string | number | Figure | null | undefined;

export type TableColumn = {
  /** Of its cells, and of its words on screens and in reports unless these have others, or none. */
  key: string;
  kind:
    | "name"
    | "model"
    | "text"
    | "count"
    | "number"
    | "bounded"
    | "interval"
    | "share"
    | "shareWithin"
    | "points"
    | "range"
    | "probability";
  digits?: number;
  /** Of ends that are never joined by a dash. */
  isApart?: boolean;
  /** On paper, where it isn't written as others of its kind are. */
  write?: (figure: Figure) => string;
  screen?: string | null;
  print?: string | null;
  /** Where it has no words, but a name. */
  label?: string;
  /** However little room there is. */
  atLeast?: 32 | 40 | 48;
  /** What files call it: a figure, its low and high end, and why it isn't there. */
  csv?: readonly string[];
};
/** Of files alone, under names of any kind. */
export const inFilesAs = (csv: Readonly<Record<string, readonly string[]>>): TableColumn[] =>
  Object.entries(csv).map(([key, names]) => ({ key, kind: "text", screen: null, print: null, csv: names }));

/** Of files alone, parted by blanks: the key of a cell, and behind a colon what files call it, unless that is the same. */
export const inFiles = (columns: string): TableColumn[] =>
  columns.split(" ").flatMap((column) => {
    const [key = "", names = key] = column.split(":");
    return inFilesAs({ [key]: names.split(",") });
  });

/** A cell that a row lacks is left out on paper. */
export type TableRow = { id: string; cells: Readonly<Record<string, TableCell>> };

/** Names of the four columns that files have of a figure. */
export const csvOf = (name: string): string[] => [name, `${name}_low`, `${name}_high`, `${name}_reason`];

/** Two bounds; a dash between them would be read as a minus. */
export const joinEnds = (
  low: number,
  high: number,
  apart: string,
  { digits = 2, isApart = false }: { digits?: number; isApart?: boolean } = {},
): string =>
  `${inDigits(low, digits)}${isApart || low < 0 || high < 0 ? apart : "–"}${inDigits(high, digits)}`;

export const formatEnds = ({ low, high }: Ends, digits = 2, isApart = false): string =>
  low === null || high === null ? "–" : joinEnds(low, high, " to ", { digits, isApart });

export const formatFigure = ({ value, ...ends }: Figure, digits = 2, isApart = false): string =>
  value === null
    ? "–"
    : ends.low === null
      ? inDigits(value, digits)
      : `${inDigits(value, digits)} (${formatEnds(ends, digits, isApart)})`;

const inTwo = (value: number) => value.toFixed(2).replace(/^-/, "−");

/** As reports write coefficients: what rounds to nothing keeps its sign. */
export const writeCoefficient = ({ value, low, high }: Figure): string =>
  value === null
    ? "–"
    : low === null || high === null
      ? inTwo(value)
      : `${inTwo(value)} (${inTwo(low)} to ${inTwo(high)})`;

export const figureIn = (cell: TableCell): Figure =>
  typeof cell === "object" && cell !== null
    ? cell
    : { value: typeof cell === "number" ? cell : null, low: null, high: null };

function csvCells({ csv = [] }: TableColumn, cell: TableCell): CsvCell[] {
  const isFigure = typeof cell === "object" && cell !== null;
  const parts = isFigure ? [cell.value, cell.low, cell.high, cell.reason ?? null] : [cell ?? null];
  return csv.map((_, at) => parts[at] ?? null);
}

/** For files, unrounded. */
export const writeLines = (
  columns: readonly TableColumn[],
  rows: readonly TableRow[],
  of: Readonly<Record<string, CsvCell>> = {},
): CsvCell[][] => [
  [...Object.keys(of), ...columns.flatMap(({ csv = [] }) => csv)],
  ...rows.map(({ cells }) => [
    ...Object.values(of),
    ...columns.flatMap((column) => csvCells(column, cells[column.key])),
  ]),
];

export const isNumeric = (kind: TableColumn["kind"]): boolean => !["name", "model", "text"].includes(kind);

type Unit = {
  kind?: "bounded" | "points";
  digits?: number;
  isApart?: boolean;
  /** On paper. */
  write?: (value: number) => string;
};

/** Two origins, or two values of an attribute, against each other. */
export const listDifferenceColumns = ({
  kind = "bounded",
  digits = 2,
  isApart = false,
  write = (value) => (kind === "points" ? inPoints(value) : inDigits(value, digits)),
}: Unit = {}): TableColumn[] => [
  { key: "first", kind: "name", atLeast: 32, csv: ["first"] },
  { key: "second", kind: "name", atLeast: 32, csv: ["second"] },
  {
    key: "difference",
    kind,
    digits,
    isApart,
    write: ({ value }) => (value === null ? "–" : write(value)),
    csv: ["difference", "low", "high"],
  },
  {
    key: "interval",
    kind: "interval",
    screen: null,
    write: ({ low, high }) => (low === null || high === null ? "–" : `${write(low)} to ${write(high)}`),
  },
  { key: "groups", kind: "count", csv: ["groups"] },
  ...inFiles("raters"),
  { key: "p", kind: "probability", csv: ["p"] },
  { key: "holm", kind: "probability", csv: ["p_holm"] },
  ...inFiles("reason"),
];

type Difference = Record<"difference" | "low" | "high" | "p" | "holm", number | null> & {
  groups: number;
  raters: number;
  reason: string | null;
};
/** What is compared, by name; and where there are several such things, in what. */
type Compared = { id: string; first?: string; second?: string; label?: string };

export function differenceRow(
  { difference: value, low, high, reason, groups, raters, p, holm }: Difference,
  { id, ...names }: Compared,
  own: Readonly<Record<string, TableCell>> = {},
): TableRow {
  const difference = { value, low, high, reason };
  return {
    id,
    cells: { ...names, difference, interval: difference, groups, raters, p, holm, reason, ...own },
  };
}
