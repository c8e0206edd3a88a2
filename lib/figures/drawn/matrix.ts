import { type Drawing, type DrawingNode, drawingOf, rect, title } from "#lib/figures/drawing.ts";
import type { Look } from "#lib/figures/look.ts";
import { drawText, linked, tint } from "#lib/figures/marks.ts";
import { shorten, widthOf, wrap } from "#lib/figures/text.ts";
import { inPercent } from "#lib/figures/written.ts";

export type MatrixSide = {
  readonly id: string;
  readonly label: string;
  readonly href?: string;
  /** The first of another sort: a gap before it. */
  readonly isApart?: boolean;
  /** Over the first column of a sort: what it is. */
  readonly heading?: string;
};

export type MatrixCell = {
  readonly value: number | null;
  /** In place of the value in percent. */
  readonly label?: string;
  /** Below it, smaller: what the value is over. */
  readonly note?: string;
  readonly title?: string;
  readonly href?: string;
};

export type MatrixInput = {
  readonly rows: readonly MatrixSide[];
  readonly columns: readonly MatrixSide[];
  /** By row, then by column; null leaves its place empty, as under a diagonal. */
  readonly cells: readonly (readonly (MatrixCell | null)[])[];
  /** The values that get no tint and the strongest. */
  readonly scale?: readonly [number, number];
  readonly words: { readonly rows: string; readonly columns: string };
};

const saidOf = ({ value, label: said }: MatrixCell): string =>
  said ?? (value === null ? "–" : inPercent(value, 0));

/** How wide and how high everything is, and whether the columns' names fit above them. */
function layOut({ rows, columns, cells, words }: MatrixInput, { width, text, small }: Look) {
  const labelRoom = Math.min(
    Math.max(widthOf(words.rows, small), ...rows.map((row) => widthOf(row.label, small))) + text * 0.8,
    Math.max(width * 0.3, text * 11),
  );
  const widest = Math.max(
    1,
    ...cells
      .flat()
      .map((cell) =>
        cell ? Math.max(widthOf(saidOf(cell), small * 0.9), widthOf(cell.note ?? "", small * 0.85)) : 0,
      ),
  );
  const least = widest + text * 0.5;
  const gap = text * 0.7;
  const gaps = columns.filter(({ isApart }) => isApart).length * gap;
  const cell = Math.min(
    Math.max(least, (width - labelRoom - gaps) / Math.max(1, columns.length)),
    Math.max(text * 4, least),
  );
  const longest = Math.max(0, ...columns.map((column) => widthOf(column.label, small)));
  const isUpright = longest <= cell * 0.95;
  const headRoom = isUpright ? small * 1.3 : Math.min(longest, text * 14);
  const xs = placeSides(columns, labelRoom, cell, gap);
  const all = Math.max(width, xs.at(-1) ?? 0);
  const heading = wrap(words.columns, all - labelRoom, small, { lines: 3 });
  const sorts = small * (0.25 + 1.25 * heading.length);
  const headings = columns.some((column) => column.heading) ? small * 1.6 : 0;
  const top = sorts + headings + headRoom + text * 0.5;
  const isNoted = cells.flat().some((one) => one?.note);
  const height = Math.max(text * 1.55, Math.min(cell, text * 2.2), isNoted ? text * 2.5 : 0);
  const ys = placeSides(rows, top, height, gap);
  return { all, labelRoom, cell, isUpright, headRoom, heading, sorts, top, height, xs, ys };
}

/** Where each begins, and where the last ends. */
function placeSides(sides: readonly MatrixSide[], from: number, size: number, gap: number): number[] {
  let at = from;
  const places = sides.map(({ isApart }) => {
    at += isApart ? gap : 0;
    at += size;
    return at - size;
  });
  return [...places, at];
}

type Layout = ReturnType<typeof layOut>;

/** Upright where there is room, else turned. */
function drawColumnName(
  { label: name, href }: MatrixSide,
  i: number,
  layout: Layout,
  look: Look,
): DrawingNode {
  const { text, small } = look;
  const { xs, cell, isUpright, headRoom, top } = layout;
  const middle = (xs[i] ?? 0) + 0.5 * cell;
  const ink = look.inks.ink;
  return linked(look, href, [
    title(name),
    isUpright
      ? drawText(look, middle, top - text * 0.5, name, { ink, anchor: "middle" })
      : drawText(look, middle + small * 0.34, top - text * 0.4, shorten(name, headRoom, small), {
          ink,
          turned: "-90",
        }),
  ]);
}

function drawRowName({ label: name, href }: MatrixSide, y: number, layout: Layout, look: Look): DrawingNode {
  const { inks, text, small } = look;
  const said = shorten(name, layout.labelRoom - text * 0.5, small);
  return linked(look, href, [
    title(name),
    drawText(look, 0, y + layout.height / 2 + small * 0.34, said, { ink: inks.ink }),
  ]);
}

type TintedCell = { cell: MatrixCell; name: string; scale: readonly [number, number] };

function drawCell({ cell, name, scale }: TintedCell, x: number, y: number, layout: Layout, look: Look) {
  const { inks, text, small } = look;
  const { cell: width, height } = layout;
  const gap = text * 0.05;
  const size = small * 0.9;
  const lift = cell.note ? size * 0.55 : 0;
  const share = cell.value === null ? null : (cell.value - scale[0]) / (scale[1] - scale[0]);
  return linked(look, cell.href, [
    title(cell.title ?? `${name} · ${saidOf(cell)}`),
    rect({ x: x + gap, y: y + gap, width: width - 2 * gap, height: height - 2 * gap }, tint(share, look)),
    drawText(look, x + width / 2, y + height / 2 + size * 0.34 - lift, saidOf(cell), {
      size,
      ink: cell.value === null ? inks.muted : inks.ink,
      anchor: "middle",
    }),
    cell.note &&
      drawText(look, x + width / 2, y + height / 2 + size * 1.2 - lift * 0.4, cell.note, {
        size: small * 0.85,
        ink: inks.ink,
        anchor: "middle",
      }),
  ]);
}

/**
 * A table whose cells are tinted by their numbers. It grows beyond its look's width where the numbers need it: a
 * number nobody can read is none.
 */
export function drawMatrix(input: MatrixInput, look: Look): Drawing {
  const { rows, columns, cells, words, scale = [0, 1] } = input;
  const { inks, text, small } = look;
  const layout = layOut(input, look);
  const { all, labelRoom, heading, sorts, top, xs, ys } = layout;
  const body = rows.map((side, row) => {
    const y = ys[row] ?? 0;
    const drawn = columns.map((column, i) => {
      const cell = cells[row]?.[i];
      return (
        cell &&
        drawCell({ cell, name: `${side.label} · ${column.label}`, scale }, xs[i] ?? 0, y, layout, look)
      );
    });
    return [drawRowName(side, y, layout, look), drawn];
  });
  return drawingOf(all, (ys.at(-1) ?? top) + text * 0.3, [
    drawText(look, 0, top - text * 0.5, shorten(words.rows, labelRoom, small)),
    heading.map((written, i) => drawText(look, labelRoom, small * (1 + 1.25 * i), written)),
    columns.map(
      (column, i) =>
        column.heading &&
        drawText(look, xs[i] ?? 0, sorts + small * 1.2, column.heading, { ink: inks.ink, isBold: true }),
    ),
    columns.map((column, i) => drawColumnName(column, i, layout, look)),
    body,
  ]);
}
