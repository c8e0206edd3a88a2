import { bottomAxis, bottomAxisHeight, leftAxis, type Scale } from "#lib/figures/axis.ts";
import {
  circle,
  discPath,
  type Drawing,
  type DrawingNode,
  drawingOf,
  group,
  line,
  type Parts,
  path,
  title,
} from "#lib/figures/drawing.ts";
import type { Look } from "#lib/figures/look.ts";
import {
  drawnAtMost,
  namedAtMost,
  type Place,
  placeScatter,
  type ScatterInput,
  type ScatterPoint,
} from "#lib/figures/drawn/scatter-places.ts";
import { dashes, drawText, linked } from "#lib/figures/marks.ts";
import { shorten, widthOf } from "#lib/figures/text.ts";
import { inCount, inDigits, inPercent, inShortest } from "#lib/figures/written.ts";

type Write = (value: number) => string;

const cellsAcross = 16;
// A path is filled once, however often its discs overlap: several on each other show where there are many.
const layers = 12;

function bubbles(places: readonly Place[], x: Scale, y: Scale, look: Look): Parts {
  const { inks, small } = look;
  const cell = (x.extent[1] - x.extent[0]) / cellsAcross;
  const high = (y.extent[0] - y.extent[1]) / cellsAcross;
  const counts = new Map<string, { n: number; column: number; row: number }>();
  for (const place of places) {
    const column = Math.min(cellsAcross - 1, Math.max(0, Math.floor((place.x - x.extent[0]) / cell)));
    const row = Math.min(cellsAcross - 1, Math.max(0, Math.floor((y.extent[0] - place.y) / high)));
    const key = `${column} ${row}`;
    counts.set(key, { n: (counts.get(key)?.n ?? 0) + 1, column, row });
  }
  const most = Math.max(...Array.from(counts.values(), ({ n }) => n));
  return [...counts.values()].map(({ n, column, row }) => {
    const largest = Math.min(cell, high) * 0.48;
    const r = Math.max(largest * 0.1, Math.sqrt(n / most) * largest);
    const [cx, cy] = [x.extent[0] + (column + 0.5) * cell, y.extent[0] - (row + 0.5) * high];
    const said = inCount(n);
    return group([
      title(said),
      circle(cx, cy, r, {
        fill: inks.model,
        "fill-opacity": 0.35,
        stroke: inks.model,
        "stroke-width": small * 0.06,
      }),
      widthOf(said, small * 0.9) < 1.8 * r &&
        drawText(look, cx, cy + small * 0.3, said, { size: small * 0.9, ink: inks.ink, anchor: "middle" }),
    ]);
  });
}

type Points = { points: readonly ScatterPoint[]; places: readonly Place[]; r: number; write: Write };

function drawPoints({ points, places, r, write }: Points, look: Look): DrawingNode[] {
  const { inks } = look;
  if (points.length > namedAtMost)
    return Array.from({ length: layers }, (_, layer) =>
      path(
        places
          .filter((__, i) => i % layers === layer)
          .map((place) => discPath(place.x, place.y, r))
          .join(""),
        { fill: inks.model, "fill-opacity": 0.4 },
      ),
    );
  return points.map((point, i) => {
    const place = places[i] ?? { x: 0, y: 0 };
    const dot = circle(place.x, place.y, r, {
      fill: inks.model,
      stroke: inks.ground,
      "stroke-width": r * 0.25,
    });
    return linked(look, point.href, [title(`${point.label} · ${write(point.x)} · ${write(point.y)}`), dot]);
  });
}

/** Cases: how many people were right against how sure a model was of the right option. */
export function drawScatter(input: ScatterInput, look: Look): Drawing {
  const { points, words, ranges } = input;
  const { inks, text, small } = look;
  const write: Write = ranges ? (value) => inDigits(value, 2) : (value) => inPercent(value);
  const ticks = ranges ? { write: inShortest } : {};
  const { left, side, top, bottom, x, y, r, places } = placeScatter(input, look);
  const corner = (said: string, isRight: boolean, isTop: boolean) =>
    drawText(
      look,
      isRight ? left + side - text * 0.4 : left + text * 0.4,
      isTop ? top + small * 1.2 : bottom - small * 0.6,
      shorten(said, side / 2 - text, small),
      { isItalic: true, anchor: isRight ? "end" : undefined },
    );
  const { quadrants } = words;
  const middle = {
    stroke: inks.edge,
    "stroke-width": text * 0.07,
    "stroke-dasharray": dashes(look),
  };
  return drawingOf(look.width, bottom + bottomAxisHeight(look, words.x), [
    bottomAxis(look, x, bottom, { title: words.x, grid: [top, bottom], ...ticks }),
    leftAxis(look, y, left, { title: words.y, grid: [left, left + side], top, ...ticks }),
    !ranges && [
      line(x.at(0.5), top, x.at(0.5), bottom, middle),
      line(left, y.at(0.5), left + side, y.at(0.5), middle),
    ],
    points.length > drawnAtMost
      ? bubbles(places, x, y, look)
      : drawPoints({ points, places, r, write }, look),
    quadrants && [
      corner(quadrants.topLeft, false, true),
      corner(quadrants.topRight, true, true),
      corner(quadrants.bottomLeft, false, false),
      corner(quadrants.bottomRight, true, false),
    ],
  ]);
}
