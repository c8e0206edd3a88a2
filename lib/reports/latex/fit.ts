import type { PrintedTable } from "#lib/reports/tables/printed-table.ts";
import { leading, widthOf, type Size } from "#lib/reports/latex/widths.ts";
import { widest, wrapHead, wrapText } from "#lib/reports/latex/wrap.ts";

/** In points: the narrower of a column, or a page, of a two-column article and of one with 2.5 cm of margin, on A4. */
export const rooms = { column: 221, page: 452 } as const;
export type Room = keyof typeof rooms;
/** What both hold from top to bottom, on A4 and on letter. */
export const pageHeight = 530;

export type FittedCell = readonly string[];
export type FittedRow = readonly FittedCell[];
/** A piece of a table that stands on a page of its own, or all of it. */
export type FittedPart = {
  /** Of the table's columns. */
  readonly columns: readonly number[];
  readonly heads: readonly FittedCell[];
  readonly groups: readonly (readonly FittedRow[])[];
  readonly width: number;
};
export type Fitted = {
  readonly room: Room;
  readonly size: Size;
  /** Half of what stands between two columns. */
  readonly gap: number;
  readonly parts: readonly FittedPart[];
};

type Shape = Pick<PrintedTable, "columns" | "groups">;
type Try = { readonly room: Room; readonly size: Size; readonly gap: number; readonly isWrapped: boolean };

/** From the one that reads best to the one that holds most. */
const tries: readonly Try[] = [
  ...([10, 9, 8] as const).map((size): Try => ({ room: "column", size, gap: size / 2, isWrapped: false })),
  { room: "column", size: 8, gap: 4, isWrapped: true },
  ...([10, 9, 8] as const).map((size): Try => ({ room: "page", size, gap: size / 2, isWrapped: false })),
  { room: "page", size: 8, gap: 4, isWrapped: true },
  { room: "page", size: 7, gap: 3, isWrapped: false },
  { room: "page", size: 7, gap: 3, isWrapped: true },
];
const last: Try = { room: "page", size: 8, gap: 4, isWrapped: true };

/** What a wrapped text has at least, and how many lines it takes at most before another way is better. */
const leastText = { column: 80, page: 44 } as const;
const mostLines = { column: 2, page: 3 } as const;
const mostHeadLines: Readonly<Record<Size, number>> = { 10: 2, 9: 2, 8: 3, 7: 3 };

/** As it fits one column, or else both, in the largest letters that do; in several parts where nothing else helps. */
export function fitTable(table: Shape, heightOf: HeightOf): Fitted {
  const columns = table.columns.map((_, i) => i);
  for (const one of tries) {
    const part = setColumns(table, columns, one);
    if (part) return { ...one, parts: cutRows([part], one, heightOf) };
  }
  return { ...last, parts: cutRows(cutColumns(table, last), last, heightOf) };
}

const totalOf = (widths: readonly number[], gap: number): number =>
  widths.reduce((sum, width) => sum + width, 0) + 2 * gap * Math.max(0, widths.length - 1);

/** Null where they don't fit next to each other. */
function setColumns(table: Shape, columns: readonly number[], one: Try, isForced = false): FittedPart | null {
  const { size, gap } = one;
  const room = rooms[one.room];
  const rows = table.groups.flat();
  const isText = (column: number) => table.columns[column]?.numeric === false;
  const natural = columns.map((column) =>
    Math.max(0, ...rows.map(({ cells }) => widthOf(cells[column] ?? "", size))),
  );
  const heads = columns.map((column, i) =>
    wrapHead(table.columns[column]?.label ?? "", natural[i] ?? 0, size, mostHeadLines[size]),
  );
  const widths = columns.map((_, i) => Math.max(natural[i] ?? 0, widest(heads[i] ?? [], size)));
  const caps = new Map<number, number>();
  if (totalOf(widths, gap) > room) {
    const texts = columns.flatMap((column, i) => (isText(column) || isForced ? [i] : []));
    const fixed = columns.reduce((sum, _, i) => sum + (texts.includes(i) ? 0 : (widths[i] ?? 0)), 0);
    const left = room - fixed - 2 * gap * (columns.length - 1);
    const cap = shareOut(
      texts.map((i) => widths[i] ?? 0),
      left,
    );
    if (!isForced && (!one.isWrapped || cap < leastText[one.room])) return null;
    for (const i of texts) caps.set(i, cap);
  }
  const cut = (cells: readonly string[]): FittedRow =>
    columns.map((column, i) => {
      const cap = caps.get(i);
      const text = cells[column] ?? "";
      return cap === undefined ? [text] : wrapText(text, cap, size);
    });
  const groups = table.groups.map((group) => group.map(({ cells }) => cut(cells)));
  const lines = Math.max(1, ...groups.flat(2).map((cell) => cell.length));
  if (lines > mostLines[one.room] && !isForced) return null;
  const named = heads.map((head, i) => {
    const cap = caps.get(i);
    return cap === undefined ? head : head.flatMap((line) => wrapText(line, cap, size));
  });
  return measurePart({ columns, heads: named, groups }, one);
}

function measurePart(part: Omit<FittedPart, "width">, { size, gap }: Try): FittedPart {
  const rows = [part.heads, ...part.groups.flat()];
  const widths = part.columns.map((_, i) => Math.max(0, ...rows.map((row) => widest(row[i] ?? [], size))));
  return { ...part, width: totalOf(widths, gap) };
}

/** The widest ones give way until all of them have room. */
function shareOut(widths: readonly number[], room: number): number {
  let left = room;
  const sorted = widths.toSorted((a, b) => a - b);
  for (const [i, width] of sorted.entries()) {
    const each = left / (sorted.length - i);
    if (width > each) return each;
    left -= width;
  }
  return Infinity;
}

/** As many columns side by side as fit, with the names of the rows before each lot. */
function cutColumns(table: Shape, one: Try): FittedPart[] {
  const parts: FittedPart[] = [];
  let lot: number[] = [];
  const others = table.columns.map((_, i) => i).slice(1);
  for (const column of others) {
    if (lot.length > 0 && !setColumns(table, [0, ...lot, column], one)) {
      parts.push(force(table, [0, ...lot], one));
      lot = [];
    }
    lot.push(column);
  }
  return [...parts, force(table, [0, ...lot], one)];
}

function force(table: Shape, columns: readonly number[], one: Try): FittedPart {
  const part = setColumns(table, columns, one) ?? setColumns(table, columns, one, true);
  if (!part) throw new RangeError("a table has a column that no page holds");
  return part;
}

type HeightOf = (room: Room) => number;

/** A rule with what stands around it. */
const ruleHeight = 6;

const linesOf = (row: FittedRow): number => Math.max(1, ...row.map((cell) => cell.length));

/** More rows than a page holds go on to the next one. */
const cutRows = (parts: readonly FittedPart[], one: Try, heightOf: HeightOf): FittedPart[] =>
  parts.flatMap((part) => {
    const { room, size } = one;
    const head = linesOf(part.heads) * leading[size] + 3 * ruleHeight;
    const pages: FittedRow[][][] = [[]];
    let left = heightOf(room) - head;
    for (const group of part.groups) {
      pages.at(-1)?.push([]);
      left -= ruleHeight;
      for (const row of group) {
        const height = linesOf(row) * leading[size];
        if (height > left) {
          pages.push([[]]);
          left = heightOf(room) - head;
        }
        pages.at(-1)?.at(-1)?.push(row);
        left -= height;
      }
    }
    return pages.map((groups) =>
      measurePart({ ...part, groups: groups.filter((group) => group.length > 0) }, one),
    );
  });
