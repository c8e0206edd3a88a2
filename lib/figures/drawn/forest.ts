import { bottomAxis, bottomAxisHeight, rangeAround, type Scale, scaleOf } from "#lib/figures/axis.ts";
import {
  type Drawing,
  type DrawingNode,
  label,
  line,
  rect,
  group,
  path,
  title,
  discPath,
  settle,
} from "#lib/figures/drawing.ts";
import type { ForestInput, ForestRow } from "#lib/figures/drawn/forest-input.ts";
import { drawAbove, heightAbove, placeAbove } from "#lib/figures/drawn/labels-above.ts";
import { type Look, isNarrow } from "#lib/figures/look.ts";
import { dashes, halo, inkOf, linked, mark } from "#lib/figures/marks.ts";
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

/** All rows, one group under the other; `ownEnd` is where what was published begins. */
function drawGroups({ groups }: ForestInput, start: number, layout: Layout, look: Look) {
  const { inks, text, small, width } = look;
  let y = start;
  const drawn: DrawingNode[] = [];
  let ownEnd = NaN;
  for (const [i, { heading, rows: inGroup, at }] of groups.entries()) {
    if (Number.isNaN(ownEnd) && i > 0 && inGroup.every(isPublished)) ownEnd = y + text * 0.4;
    if (i > 0 || heading) {
      y += i > 0 ? text * 0.4 : 0;
      if (i > 0) drawn.push(line(0, y, width, y, { stroke: inks.edge, "stroke-width": text * 0.07 }));
      y += i > 0 ? text * 0.3 : 0;
    }
    if (heading) {
      drawn.push(label(0, y + text * 1.1, heading, { "font-size": small, fill: inks.muted, ...halo(look) }));
      y += text * 1.6;
    }
    const behind = drawn.length;
    const from = y;
    for (const row of inGroup) {
      const { node, height } = drawRow(row, y, layout, look);
      drawn.push(node);
      y += height;
    }
    if (at === undefined || !layout.scale.holds(at)) continue;
    const x = layout.scale.at(at);
    const stroke = { stroke: inks.muted, "stroke-width": text * 0.09, "stroke-dasharray": dashes(look) };
    drawn.splice(behind, 0, line(x, from, x, y, stroke));
  }
  return { nodes: drawn, end: y, ownEnd };
}

function drawBand(
  { band }: ForestInput,
  scale: Scale,
  top: number,
  until: number,
  { inks }: Look,
): DrawingNode[] {
  if (!band || band.low === null || band.high === null) return [];
  const [low, high] = [scale.at(band.low), scale.at(band.high)];
  return [
    rect(
      { x: low, y: top, width: high - low, height: until - top },
      { fill: inks.people, "fill-opacity": 0.16 },
    ),
  ];
}

/** A dot and an interval for each, in the caller's order, before the people as a band. */
export function drawForest(input: ForestInput, look: Look): Drawing {
  const { inks, text, small, width } = look;
  const { groups, words } = input;
  const rows = groups.flatMap((one) => one.rows);
  const { columns, left } = columnsOf(rows, words, look);
  const labelRoom = roomOfLabels(rows, look);
  const scale = scaleOf(rangeOf(input), [labelRoom + text * 1.2, left - text * 0.6]);
  const [start, end] = scale.extent;
  const above = placeLabels(input, scale, left, look);
  const base = Math.max(heightAbove(above, look), small * 1.35) - small * 0.25;
  const top = base + small * 0.55;
  const {
    nodes: drawn,
    end: y,
    ownEnd,
  } = drawGroups(input, top + text * 0.3, { labelRoom, scale, columns }, look);
  const bottom = y + text * 0.3;
  // What was published is over other cases: this study's people are no measure of it.
  const until = Number.isNaN(ownEnd) ? bottom : ownEnd;
  const nodes = [
    ...bottomAxis(look, scale, bottom, { title: words.axis, grid: [top, bottom] }),
    ...drawBand(input, scale, top, until, look),
    ...drawAbove(above, base, until, look),
    ...columns.map(({ heading, right }) =>
      label(right, base, heading, { "font-size": small, fill: inks.muted, "text-anchor": "end" }),
    ),
    line(start, bottom, end, bottom, { stroke: inks.edge, "stroke-width": text * 0.07 }),
    ...drawn,
  ];
  return { width, height: bottom + bottomAxisHeight(look, words.axis), nodes };
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
  { inks, text, small }: Look,
): DrawingNode[] {
  const quiet = { "font-size": small, fill: inks.muted };
  const strong = { "font-size": text, "font-weight": isStrong(row) ? 600 : undefined, fill: inks.ink };
  const besideAt = widthOf(row.label, text, weightOf(row)) + text * 0.6;
  return [
    ...name.map((written, i) => label(0, top + (i * 1.2 + 0.92) * text, written, strong)),
    ...(beside ? [label(besideAt, top + 0.92 * text, beside, quiet)] : []),
    ...note.map((written, i) => label(0, top + (name.length * 1.2 + i * 1.15 + 0.85) * text, written, quiet)),
  ];
}

/** An interval that goes on beyond the plot ends in an arrow. */
function whisker({ low, high, kind }: ForestRow, scale: Scale, y: number, look: Look): DrawingNode[] {
  if (low === null || high === null) return [];
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
    ...(low < from - 1e-9 ? [arrow(scale.at(from) + 2.2 * size, -1)] : []),
    ...(high > to + 1e-9 ? [arrow(scale.at(to) - 2.2 * size, 1)] : []),
  ];
}

/** Interval, mark, what was printed, and what there is to say in place of a figure. */
function drawMarks(row: ForestRow, scale: Scale, middle: number, look: Look): DrawingNode[] {
  const { inks, text, small } = look;
  const { value, published, instead = "" } = row;
  const isShown = value !== null && scale.holds(value);
  const at = isShown ? scale.at(value) : scale.extent[0];
  const start = at + text * (isShown ? 0.75 : 0.3);
  // To the left of its mark where there is no room to the right.
  const isBefore = start + widthOf(instead, small) > scale.extent[1];
  const printed = inkOf(row.kind, look) === inks.people ? "publishedPeople" : "published";
  return [
    ...whisker(row, scale, middle, look),
    ...(published !== undefined && scale.holds(published)
      ? [mark(printed, scale.at(published), middle, text * 0.34, look)]
      : []),
    ...(isShown ? [mark(row.kind, at, middle, text * 0.34, look)] : []),
    ...(instead
      ? [
          label(isBefore ? at - text * 0.75 : start, middle + small * 0.34, instead, {
            "font-size": small,
            "font-style": "italic",
            fill: row.kind === "selecting" ? inks.ink : inks.muted,
            "text-anchor": isBefore ? "end" : undefined,
            ...halo(look),
          }),
        ]
      : []),
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
  const drawn = [
    title([row.label, row.note, texts.value, texts.interval, row.instead].filter(Boolean).join(" · ")),
    ...drawLabel(row, top, lines, look),
    line(scale.extent[0], middle, scale.extent[1], middle, {
      stroke: inks.line,
      "stroke-width": text * 0.06,
    }),
    ...(row.crowd ? drawCrowd(row.crowd, scale, { middle, height: height * 0.92 }, look) : []),
    ...drawMarks(row, scale, middle, look),
    ...columns.map(({ key, right }) =>
      label(right, middle + text * 0.34, texts[key], {
        "font-size": text,
        "font-weight": isStrong(row) ? 600 : undefined,
        fill: key === "value" ? inks.ink : inks.muted,
        "text-anchor": "end",
      }),
    ),
  ].filter(({ tag, text: said }) => tag !== "text" || said);
  return { node: group(linked(look, row.href, drawn)), height };
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
function drawCrowd(values: readonly number[], scale: Scale, row: Row, look: Look): DrawingNode[] {
  const { middle, height } = row;
  const { inks, text } = look;
  const places = values
    .filter((value) => scale.holds(value))
    .map((value) => scale.at(value))
    .sort((a, b) => a - b);
  if (places.length === 0) return [];
  for (let diameter = text * 0.42; diameter >= text * 0.19; diameter *= 0.9) {
    const stacks = stackWithin(places, diameter);
    if (tallestOf(stacks) * diameter > height) continue;
    const discs = stacks.flatMap(({ x, count }) =>
      Array.from({ length: count }, (_, i) =>
        discPath(x, middle + (i - (count - 1) / 2) * diameter, diameter * 0.46),
      ),
    );
    return [path(discs.join(""), { fill: inks.people, "fill-opacity": 0.5 })];
  }
  return [drawStrip(places, scale, row, look)];
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
