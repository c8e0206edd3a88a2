import { isNarrow, type Look } from "#lib/figures/look.ts";
import type { Scale } from "#lib/figures/axis.ts";
import { type DrawingNode, group, label, line, path, title, discPath, settle } from "#lib/figures/drawing.ts";
import type { ForestInput, ForestRow } from "#lib/figures/drawn/forest-input.ts";
import { halo, inkOf, linked, mark } from "#lib/figures/marks.ts";
import { widthOf, wrap } from "#lib/figures/text.ts";
import { inCount, inPercent, inRange } from "#lib/figures/written.ts";

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

export function columnsOf(rows: readonly ForestRow[], words: ForestInput["words"], look: Look) {
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
export function roomOfLabels(rows: readonly ForestRow[], look: Look): number {
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

export type Layout = { labelRoom: number; scale: Scale; columns: readonly Column[] };

export function drawRow(row: ForestRow, y: number, { labelRoom, scale, columns }: Layout, look: Look) {
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
