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
import { shorten, widthOf, wrap } from "#lib/figures/text.ts";
import { inCount, inPercent, inRange } from "#lib/figures/written.ts";

export type PanelCell = {
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly n: number;
};

type PanelRow = {
  readonly id: string;
  readonly label: string;
  readonly kind: Kind;
  readonly href?: string;
  /** A cell a panel: null where there is nothing to draw, or why there is no figure. */
  readonly cells: readonly (PanelCell | { readonly instead: string } | null)[];
};
type RowCell = PanelRow["cells"][number];

const isFigure = (cell: RowCell): cell is PanelCell => cell !== null && "value" in cell;

type Panel = {
  readonly id: string;
  readonly label: string;
  /** A line through this panel alone, such as guessing. */
  readonly at?: number;
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

const valueOf = ({ value }: PanelCell, isSigned = false): string =>
  `${isSigned && value > 0 ? "+" : ""}${inPercent(value)}`;

/** How many panels stand beside each other, and how wide all is. */
function layOut({ panels, rows, isSigned, words }: PanelsInput, look: Look) {
  const { text, small, width } = look;
  const most = width * (isNarrow(look) ? 0.34 : 0.26);
  const names = Math.min(most, Math.max(0, ...rows.map((row) => widthOf(row.label, text)))) + text * 0.8;
  const cells = rows.flatMap((row) => row.cells.filter(isFigure));
  const widest = (texts: readonly string[], size: number) =>
    Math.max(0, ...texts.map((one) => widthOf(one, size)));
  const value = Math.max(
    widest(
      cells.map((cell) => valueOf(cell, isSigned)),
      text,
    ),
    widthOf(words.value, small),
  );
  const n = Math.max(
    widest(
      cells.map((cell) => inCount(cell.n)),
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
  const leading = isStacked && look.medium === "paper" ? 1.22 : 1.75;
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
    const body = top + small * (layout.isStacked ? 1.7 : 3.1);
    const heights = input.rows.map(
      (row) => (linesOf(row, layout, look).length - 1) * text * 1.2 + text * layout.leading,
    );
    const bottom = body + heights.reduce((sum, one) => sum + one, 0) + text * 0.2;
    parts.push(
      panels.map((panel, place) => drawFrame(input, panel, place, { top, body, bottom }, layout, look)),
    );
    let y = body;
    for (const [row, one] of input.rows.entries()) {
      parts.push(drawRow(input, one, panels, y + (heights[row] ?? 0) / 2, layout, look));
      y += heights[row] ?? 0;
    }
    top = bottom + bottomAxisHeight(look, input.words.axis) + (i < lines.length - 1 ? text : 0);
  }
  return drawingOf(look.width, Math.max(top, text), parts);
}

const linesOf = ({ label: name }: PanelRow, { names }: Layout, { text }: Look): string[] =>
  wrap(name, names - text * 0.6, text);

const startOf = (place: number, { names, whole, gap }: Layout): number => names + place * (whole + gap);

function scaleAt({ range }: PanelsInput, place: number, layout: Layout, { text }: Look): Scale {
  const start = startOf(place, layout);
  return scaleOf(range, [start + text * 0.5, start + layout.plot - text * 0.5]);
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
  const scale = scaleAt(input, place, layout, look);
  const start = startOf(place, layout);
  const own = input.panels[panel];
  const at = own?.at ?? input.at;
  const heading = (x: number, said: string) =>
    drawText(look, x, body - small * 0.45, said, { anchor: "end" });
  const name = shorten(
    own?.label ?? "",
    layout.isStacked ? layout.names + layout.plot : layout.whole,
    text,
    "semibold",
  );
  return [
    drawText(look, layout.isStacked ? 0 : start, top + text, name, {
      size: text,
      isBold: true,
      ink: inks.ink,
    }),
    heading(start + layout.plot + layout.value + text * 0.6, input.words.value),
    heading(start + layout.whole, input.words.n),
    bottomAxis(look, scale, bottom, { title: input.words.axis, grid: [body, bottom], apart: 2.1 * text }),
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
    panels.map((panel, place) =>
      drawCell(input, row, { cell: row.cells[panel] ?? null, panel, place, y }, layout, look),
    ),
  ]);
}

type PlacedCell = { cell: RowCell; panel: number; place: number; y: number };

function drawCell(
  input: PanelsInput,
  { kind, label: name }: PanelRow,
  { cell, panel, place, y }: PlacedCell,
  layout: Layout,
  look: Look,
): Parts {
  const { inks, text, small } = look;
  const scale = scaleAt(input, place, layout, look);
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
  const said = valueOf(cell, input.isSigned);
  const hasEnds = low !== null && high !== null;
  const named = [
    name,
    input.panels[panel]?.label,
    said,
    hasEnds && inRange(low, high),
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
