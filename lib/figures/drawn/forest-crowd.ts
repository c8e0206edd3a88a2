import type { Scale } from "#lib/figures/axis.ts";
import { discPath, type DrawingNode, path, settle } from "#lib/figures/drawing.ts";
import type { Look } from "#lib/figures/look.ts";

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
export function drawCrowd(
  values: readonly number[],
  scale: Scale,
  { middle, height }: Row,
  { inks, text }: Look,
): DrawingNode[] {
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
  return [drawStrip(places, { middle, height }, { inks, text })];
}

function drawStrip(
  places: readonly number[],
  { middle, height }: Row,
  { inks, text }: Pick<Look, "inks" | "text">,
) {
  const width = text * 0.4;
  const counts = new Map<number, number>();
  for (const x of places) counts.set(Math.floor(x / width), (counts.get(Math.floor(x / width)) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const bars = [...counts].map(([bin, count]) => {
    const tall = (count / most) * height;
    return `M${settle(bin * width)} ${settle(middle - tall / 2)}h${settle(width)}v${settle(tall)}h${settle(-width)}Z`;
  });
  return path(bars.join(""), { fill: inks.people, "fill-opacity": 0.34 });
}
