import { line, type Parts } from "#lib/figures/drawing.ts";
import type { Look } from "#lib/figures/look.ts";
import { widthOf, wrap } from "#lib/figures/text.ts";
import { inPercent } from "#lib/figures/written.ts";
import { drawText } from "#lib/figures/marks.ts";

export type Range = readonly [from: number, to: number];
export type Scale = {
  readonly range: Range;
  /** From where to where it is drawn. */
  readonly extent: Range;
  readonly at: (value: number) => number;
  readonly holds: (value: number) => boolean;
};

export function scaleOf(range: Range, extent: Range): Scale {
  const [from, to] = range;
  const [start, end] = extent;
  return {
    range,
    extent,
    at: (value) => start + ((Math.min(Math.max(value, from), to) - from) / (to - from)) * (end - start),
    holds: (value) => value >= from - 1e-9 && value <= to + 1e-9,
  };
}

const steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 5, 10, 20, 25, 50];

/** Round values, as close as their labels allow. */
export function ticksOf({ range, extent }: Scale, apart: number): number[] {
  const [from, to] = range;
  const perUnit = Math.abs(extent[1] - extent[0]) / (to - from);
  const step = steps.find((one) => one * perUnit >= apart) ?? 10 ** Math.ceil(Math.log10(apart / perUnit));
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) => Math.round((first + i) * step * 1e6) / 1e6);
}

/** A range of round ends that holds all values, and is never so narrow that noise looks like a mountain. */
export function rangeAround(
  values: readonly number[],
  least = 0.2,
  [from, to]: readonly [least: number, most: number] = [0, 1],
): Range {
  if (values.length === 0) return [0, 1];
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const missing = Math.max(0, least - (high - low)) / 2;
  const down = Math.floor((low - missing) * 20 - 1e-9) / 20;
  const up = Math.ceil((high + missing) * 20 + 1e-9) / 20;
  return [Math.max(from, down), Math.min(to, up)];
}

type AxisWords = {
  readonly title: string;
  readonly grid?: Range;
  /** Where its frame begins, if not with its values. */ readonly top?: number;
  /** How close its labels may stand. */ readonly apart?: number;
  /** Of values that are no shares. */ readonly write?: (tick: number) => string;
};

const inWholePercent = (tick: number): string => inPercent(tick, 0);

/** Percent along the bottom: ticks, their labels, faint lines through the plot. */
export function bottomAxis(look: Look, scale: Scale, y: number, words: AxisWords): Parts {
  const { inks, small, text } = look;
  const { title, grid, apart = 3.2 * text, write = inWholePercent } = words;
  const ticks = ticksOf(scale, apart);
  const [start, end] = scale.extent;
  const anchor = "middle";
  return [
    ticks.map((tick) => {
      const x = scale.at(tick);
      return grid
        ? line(x, grid[0], x, grid[1], { stroke: inks.line, "stroke-width": text * 0.06 })
        : line(x, y, x, y + small * 0.3, { stroke: inks.edge, "stroke-width": text * 0.07 });
    }),
    line(start, y, end, y, { stroke: inks.edge, "stroke-width": text * 0.07 }),
    ticks.map((tick) => drawText(look, scale.at(tick), y + small * 1.3, write(tick), { anchor })),
    titleLines(look, title).map((written, i) => {
      const x = within(look, (start + end) / 2, widthOf(written, small));
      return drawText(look, x, y + small * (2.8 + 1.25 * i), written, { anchor });
    }),
  ];
}

const titleLines = ({ width, small }: Look, title: string): string[] => wrap(title, width, small);

/** The middle of a text that keeps within the drawing, as close to where it is wanted as that allows. */
const within = ({ width }: Look, middle: number, taken: number): number =>
  Math.max(taken / 2, Math.min(middle, width - taken / 2));

export const bottomAxisHeight = (look: Look, title: string): number =>
  look.small * (3.2 + 1.25 * (titleLines(look, title).length - 1));

/** Percent along the left; its title lies above it, where it can be read without turning the head. */
export function leftAxis(
  look: Look,
  scale: Scale,
  x: number,
  { title, grid, top = scale.extent[1], apart = 3.2 * look.text, write = inWholePercent }: AxisWords,
): Parts {
  const { inks, small, text } = look;
  const titleAt = Math.max(0, Math.min(x - small * 2.2, look.width - widthOf(title, small)));
  return [
    ticksOf(scale, apart).map((tick) => {
      const y = scale.at(tick);
      return [
        grid && line(grid[0], y, grid[1], y, { stroke: inks.line, "stroke-width": text * 0.06 }),
        drawText(look, x - small * 0.5, y + small * 0.34, write(tick), { anchor: "end" }),
      ];
    }),
    line(x, scale.extent[0], x, scale.extent[1], { stroke: inks.edge, "stroke-width": text * 0.07 }),
    drawText(look, titleAt, top - small * 0.9, title),
  ];
}
