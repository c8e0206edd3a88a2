import { bottomAxis, bottomAxisHeight, rangeAround, type Scale, scaleOf } from "#lib/figures/axis.ts";
import { type Drawing, type DrawingNode, label, line, rect } from "#lib/figures/drawing.ts";
import type { ForestInput, ForestRow } from "#lib/figures/drawn/forest-input.ts";
import { columnsOf, drawRow, type Layout, roomOfLabels } from "#lib/figures/drawn/forest-row.ts";
import { drawAbove, heightAbove, placeAbove } from "#lib/figures/drawn/labels-above.ts";
import type { Look } from "#lib/figures/look.ts";
import { dashes, halo } from "#lib/figures/marks.ts";

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
