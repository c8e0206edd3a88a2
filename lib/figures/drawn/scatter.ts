import { bottomAxis, bottomAxisHeight, leftAxis, type Scale, scaleOf } from "#lib/figures/axis.ts";
import {
  circle,
  discPath,
  type Drawing,
  type DrawingNode,
  group,
  label,
  line,
  path,
  title,
} from "#lib/figures/drawing.ts";
import type { Look } from "#lib/figures/look.ts";
import { dashes, linked } from "#lib/figures/marks.ts";
import { shorten, widthOf } from "#lib/figures/text.ts";
import { inCount, inPercent } from "#lib/figures/written.ts";

export type ScatterPoint = {
  readonly id: string;
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly href?: string;
};

export type ScatterInput = {
  readonly points: readonly ScatterPoint[];
  /** Moves each point a little, the same way every time, where many share their place. */
  readonly jitter?: boolean;
  readonly words: {
    readonly x: string;
    readonly y: string;
    readonly quadrants?: {
      readonly topLeft: string;
      readonly topRight: string;
      readonly bottomLeft: string;
      readonly bottomRight: string;
    };
  };
};

/** Up to so many points are nodes with a name and a way; up to so many are drawn; more are counted. */
export const namedAtMost = 200;
export const drawnAtMost = 2_000;
const cellsAcross = 16;
// A path is filled once, however often its discs overlap: several on each other show where there are many.
const layers = 12;

/** In ±1, from the point's place in the list alone. */
const shake = (i: number, salt: number): number =>
  2 * (((Math.imul(i + 1, 0x9e3779b1 + salt * 0x85ebca6b) >>> 0) % 10_007) / 10_007) - 1;

type Place = { x: number; y: number };

function bubbles(places: readonly Place[], x: Scale, y: Scale, look: Look): DrawingNode[] {
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
  const most = Math.max(...[...counts.values()].map(({ n }) => n));
  return [...counts.values()].flatMap(({ n, column, row }) => {
    const largest = Math.min(cell, high) * 0.48;
    const r = Math.max(largest * 0.1, Math.sqrt(n / most) * largest);
    const [cx, cy] = [x.extent[0] + (column + 0.5) * cell, y.extent[0] - (row + 0.5) * high];
    const said = inCount(n);
    const isRoomy = widthOf(said, small * 0.9) < 1.8 * r;
    return [
      group([
        title(said),
        circle(cx, cy, r, {
          fill: inks.model,
          "fill-opacity": 0.35,
          stroke: inks.model,
          "stroke-width": small * 0.06,
        }),
        ...(isRoomy
          ? [
              label(cx, cy + small * 0.3, said, {
                "font-size": small * 0.9,
                fill: inks.ink,
                "text-anchor": "middle",
              }),
            ]
          : []),
      ]),
    ];
  });
}

function drawPoints(
  points: readonly ScatterPoint[],
  places: readonly Place[],
  r: number,
  look: Look,
): DrawingNode[] {
  const { inks } = look;
  if (points.length > namedAtMost)
    return Array.from({ length: layers }, (_, layer) =>
      path(
        places
          .filter((__, i) => i % layers === layer)
          .map((it) => discPath(it.x, it.y, r))
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
    return group(
      linked(look, point.href, [
        title(`${point.label} · ${inPercent(point.x)} · ${inPercent(point.y)}`),
        dot,
      ]),
    );
  });
}

/** Cases: how many people were right against how sure a model was of the right option. */
export function drawScatter(input: ScatterInput, look: Look): Drawing {
  const { points, words, jitter = false } = input;
  const { inks, text, small } = look;
  const left = small * 2.4;
  const side = look.width - left - text * 0.8;
  const top = small * 2.2;
  const bottom = top + Math.min(side, text * 34);
  // The corners' names stand beyond the values, not on them.
  const strip = words.quadrants ? small * 1.8 : text * 0.4;
  const x = scaleOf([0, 1], [left, left + side]);
  const y = scaleOf([0, 1], [bottom - strip, top + strip]);
  const r = text * (points.length > namedAtMost ? 0.2 : 0.3);
  const reach = jitter ? text * 0.5 : 0;
  const places = points.map((point, i) => ({
    x: x.at(point.x) + reach * shake(i, 1),
    y: y.at(point.y) + reach * shake(i, 2),
  }));
  const corner = (said: string, isRight: boolean, isTop: boolean): DrawingNode =>
    label(
      isRight ? left + side - text * 0.4 : left + text * 0.4,
      isTop ? top + small * 1.2 : bottom - small * 0.6,
      shorten(said, side / 2 - text, small),
      {
        "font-size": small,
        "font-style": "italic",
        fill: inks.muted,
        "text-anchor": isRight ? "end" : undefined,
      },
    );
  const { quadrants } = words;
  const middle = {
    stroke: inks.edge,
    "stroke-width": text * 0.07,
    "stroke-dasharray": dashes(look),
  };
  const nodes = [
    ...bottomAxis(look, x, bottom, { title: words.x, grid: [top, bottom] }),
    ...leftAxis(look, y, left, { title: words.y, grid: [left, left + side], top }),
    line(x.at(0.5), top, x.at(0.5), bottom, middle),
    line(left, y.at(0.5), left + side, y.at(0.5), middle),
    ...(points.length > drawnAtMost ? bubbles(places, x, y, look) : drawPoints(points, places, r, look)),
    ...(quadrants
      ? [
          corner(quadrants.topLeft, false, true),
          corner(quadrants.topRight, true, true),
          corner(quadrants.bottomLeft, false, false),
          corner(quadrants.bottomRight, true, false),
        ]
      : []),
  ];
  return { width: look.width, height: bottom + bottomAxisHeight(look), nodes };
}
