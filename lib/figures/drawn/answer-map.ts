import {
  type Box,
  type Drawing,
  drawingOf,
  line,
  type Parts,
  path,
  rect,
  settle,
} from "#lib/figures/drawing.ts";
import {
  type AnswerMapInput,
  type MapLine,
  type MapMark,
  headRoom,
  type MapPlaces,
  type Panel,
  placeMap,
} from "#lib/figures/drawn/answer-map-places.ts";
import { isNarrow, type Look } from "#lib/figures/look.ts";
import { drawText, inkOf, linked } from "#lib/figures/marks.ts";
import { shorten, widthOf, wrap } from "#lib/figures/text.ts";

/** A row for each person and model, a column for each case: right is full, wrong is crossed out, what isn't there is a dot or nothing. */
export function drawAnswerMap(input: AnswerMapInput, look: Look): Drawing {
  const places = placeMap(input, look);
  const lines = input.groups.flatMap((one) => one.lines);
  const legend = drawLegend(input.words.legend, places.bottom + look.small, look);
  return drawingOf(look.width, legend.bottom, [
    places.panels.map((panel, at) => [
      drawHead(input, places, panel, look, at === 0),
      input.groups.map(
        ({ heading }, i) =>
          heading &&
          drawText(look, 0, panel.top + (places.headings[i] ?? 0) + look.small * 0.95, heading, {
            isBold: true,
            ink: look.inks.ink,
          }),
      ),
      lines.map((one, row) => drawLine(one, row, { panel, places, isFirst: at === 0 }, look)),
      (["people", "model", "selecting"] as const).map((kind) =>
        drawCells(kind, listCells(lines, kind, places, panel, at), look),
      ),
    ]),
    legend.parts,
  ]);
}

const listCells = (
  lines: readonly MapLine[],
  kind: MapLine["kind"],
  { columns, cell, heights, lines: tops }: MapPlaces,
  panel: Panel,
  at: number,
): Cell[] =>
  lines.flatMap((one, row) =>
    one.kind === kind
      ? columns.flatMap(({ x, panel: on }, column) => {
          if (on !== at) return [];
          const own = heights[row] ?? cell;
          // Narrow cells are a little higher than wide where names keep their lines apart.
          const height = Math.min(own, cell * 1.6);
          const y = panel.top + (tops[row] ?? 0) + (own - height) / 2;
          return [{ x, y, width: cell, height, mark: one.marks[column] ?? " " }];
        })
      : [],
  );

/** The names of tracks, and over each case how many were right. */
function drawHead(
  { tracks, words }: AnswerMapInput,
  { columns, cell, labels, bars }: MapPlaces,
  { top, tracks: placed }: Panel,
  look: Look,
  isFirst: boolean,
): Parts {
  const { inks, small, text } = look;
  const all = tracks.flatMap((track) => track.columns);
  const height = text * 2.4;
  const base = top - text * 0.3;
  const said = wrap(words.cases, labels - text * 0.6, small * 0.92, { lines: 3 });
  const accuracy = wrap(words.accuracy, bars.end - bars.from + (isNarrow(look) ? 0 : text), small * 0.92);
  const size = small * 0.92;
  const above = (written: readonly string[], x: number, anchor?: "end") =>
    written.map((one, i) =>
      drawText(look, x, base - (written.length - 1 - i) * small, one, { size, anchor }),
    );
  return [
    placed.map(({ label: name, x, from, to }, i) => {
      const width = (to - from) * cell;
      const room = (placed[i + 1]?.x ?? bars.end) - x - text * 0.4;
      return [
        drawText(look, x, top - headRoom(look) + small, shorten(name, room, small, "semibold"), {
          isBold: true,
          ink: inks.ink,
        }),
        line(x, base - height, x + width, base - height, { stroke: inks.line, "stroke-width": text * 0.06 }),
        line(x, base, x + width, base, { stroke: inks.edge, "stroke-width": text * 0.07 }),
        all.slice(from, to).map(({ share }, column) => {
          const at = columns[from + column]?.x ?? x;
          if (share === null) return null;
          const box = {
            x: at + cell * 0.13,
            y: base - share * height,
            width: cell * 0.74,
            height: share * height,
          };
          return rect(box, { fill: inks.people, "fill-opacity": 0.55 });
        }),
      ];
    }),
    above(said, 0),
    isFirst && above(accuracy, bars.end, "end"),
  ];
}

/** Who it is, and behind the cells how often they were right. */
function drawLine(
  one: MapLine,
  row: number,
  { panel, places, isFirst }: { panel: Panel; places: MapPlaces; isFirst: boolean },
  look: Look,
): Parts {
  const { inks, text, small } = look;
  const { labels, bars, heights, lines } = places;
  const pitch = heights[row] ?? places.pitch;
  const middle = panel.top + (lines[row] ?? 0) + pitch / 2;
  // Lines too close for their numbers have every second or third of them: they are in the order of these.
  const every = Math.ceil((small * 0.85) / pitch - 1e-6);
  const isNumbered = isFirst && one.value !== "" && row % every === 0;
  // Letters stay apart where lines are closer than they are high.
  const size = Math.min(small, Math.max(small * 0.85, pitch * 0.95));
  const name = shorten(one.label, labels - text * 0.4, size);
  const [full, height] = [bars.to - bars.from, Math.min(pitch * 0.6, text * 0.6)];
  return [
    one.label &&
      linked(look, one.href, drawText(look, 0, middle + size * 0.34, name, { size, ink: inks.ink })),
    isFirst &&
      one.share !== null &&
      !isNarrow(look) &&
      rect(
        { x: bars.from, y: middle - height / 2, width: full * one.share, height },
        { fill: inkOf(one.kind, look), "fill-opacity": 0.55 },
      ),
    isNumbered && drawText(look, bars.end, middle + size * 0.34, one.value, { size, anchor: "end" }),
  ];
}

function drawLegend(legend: AnswerMapInput["words"]["legend"], top: number, look: Look) {
  const { small, text, width } = look;
  const cell = small * 1.1;
  const parts: Parts[] = [];
  let [x, y] = [0, top + small * 0.4];
  for (const { mark, label: said } of legend) {
    const own = mark === " " ? 0 : cell * 1.25;
    const taken = own + widthOf(said, small) + text * 1.4;
    if (x > 0 && x + taken > width) [x, y] = [0, y + small * 1.5];
    parts.push(
      drawCells("people", [{ x, y: y - cell * 0.86, width: cell, height: cell, mark }], look),
      drawText(look, x + own, y, shorten(said, width - own, small)),
    );
    x += taken;
  }
  return { parts, bottom: y + small * 0.6 };
}

type Cell = Box & { mark: string };
/** Where it begins, what is drawn from there, and how far from where it began that ends. */
type Stroke = { from: readonly [number, number]; steps: string; to: readonly [number, number] };
type Shape = (cell: Cell) => Stroke;

/**
 * Thousands of cells are a few nodes: all that look alike are one path. It goes from one to the next by how far that
 * is, which takes a third of what saying where each is would take.
 */
function drawCells(kind: MapLine["kind"], cells: readonly Cell[], look: Look): Parts {
  const [first] = cells;
  if (!first) return null;
  const least = Math.min(first.width, first.height);
  const inset = 0.13 * least;
  const stroke = Math.max(least * 0.074, look.text * 0.045);
  const ink = inkOf(kind, look);
  const draw = (marks: readonly MapMark[], shape: Shape, attributes: Record<string, string | number>) => {
    const drawn = cells.filter(({ mark }) => marks.includes(mark as MapMark));
    return drawn.length > 0 && path(chain(drawn.map(shape)), attributes);
  };
  const lined = { fill: "none", stroke: ink, "stroke-width": stroke };
  const dot = { ...lined, stroke: look.inks.muted, "stroke-width": least * 0.22, "stroke-linecap": "round" };
  return [
    draw(["+"], full(inset), { ...lined, "stroke-width": within(first, inset).across }),
    draw(["/", "o"], outlined(inset + stroke / 2), lined),
    draw(["-"], crossedOut(inset + stroke / 2), lined),
    draw(["/"], lowerHalf(inset), { fill: ink }),
    draw(["."], inTheMiddle, dot),
  ];
}

/** Without what keeps it from its neighbours. */
const within = ({ x, y, width, height }: Box, inset: number) => ({
  left: settle(x + inset),
  top: settle(y + inset),
  across: settle(width - 2 * inset),
  down: settle(height - 2 * inset),
});

/** A line as thick as the cell is wide. */
const full =
  (inset: number): Shape =>
  (cell) => {
    const { left, top, across, down } = within(cell, inset);
    return { from: [left + across / 2, top], steps: `v${down}`, to: [0, down] };
  };

const outlined =
  (inset: number): Shape =>
  (cell) => {
    const { left, top, across, down } = within(cell, inset);
    return { from: [left, top], steps: `h${across}v${down}h${-across}z`, to: [0, 0] };
  };

/** Around it, and across from where that began. */
const crossedOut =
  (inset: number): Shape =>
  (cell) => {
    const { left, top, across, down } = within(cell, inset);
    const steps = `v${-down}h${across}v${down}zl${pair(across, -down)}`;
    return { from: [left, top + down], steps, to: [across, -down] };
  };

const lowerHalf =
  (inset: number): Shape =>
  (cell) => {
    const { left, top, across, down } = within(cell, inset);
    const half = settle(down / 2);
    return { from: [left, top + half], steps: `h${across}v${half}h${-across}z`, to: [0, 0] };
  };

/** As good as a point: its round ends are the dot. */
const inTheMiddle: Shape = ({ x, y, width, height }) => ({
  from: [x + width / 2, y + height / 2],
  steps: "h.01",
  to: [0.01, 0],
});

function chain(strokes: readonly Stroke[]): string {
  let [x, y] = [0, 0];
  return strokes
    .map(({ from, steps, to }, i) => {
      const [left, top] = [settle(from[0]), settle(from[1])];
      const move = `${i === 0 ? "M" : "m"}${pair(left - x, top - y)}`;
      [x, y] = [left + to[0], top + to[1]];
      return move + steps;
    })
    .join("");
}

/** A minus is all that has to stand between two numbers. */
const pair = (x: number, y: number) => `${settle(x)}${settle(y) < 0 ? "" : " "}${settle(y)}`;
