import type { Scale } from "#lib/figures/axis.ts";
import {
  circle,
  type DrawingNode,
  group,
  outline,
  path,
  rect,
  title,
  type Attributes,
} from "#lib/figures/drawing.ts";
import type { WrightKind, WrightPlace } from "#lib/figures/drawn/wright-input.ts";
import type { Look } from "#lib/figures/look.ts";
import { linked } from "#lib/figures/marks.ts";
import { inCount, inDigits } from "#lib/figures/written.ts";

/** From where a pile grows, which way, and how far it may. */
export type Ground = { readonly x: number; readonly way: 1 | -1; readonly room: number };

type Piled<P extends WrightPlace> = { y: number; members: P[] };

/** Above so many on one side they are counted in bars. */
export const wrightDotsAtMost = 200;

/** Equal steps of the line, as a histogram has them. */
function binByPlace<P extends WrightPlace>(places: readonly P[], scale: Scale, step: number): Piled<P>[] {
  const [bottom] = scale.extent;
  const bins = new Map<number, P[]>();
  for (const one of places) {
    const bin = Math.round((bottom - scale.at(one.place)) / step);
    bins.set(bin, [...(bins.get(bin) ?? []), one]);
  }
  return [...bins].map(([bin, members]) => ({ y: bottom - bin * step, members }));
}

/** A dot each, as large as the longest pile leaves room for. */
export function pileDots<P extends WrightPlace>(
  places: readonly P[],
  scale: Scale,
  { x, way, room }: Ground,
  look: Look,
  draw: (place: P, cx: number, cy: number, r: number) => DrawingNode,
): DrawingNode[] {
  let diameter = look.text * 0.75;
  let piles = binByPlace(places, scale, diameter);
  const longest = () => Math.max(1, ...piles.map(({ members }) => members.length));
  while (longest() * diameter > room && diameter > look.text * 0.25) {
    diameter *= 0.9;
    piles = binByPlace(places, scale, diameter);
  }
  const apart = Math.min(diameter, room / longest());
  return piles.flatMap(({ y, members }) =>
    members.map((one, i) =>
      group(
        linked(look, one.href, [
          title(`${one.label} · ${inDigits(one.place, 2)}`),
          draw(one, x + way * (i + 0.6) * apart, y, diameter * 0.43),
        ]),
      ),
    ),
  );
}

/** Of so many that no dot could be told from another. */
export function pileBars(
  places: readonly WrightPlace[],
  scale: Scale,
  { x, way, room }: Ground,
  look: Look,
  fill: string,
): DrawingNode[] {
  const step = look.text * 0.8;
  const piles = binByPlace(places, scale, step);
  const most = Math.max(1, ...piles.map(({ members }) => members.length));
  return piles.map(({ y, members }) => {
    const width = (members.length / most) * room;
    const box = { x: way === 1 ? x : x - width, y: y - step * 0.42, width, height: step * 0.84 };
    return group([title(inCount(members.length)), rect(box, { fill })]);
  });
}

/** A case as its kind looks. */
export function caseMark(
  { fill, form }: WrightKind,
  x: number,
  y: number,
  r: number,
  { inks }: Look,
): DrawingNode {
  const inside = { full: inks.muted, half: inks.line, none: inks.ground }[fill];
  const edged = fill === "full" ? r : r * 0.86;
  const attributes: Attributes = {
    fill: inside,
    ...(fill !== "full" && { stroke: inks.muted, "stroke-width": r * 0.35 }),
  };
  switch (form) {
    case "circle":
      return circle(x, y, edged, attributes);
    case "square":
      return rect(
        { x: x - edged * 0.88, y: y - edged * 0.88, width: 1.76 * edged, height: 1.76 * edged },
        attributes,
      );
    case "diamond":
      return path(outline([[x, y - 1.15 * edged], [x + 1.15 * edged, y], [x, y + 1.15 * edged], [x - 1.15 * edged, y]]), attributes); // oxfmt-ignore
    case "triangle":
      return path(outline([[x, y - 1.1 * edged], [x + 1.1 * edged, y + 0.85 * edged], [x - 1.1 * edged, y + 0.85 * edged]]), attributes); // oxfmt-ignore
  }
}
