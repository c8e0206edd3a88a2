import { type Box, type DrawingNode, path, settle } from "#lib/figures/drawing.ts";
import type { MapLine, MapMark } from "#lib/figures/drawn/answer-map-input.ts";
import type { Look } from "#lib/figures/look.ts";
import { inkOf } from "#lib/figures/marks.ts";

export type Cell = Box & { mark: string };
/** Where it begins, what is drawn from there, and how far from where it began that ends. */
type Stroke = { from: readonly [number, number]; steps: string; to: readonly [number, number] };
type Shape = (cell: Cell) => Stroke;

/**
 * Thousands of cells are a few nodes: all that look alike are one path. It goes from one to the next by how far that
 * is, which takes a third of what saying where each is would take.
 */
export function drawCells(kind: MapLine["kind"], cells: readonly Cell[], look: Look): DrawingNode[] {
  const [first] = cells;
  if (!first) return [];
  const least = Math.min(first.width, first.height);
  const inset = 0.13 * least;
  const stroke = Math.max(least * 0.074, look.text * 0.045);
  const ink = inkOf(kind, look);
  const draw = (marks: readonly MapMark[], shape: Shape, attributes: Record<string, string | number>) => {
    const drawn = cells.filter(({ mark }) => marks.includes(mark as MapMark));
    return drawn.length === 0 ? [] : [path(chain(drawn.map(shape)), attributes)];
  };
  const lined = { fill: "none", stroke: ink, "stroke-width": stroke };
  const dot = { ...lined, stroke: look.inks.muted, "stroke-width": least * 0.22, "stroke-linecap": "round" };
  return [
    ...draw(["+"], full(inset), { ...lined, "stroke-width": within(first, inset).across }),
    ...draw(["/", "o"], outlined(inset + stroke / 2), lined),
    ...draw(["-"], crossedOut(inset + stroke / 2), lined),
    ...draw(["/"], lowerHalf(inset), { fill: ink }),
    ...draw(["."], inTheMiddle, dot),
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
