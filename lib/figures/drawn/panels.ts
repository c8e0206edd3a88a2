import { bottomAxis, bottomAxisHeight, type Scale, scaleOf, type Range } from "#lib/figures/axis.ts";
import {
  type Drawing,
  type DrawingNode,
  drawingOf,
  group,
  line,
  type Parts,
  rect,
  title,
} from "#lib/figures/drawing.ts";
import { isNarrow, type Look } from "#lib/figures/look.ts";
import { dashes, drawName, drawText, inkOf, type Kind, linked, mark } from "#lib/figures/marks.ts";
import { widthOf, wrap } from "#lib/figures/text.ts";
import { inCount, inDigits, inPercent, inRange, inShortest } from "#lib/figures/written.ts";

export type PanelCell = {
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly n: number;
};

/** What is drawn at one place; `instead` is why there is no figure. */
type PanelMark = PanelCell | { readonly instead: string };

type PanelRow = {
  readonly id: string;
  readonly label: string;
  readonly kind: Kind;
  readonly href?: string;
  /** A cell a panel; null where there is nothing to draw. */
  readonly cells: readonly (PanelMark | null)[];
  /** Whoever is held against the row's own, above each of its cells. */
  readonly beside?: {
    readonly label: string;
    readonly kind: Kind;
    readonly cells: readonly (PanelMark | null)[];
  };
};

const isFigure = (cell: PanelMark | null): cell is PanelCell => cell !== null && "value" in cell;

/** How numbers are counted that aren't shares, or not on the range of the others. */
export type PanelScale = {
  readonly range: Range;
  /** Percent without. */
  readonly digits?: number;
  readonly axis: string;
  /** Over the values. */
  readonly value: string;
};

type Panel = {
  readonly id: string;
  readonly label: string;
  /** A line through this panel alone, such as guessing. */
  readonly at?: number;
  readonly scale?: PanelScale;
  /** Where its marks aren't those of the row. */
  readonly kind?: Kind;
  /** People, through the whole panel. */
  readonly band?: { readonly value: number; readonly low: number | null; readonly high: number | null };
};

/** The same rows once for each part, beside each other. */
export type PanelsInput = {
  readonly panels: readonly Panel[];
  readonly rows: readonly PanelRow[];
  readonly range: Range;
  /** A line through all panels: no difference, or chance. */
  readonly at?: number;
  /** Differences have their sign. */
  readonly isSigned?: boolean;
  readonly words: {
    readonly axis: string;
    readonly n: string;
    /** Over the values. */ readonly value: string;
    /** In place of a cell. */ readonly none: string;
  };
};

type Counted = { readonly scale?: PanelScale | undefined; readonly isSigned?: boolean | undefined };

export const formatValue = (
  { value }: Pick<PanelCell, "value">,
  { scale, isSigned = false }: Counted,
): string =>
  scale?.digits === undefined
    ? `${isSigned && value > 0 ? "+" : ""}${inPercent(value)}`
    : inDigits(value, scale.digits);

/** Null without an interval. */
export const formatEnds = ({ low, high }: PanelCell, digits: number | undefined): string | null =>
  low === null || high === null
    ? null
    : digits === undefined
      ? inRange(low, high)
      : `[${inDigits(low, digits)}, ${inDigits(high, digits)}]`;

/** All marks of a row in a panel, from the top. */
const marksOf = (row: PanelRow, panel: number, { kind = row.kind }: Pick<Panel, "kind"> = {}) => {
  const beside = row.beside?.cells[panel] ?? null;
  return [
    ...(row.beside && beside ? [{ ...row.beside, cell: beside }] : []),
    { label: row.label, kind, cell: row.cells[panel] ?? null },
  ].filter(({ cell }, _i, all) => cell !== null || all.length === 1);
};

/** How many panels stand beside each other, and how wide all is. */
function layOut({ panels, rows, isSigned, words }: PanelsInput, look: Look) {
  const { text, small, width } = look;
  const most = width * (isNarrow(look) ? 0.34 : 0.26);
  const names = Math.min(most, Math.max(0, ...rows.map((row) => widthOf(row.label, text)))) + text * 0.8;
  const cells = rows.flatMap((row) =>
    panels.flatMap(({ scale }, panel) =>
      marksOf(row, panel).flatMap(({ cell }) => (isFigure(cell) ? [{ cell, scale }] : [])),
    ),
  );
  const widest = (texts: readonly string[], size: number) =>
    Math.max(0, ...texts.map((one) => widthOf(one, size)));
  const value = Math.max(
    widest(
      cells.map(({ cell, scale }) => formatValue(cell, { scale, isSigned })),
      text,
    ),
    widest(
      panels.map(({ scale }) => scale?.value ?? words.value),
      small,
    ),
  );
  const n = Math.max(
    widest(
      cells.map(({ cell }) => inCount(cell.n)),
      small,
    ),
    widthOf(words.n, small),
  );
  const columns = value + n + text * 1.6;
  const plot = text * 7;
  const gap = text * 1.4;
  const beside = Math.max(1, Math.floor((width - names + gap) / (plot + columns + gap)));
  const perLine = Math.ceil(panels.length / Math.ceil(panels.length / beside));
  const whole = (width - names - (perLine - 1) * gap) / Math.max(1, perLine);
  const isStacked = perLine === 1 && panels.length > 1;
  // Several above each other have to fit on one page.
  const isLong = isStacked || rows.length * Math.ceil(panels.length / perLine) > 40;
  const leading = isLong && look.medium === "paper" ? 1.22 : 1.75;
  return { names, value, n, gap, perLine, whole, plot: whole - columns, isStacked, leading };
}

type Layout = ReturnType<typeof layOut>;

/** Dots with their intervals, a line for each model and a panel for each part of the cases. */
export function drawPanels(input: PanelsInput, look: Look): Drawing {
  const layout = layOut(input, look);
  const { text, small } = look;
  const lines = Array.from({ length: Math.ceil(input.panels.length / layout.perLine) }, (_, i) =>
    input.panels.map((_panel, at) => at).slice(i * layout.perLine, (i + 1) * layout.perLine),
  );
  const parts: Parts[] = [];
  let top = 0;
  for (const [i, panels] of lines.entries()) {
    const titles = panels.map((panel) => titleOf(input, panel, layout, look).length);
    const body = top + small * (layout.isStacked ? 1.7 : 3.1) + (Math.max(...titles) - 1) * text * 1.2;
    const heights = input.rows.map((row) => {
      const marks = Math.max(...panels.map((panel) => marksOf(row, panel).length));
      const high = Math.max(linesOf(row, layout, look).length, marks);
      return (high - 1) * text * 1.2 + text * layout.leading;
    });
    const bottom = body + heights.reduce((sum, one) => sum + one, 0) + text * 0.2;
    parts.push(
      panels.map((panel, place) => drawFrame(input, panel, place, { top, body, bottom }, layout, look)),
    );
    let y = body;
    for (const [row, one] of input.rows.entries()) {
      parts.push(drawRow(input, one, panels, y + (heights[row] ?? 0) / 2, layout, look));
      y += heights[row] ?? 0;
    }
    const axes = panels.map((panel) => bottomAxisHeight(look, axisOf(input, panel)));
    top = bottom + Math.max(...axes) + (i < lines.length - 1 ? text : 0);
  }
  return drawingOf(look.width, Math.max(top, text), parts);
}

const linesOf = ({ label: name }: PanelRow, { names }: Layout, { text }: Look): string[] =>
  wrap(name, names - text * 0.6, text);

const axisOf = ({ panels, words }: PanelsInput, panel: number): string =>
  panels[panel]?.scale?.axis ?? words.axis;

/** Over a panel, on as many lines as it takes. */
const titleOf = ({ panels }: PanelsInput, panel: number, layout: Layout, { text }: Look): string[] => {
  const room = layout.isStacked ? layout.names + layout.plot : layout.whole;
  return wrap(panels[panel]?.label ?? "", room, text, { lines: 3, weight: "semibold" });
};

const startOf = (place: number, { names, whole, gap }: Layout): number => names + place * (whole + gap);

type Place = { panel: number; place: number };

function scaleAt(
  { range, panels }: PanelsInput,
  { panel, place }: Place,
  layout: Layout,
  { text }: Look,
): Scale {
  const start = startOf(place, layout);
  return scaleOf(panels[panel]?.scale?.range ?? range, [
    start + text * 0.5,
    start + layout.plot - text * 0.5,
  ]);
}

type Ends = { top: number; body: number; bottom: number };

function drawFrame(
  input: PanelsInput,
  panel: number,
  place: number,
  { top, body, bottom }: Ends,
  layout: Layout,
  look: Look,
): Parts {
  const { inks, text, small } = look;
  const scale = scaleAt(input, { panel, place }, layout, look);
  const start = startOf(place, layout);
  const own = input.panels[panel];
  const at = own?.at ?? input.at;
  const { digits } = own?.scale ?? {};
  const heading = (x: number, said: string) =>
    drawText(look, x, body - small * 0.45, said, { anchor: "end" });
  return [
    titleOf(input, panel, layout, look).map((name, i) =>
      drawText(look, layout.isStacked ? 0 : start, top + (1 + 1.2 * i) * text, name, {
        size: text,
        isBold: true,
        ink: inks.ink,
      }),
    ),
    heading(start + layout.plot + layout.value + text * 0.6, own?.scale?.value ?? input.words.value),
    heading(start + layout.whole, input.words.n),
    bottomAxis(look, scale, bottom, {
      title: axisOf(input, panel),
      grid: [body, bottom],
      apart: 2.1 * text,
      ...(digits !== undefined && { write: inShortest }),
    }),
    own?.band && drawBand(own.band, scale, [body, bottom], look),
    at !== undefined &&
      line(scale.at(at), body, scale.at(at), bottom, {
        stroke: inks.muted,
        "stroke-width": text * 0.1,
        "stroke-dasharray": dashes(look),
      }),
  ];
}

function drawBand(
  { value, low, high }: NonNullable<Panel["band"]>,
  scale: Scale,
  [top, bottom]: readonly [number, number],
  { inks, text }: Look,
): Parts {
  const [from, to, x] = [scale.at(low ?? value), scale.at(high ?? value), scale.at(value)];
  return [
    rect(
      { x: from, y: top, width: to - from, height: bottom - top },
      { fill: inks.people, "fill-opacity": 0.16 },
    ),
    line(x, top, x, bottom, { stroke: inks.people, "stroke-width": text * 0.1 }),
  ];
}

function drawRow(
  input: PanelsInput,
  row: PanelRow,
  panels: readonly number[],
  y: number,
  layout: Layout,
  look: Look,
): DrawingNode {
  const name = linesOf(row, layout, look);
  const top = y - (name.length * 1.2 * look.text) / 2;
  return linked(look, row.href, [
    title(row.label),
    drawName(look, 0, top, name, row.kind === "people"),
    panels.map((panel, place) => {
      const marks = marksOf(row, panel, input.panels[panel]);
      const first = y - ((marks.length - 1) * 1.2 * look.text) / 2;
      return marks.map((one, i) =>
        drawCell(input, { ...one, panel, place, y: first + i * 1.2 * look.text }, layout, look),
      );
    }),
  ]);
}

type PlacedCell = Place & { label: string; kind: Kind; cell: PanelMark | null; y: number };

function drawCell(
  input: PanelsInput,
  { label: name, kind, cell, panel, place, y }: PlacedCell,
  layout: Layout,
  look: Look,
): Parts {
  const { inks, text, small } = look;
  const own = input.panels[panel];
  const scale = scaleAt(input, { panel, place }, layout, look);
  const start = startOf(place, layout);
  const [from, to] = scale.extent;
  const rule = line(from, y, to, y, { stroke: inks.line, "stroke-width": text * 0.06 });
  if (!isFigure(cell))
    return [
      rule,
      drawText(look, start + layout.whole, y + small * 0.34, cell?.instead ?? input.words.none, {
        isItalic: true,
        anchor: "end",
        isOnLines: true,
      }),
    ];
  const { value, low, high, n } = cell;
  const said = formatValue(cell, { scale: own?.scale, isSigned: input.isSigned });
  const hasEnds = low !== null && high !== null;
  const named = [
    name,
    own?.label,
    said,
    formatEnds(cell, own?.scale?.digits),
    `${input.words.n} ${inCount(n)}`,
  ];
  return group([
    title(named.filter(Boolean).join(" · ")),
    rule,
    hasEnds &&
      line(scale.at(low), y, scale.at(high), y, { stroke: inkOf(kind, look), "stroke-width": text * 0.14 }),
    mark(kind, scale.at(value), y, text * 0.32, look),
    drawText(look, start + layout.plot + layout.value + text * 0.6, y + text * 0.34, said, {
      size: text,
      ink: inks.ink,
      anchor: "end",
    }),
    drawText(look, start + layout.whole, y + text * 0.34, inCount(n), { anchor: "end" }),
  ]);
}
