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
export function drawCrowd(values: readonly number[], scale: Scale, row: Row, look: Look): DrawingNode[] {
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
