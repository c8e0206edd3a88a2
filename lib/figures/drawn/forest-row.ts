import { isNarrow, type Look } from "#lib/figures/look.ts";
import type { Scale } from "#lib/figures/axis.ts";
import { type DrawingNode, group, label, line, path, title } from "#lib/figures/drawing.ts";
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

/** As wide as the labels on one line; those that would take too much of the plot get two. */
export function roomOfLabels(rows: readonly ForestRow[], look: Look): number {
  const [most, onOneLine] = isNarrow(look) ? [0.36, 0.32] : [0.36, 0.26];
  const widths = rows.flatMap((row) => [
    widthOf(row.label, look.text, isStrong(row) ? "semibold" : "regular"),
    widthOf(row.note ?? "", look.small),
  ]);
  const needed = widths.map((width) =>
    width <= look.width * onOneLine ? width : Math.max(look.width * onOneLine, width * 0.56),
  );
  return Math.min(Math.max(0, ...needed) + 1, look.width * most);
}

function linesOf(row: ForestRow, room: number, look: Look) {
  const name = wrap(row.label, room, look.text, { weight: isStrong(row) ? "semibold" : "regular" });
  const note = row.note ? wrap(row.note, room, look.small) : [];
  return { name, note, height: (name.length * 1.2 + note.length * 1.15 + 0.55) * look.text };
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

export type Layout = { labelRoom: number; scale: Scale; columns: readonly Column[] };

export function drawRow(row: ForestRow, y: number, { labelRoom, scale, columns }: Layout, look: Look) {
  const { inks, text, small } = look;
  const { name, note, height } = linesOf(row, labelRoom, look);
  const middle = y + height / 2;
  const weight = isStrong(row) ? 600 : undefined;
  const top = middle - ((name.length * 1.2 + note.length * 1.15) * text) / 2;
  const isShown = row.value !== null && scale.holds(row.value);
  const at = isShown && row.value !== null ? scale.at(row.value) : scale.extent[0];
  const texts = textsOf(row);
  const words = row.instead ?? "";
  const start = at + text * (isShown ? 0.75 : 0.3);
  // To the left of its mark where there is no room to the right.
  const isBefore = start + widthOf(words, small) > scale.extent[1];
  const drawn = [
    title([row.label, row.note, texts.value, texts.interval, row.instead].filter(Boolean).join(" · ")),
    ...name.map((written, i) =>
      label(0, top + (i * 1.2 + 0.92) * text, written, {
        "font-size": text,
        "font-weight": weight,
        fill: inks.ink,
      }),
    ),
    ...note.map((written, i) =>
      label(0, top + (name.length * 1.2 + i * 1.15 + 0.85) * text, written, {
        "font-size": small,
        fill: inks.muted,
      }),
    ),
    line(scale.extent[0], middle, scale.extent[1], middle, {
      stroke: inks.line,
      "stroke-width": text * 0.06,
    }),
    ...whisker(row, scale, middle, look),
    ...(isShown ? [mark(row.kind, at, middle, text * 0.34, look)] : []),
    ...(words
      ? [
          label(isBefore ? at - text * 0.75 : start, middle + small * 0.34, words, {
            "font-size": small,
            "font-style": "italic",
            fill: row.kind === "selecting" ? inks.ink : inks.muted,
            "text-anchor": isBefore ? "end" : undefined,
            ...halo(look),
          }),
        ]
      : []),
    ...columns.map(({ key, right }) =>
      label(right, middle + text * 0.34, texts[key], {
        "font-size": text,
        "font-weight": weight,
        fill: key === "value" ? inks.ink : inks.muted,
        "text-anchor": "end",
      }),
    ),
  ].filter(({ tag, text: said }) => tag !== "text" || said);
  return { node: group(linked(look, row.href, drawn)), height };
}
