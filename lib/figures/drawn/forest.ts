import {
  bottomAxis,
  bottomAxisHeight,
  rangeAround,
  type Scale,
  scaleOf,
  type Range,
} from "#lib/figures/axis.ts";
import {
  discPath,
  type Drawing,
  drawingOf,
  line,
  listNodes,
  type Parts,
  path,
  rect,
  settle,
  title,
} from "#lib/figures/drawing.ts";
import { drawAbove, heightAbove, placeAbove } from "#lib/figures/drawn/labels-above.ts";
import { type Look, isNarrow } from "#lib/figures/look.ts";
import { dashes, drawName, drawText, inkOf, type Kind, linked, mark } from "#lib/figures/marks.ts";
import { widthOf, wrap } from "#lib/figures/text.ts";
import { inCount, inPercent, inRange } from "#lib/figures/written.ts";

const isPublished = ({ kind }: ForestRow): boolean => kind === "published" || kind === "publishedPeople";

function rangeOf({ groups, band, lines = [], range = [0, 1] }: ForestInput) {
  if (range !== "fit") return range;
  const rows = groups.flatMap((one) => one.rows);
  const values = [
    ...rows.flatMap(({ value, low, high, kind, crowd = [], published = null }) =>
      kind === "selecting" ? [] : [value, low, high, published, ...crowd],
    ),
    ...(band ? [band.value, band.low, band.high] : []),
    ...lines.map(({ at }) => at),
    ...groups.flatMap(({ at }) => at ?? []),
  ];
  return rangeAround(values.filter((value) => value !== null));
}

/** What the people and every line are called, above the plot. */
const placeLabels = ({ band, lines = [] }: ForestInput, scale: Scale, left: number, look: Look) =>
  placeAbove(
    [
      ...(band && scale.holds(band.value)
        ? [{ x: scale.at(band.value), text: band.label, ink: look.inks.people }]
        : []),
      ...lines
        .filter(({ at }) => scale.holds(at))
        .map(({ at, label: said, kind }) => ({
          x: scale.at(at),
          text: said,
          ink: kind === "consensus" ? look.inks.people : look.inks.muted,
          dashed: true,
        })),
    ],
    [0, left],
    look,
  );

type Place = readonly [x: number, y: number];

/** From each mark to the next, so that which way it goes is seen before it is read. */
const joinMarks = (marks: readonly Place[], { inks, text }: Look): Parts[] =>
  marks.slice(1).map(([x, y], i) => {
    const [fromX, fromY] = marks[i] ?? [x, y];
    return line(fromX, fromY, x, y, { stroke: inks.edge, "stroke-width": text * 0.09 });
  });

/** All rows, one group under the other; `ownEnd` is where what was published begins. */
function drawGroups({ groups }: Pick<ForestInput, "groups">, start: number, layout: Layout, look: Look) {
  const { inks, text, width } = look;
  let y = start;
  const drawn: Parts[] = [];
  let ownEnd = NaN;
  for (const [i, { heading, rows: inGroup, at, isPaired }] of groups.entries()) {
    if (Number.isNaN(ownEnd) && i > 0 && inGroup.every(isPublished)) ownEnd = y + text * 0.4;
    if (i > 0) {
      y += text * 0.4;
      drawn.push(line(0, y, width, y, { stroke: inks.edge, "stroke-width": text * 0.07 }));
      y += text * 0.3;
    }
    if (heading) {
      drawn.push(drawText(look, 0, y + text * 1.1, heading, { isOnLines: true }));
      y += text * 1.6;
    }
    const behind = drawn.length;
    const from = y;
    const marks: Place[] = [];
    for (const row of inGroup) {
      const { node, height } = drawRow(row, y, layout, look);
      drawn.push(node);
      if (row.value !== null) marks.push([layout.scale.at(row.value), y + height / 2]);
      y += height;
    }
    if (isPaired) drawn.splice(behind, 0, ...joinMarks(marks, look));
    if (at === undefined || !layout.scale.holds(at)) continue;
    const x = layout.scale.at(at);
    const stroke = { stroke: inks.muted, "stroke-width": text * 0.09, "stroke-dasharray": dashes(look) };
    drawn.splice(behind, 0, line(x, from, x, y, stroke));
  }
  return { drawn, end: y, ownEnd };
}

/** Points below the shares, on an axis around no difference. */
function drawDifferences(
  { groups, axis }: NonNullable<ForestInput["differences"]>,
  top: number,
  { scale: { extent }, ...layout }: Layout,
  look: Look,
) {
  const values = groups.flatMap(({ rows }) => rows.flatMap(({ value, low, high }) => [value, low, high]));
  const range = rangeAround([0, ...values.filter((value) => value !== null)], 0.2, [-1, 1]);
  const scale = scaleOf(range, extent);
  const held = groups.map((one) => ({ ...one, at: 0 }));
  const { drawn, end } = drawGroups({ groups: held }, top, { ...layout, scale }, look);
  const bottom = end + look.text * 0.3;
  return {
    parts: [bottomAxis(look, scale, bottom, { title: axis, grid: [top, bottom] }), drawn],
    end: bottom + bottomAxisHeight(look, axis),
  };
}

/** A dot and an interval for each, in the caller's order, before the people as a band. */
export function drawForest(input: ForestInput, look: Look): Drawing {
  const { inks, text, small, width } = look;
  const { groups, words, differences } = input;
  const rows = groups.concat(differences?.groups ?? []).flatMap((one) => one.rows);
  const { columns, left } = columnsOf(rows, words, look);
  const labelRoom = roomOfLabels(rows, look);
  const scale = scaleOf(rangeOf(input), [labelRoom + text * 1.2, left - text * 0.6]);
  const [start, end] = scale.extent;
  const above = placeLabels(input, scale, left, look);
  const base = Math.max(heightAbove(above, look), small * 1.35) - small * 0.25;
  const top = base + small * 0.55;
  const layout = { labelRoom, scale, columns };
  const { drawn, end: y, ownEnd } = drawGroups(input, top + text * 0.3, layout, look);
  const bottom = y + text * 0.3;
  // What was published is over other cases: this study's people are no measure of it.
  const until = Number.isNaN(ownEnd) ? bottom : ownEnd;
  const { low = null, high = null } = input.band ?? {};
  const below = bottom + bottomAxisHeight(look, words.axis);
  const apart = differences && drawDifferences(differences, below + text * 0.3, layout, look);
  return drawingOf(width, apart?.end ?? below, [
    bottomAxis(look, scale, bottom, { title: words.axis, grid: [top, bottom] }),
    low !== null &&
      high !== null &&
      rect(
        { x: scale.at(low), y: top, width: scale.at(high) - scale.at(low), height: until - top },
        { fill: inks.people, "fill-opacity": 0.16 },
      ),
    drawAbove(above, base, until, look),
    columns.map(({ heading, right }) => drawText(look, right, base, heading, { anchor: "end" })),
    line(start, bottom, end, bottom, { stroke: inks.edge, "stroke-width": text * 0.07 }),
    drawn,
    apart?.parts,
  ]);
}

type Texts = { value: string; interval: string; n: string };
type Column = { key: keyof Texts; heading: string; right: number };

function textsOf(row: ForestRow): Texts {
  const { value, low, high, n } = row;
  return {
    value: row.valueLabel ?? (value === null ? "–" : inPercent(value)),
    interval: row.intervalLabel ?? (low === null || high === null ? "" : inRange(low, high)),
    n: row.nLabel ?? (n === null ? "" : inCount(n)),
  };
}

const isStrong = ({ kind }: ForestRow): boolean => kind === "people" || kind === "consensus";

function columnsOf(rows: readonly ForestRow[], words: ForestInput["words"], look: Look) {
  // Where it is narrow the interval is drawn, and stands in the table.
  const keys = isNarrow(look) ? (["value", "n"] as const) : (["value", "interval", "n"] as const);
  const columns: Column[] = [];
  let right = look.width;
  for (const key of keys.toReversed()) {
    const widths = rows.map((row) =>
      widthOf(textsOf(row)[key], look.text, isStrong(row) ? "semibold" : "regular"),
    );
    columns.push({ key, heading: words[key], right });
    right -= Math.max(widthOf(words[key], look.small), ...widths) + look.text * (isNarrow(look) ? 0.8 : 1.2);
  }
  return { columns, left: right };
}

const weightOf = (row: ForestRow) => (isStrong(row) ? "semibold" : "regular");

/** Name and note on one line, where a row isn't high anyway. */
function widthOnOneLine(row: ForestRow, look: Look): number {
  if (!row.note || row.crowd) return Infinity;
  return widthOf(row.label, look.text, weightOf(row)) + look.text * 0.6 + widthOf(row.note, look.small);
}

/** As wide as the labels on one line; those that would take too much of the plot get two. */
function roomOfLabels(rows: readonly ForestRow[], look: Look): number {
  const [most, onOneLine] = isNarrow(look) ? [0.36, 0.32] : [0.36, 0.26];
  const neededBy = (width: number) =>
    width <= look.width * onOneLine ? width : Math.max(look.width * onOneLine, width * 0.56);
  const needed = rows.flatMap((row) => {
    const whole = widthOnOneLine(row, look);
    if (whole <= look.width * 0.34) return [whole];
    return [widthOf(row.label, look.text, weightOf(row)), widthOf(row.note ?? "", look.small)].map(neededBy);
  });
  return Math.min(Math.max(0, ...needed) + 1, look.width * most);
}

function linesOf(row: ForestRow, room: number, look: Look) {
  const isOnOneLine = widthOnOneLine(row, look) <= room;
  const name = isOnOneLine ? [row.label] : wrap(row.label, room, look.text, { weight: weightOf(row) });
  const note = row.note && !isOnOneLine ? wrap(row.note, room, look.small) : [];
  const lines = name.length * 1.2 + note.length * 1.15;
  const height = Math.max(lines + 0.55, row.crowd ? 3.1 : 0) * look.text;
  return { name, note, lines, height, beside: isOnOneLine ? row.note : undefined };
}

function drawLabel(
  row: ForestRow,
  top: number,
  { name, note, beside }: ReturnType<typeof linesOf>,
  look: Look,
): Parts {
  const { text } = look;
  const besideAt = widthOf(row.label, text, weightOf(row)) + text * 0.6;
  return [
    drawName(look, 0, top, name, isStrong(row)),
    beside && drawText(look, besideAt, top + 0.92 * text, beside),
    note.map((written, i) => drawText(look, 0, top + (name.length * 1.2 + i * 1.15 + 0.85) * text, written)),
  ];
}

/** An interval that goes on beyond the plot ends in an arrow. */
function whisker({ low, high, kind }: ForestRow, scale: Scale, y: number, look: Look): Parts {
  if (low === null || high === null) return null;
  const ink = inkOf(kind, look);
  const [from, to] = scale.range;
  const size = look.text * 0.22;
  const arrow = (x: number, way: number) =>
    path(`M${x + way * size} ${y - size}L${x + way * 2.2 * size} ${y}L${x + way * size} ${y + size}`, {
      fill: "none",
      stroke: ink,
      "stroke-width": look.text * 0.1,
    });
  return [
    line(scale.at(low), y, scale.at(high), y, { stroke: ink, "stroke-width": look.text * 0.14 }),
    low < from - 1e-9 && arrow(scale.at(from) + 2.2 * size, -1),
    high > to + 1e-9 && arrow(scale.at(to) - 2.2 * size, 1),
  ];
}

/** Interval, mark, what was printed, and what there is to say in place of a figure. */
function drawMarks(row: ForestRow, scale: Scale, middle: number, look: Look): Parts {
  const { inks, text, small } = look;
  const { value, published, instead = "" } = row;
  const isShown = value !== null && scale.holds(value);
  const at = isShown ? scale.at(value) : scale.extent[0];
  const start = at + text * (isShown ? 0.75 : 0.3);
  // To the left of its mark where there is no room to the right.
  const isBefore = start + widthOf(instead, small) > scale.extent[1];
  const printed = inkOf(row.kind, look) === inks.people ? "publishedPeople" : "published";
  return [
    whisker(row, scale, middle, look),
    published !== undefined &&
      scale.holds(published) &&
      mark(printed, scale.at(published), middle, text * 0.34, look),
    isShown && mark(row.kind, at, middle, text * 0.34, look),
    drawText(look, isBefore ? at - text * 0.75 : start, middle + small * 0.34, instead, {
      isItalic: true,
      ink: row.kind === "selecting" ? inks.ink : inks.muted,
      anchor: isBefore ? "end" : undefined,
      isOnLines: true,
    }),
  ];
}

type Layout = { labelRoom: number; scale: Scale; columns: readonly Column[] };

function drawRow(row: ForestRow, y: number, { labelRoom, scale, columns }: Layout, look: Look) {
  const { inks, text } = look;
  const lines = linesOf(row, labelRoom, look);
  const { height } = lines;
  const middle = y + height / 2;
  const top = middle - (lines.lines * text) / 2;
  const texts = textsOf(row);
  const drawn = listNodes([
    title([row.label, row.note, texts.value, texts.interval, row.instead].filter(Boolean).join(" · ")),
    drawLabel(row, top, lines, look),
    line(scale.extent[0], middle, scale.extent[1], middle, {
      stroke: inks.line,
      "stroke-width": text * 0.06,
    }),
    row.crowd && drawCrowd(row.crowd, scale, { middle, height: height * 0.92 }, look),
    drawMarks(row, scale, middle, look),
    columns.map(({ key, right }) =>
      drawText(look, right, middle + text * 0.34, texts[key], {
        size: text,
        isBold: isStrong(row),
        ink: key === "value" ? inks.ink : inks.muted,
        anchor: "end",
      }),
    ),
  ]);
  return {
    node: linked(
      look,
      row.href,
      drawn.filter(({ tag, text: said }) => tag !== "text" || said),
    ),
    height,
  };
}

type Row = { readonly middle: number; readonly height: number };
type Stack = { readonly x: number; readonly count: number };

/** A stack holds whoever lies within one dot of its first. */
function stackWithin(sorted: readonly number[], diameter: number): Stack[] {
  const stacks: { first: number; last: number; count: number }[] = [];
  for (const x of sorted) {
    const last = stacks.at(-1);
    if (last && x < last.first + diameter) {
      last.last = x;
      last.count += 1;
    } else stacks.push({ first: x, last: x, count: 1 });
  }
  return stacks.map(({ first, last, count }) => ({ x: (first + last) / 2, count }));
}

const tallestOf = (stacks: readonly Stack[]): number => Math.max(0, ...stacks.map(({ count }) => count));

/** Everybody on one row, around its middle: a faint dot each; a strip as dense as they are where dots would be dust. */
function drawCrowd(values: readonly number[], scale: Scale, row: Row, look: Look): Parts {
  const { middle, height } = row;
  const { inks, text } = look;
  const places = values
    .filter((value) => scale.holds(value))
    .map((value) => scale.at(value))
    .sort((a, b) => a - b);
  if (places.length === 0) return null;
  for (let diameter = text * 0.42; diameter >= text * 0.19; diameter *= 0.9) {
    const stacks = stackWithin(places, diameter);
    if (tallestOf(stacks) * diameter > height) continue;
    const discs = stacks.flatMap(({ x, count }) =>
      Array.from({ length: count }, (_, i) =>
        discPath(x, middle + (i - (count - 1) / 2) * diameter, diameter * 0.46),
      ),
    );
    return path(discs.join(""), { fill: inks.people, "fill-opacity": 0.5 });
  }
  return drawStrip(places, scale, row, look);
}

/** Bars of equal width, as a histogram has them, around the row's middle. */
function drawStrip(
  places: readonly number[],
  { extent: [start, end] }: Scale,
  { middle, height }: Row,
  look: Look,
) {
  const bins = Math.max(1, Math.round((end - start) / (look.text * 0.4)));
  const width = (end - start) / bins;
  const counts = new Array<number>(bins).fill(0);
  for (const x of places) {
    const bin = Math.min(bins - 1, Math.floor((x - start) / width));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  const most = Math.max(...counts);
  const bars = counts.flatMap((count, bin) => {
    if (count === 0) return [];
    const tall = (count / most) * height;
    return `M${settle(start + bin * width)} ${settle(middle - tall / 2)}h${settle(width)}v${settle(tall)}h${settle(-width)}Z`;
  });
  return path(bars.join(""), { fill: look.inks.people, "fill-opacity": 0.34 });
}

export type ForestRow = {
  readonly id: string;
  readonly label: string;
  /** Under the label, smaller. */
  readonly note?: string;
  readonly kind: Kind;
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly n: number | null;
  /** The shares of everybody whom the value is the mean of, faint on its row. */
  readonly crowd?: readonly number[];
  /** What was printed elsewhere under the same name: a hollow mark on its row. */
  readonly published?: number;
  /** Why there is no figure ("too few answers"), or what it means that there is one ("0 by selection"). */
  readonly instead?: string;
  /** Written in place of the value in percent, of its interval and of n. */
  readonly valueLabel?: string;
  readonly intervalLabel?: string;
  readonly nLabel?: string;
  readonly href?: string;
};

/** Rows under one heading, parted from those above by a rule. */
export type ForestGroup = {
  readonly heading?: string;
  readonly rows: readonly ForestRow[];
  /** A dashed line through these rows alone: what they are to be held against. */
  readonly at?: number;
  /** Rows are the same in several ways: a line joins their marks. */
  readonly isPaired?: boolean;
};

export type ForestInput = {
  readonly groups: readonly ForestGroup[];
  /** People, through the whole plot. */
  readonly band?: {
    readonly value: number;
    readonly low: number | null;
    readonly high: number | null;
    readonly label: string;
  };
  readonly lines?: readonly {
    readonly at: number;
    readonly label: string;
    readonly kind: "consensus" | "chance";
  }[];
  /** All percents unless said otherwise; "fit" shows no more than is needed. */
  readonly range?: Range | "fit";
  /** Of those above, in points: below them, on an axis of their own. */
  readonly differences?: { readonly groups: readonly ForestGroup[]; readonly axis: string };
  readonly words: {
    readonly axis: string;
    readonly value: string;
    readonly interval: string;
    readonly n: string;
  };
};
