import { type Range, type Scale, scaleOf } from "#lib/figures/axis.ts";
import type { Look } from "#lib/figures/look.ts";

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
  /** From where to where values lie that are no shares. */
  readonly ranges?: { readonly x: Range; readonly y: Range };
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

export type Place = { readonly x: number; readonly y: number };

type ScatterLayout = {
  readonly left: number;
  readonly side: number;
  readonly top: number;
  readonly bottom: number;
  readonly x: Scale;
  readonly y: Scale;
  /** Of a point. */
  readonly r: number;
  /** In the order of the points. */
  readonly places: readonly Place[];
};

/** In ±1, from the point's place in the list alone. */
const shake = (i: number, salt: number): number =>
  2 * (((Math.imul(i + 1, 0x9e3779b1 + salt * 0x85ebca6b) >>> 0) % 10_007) / 10_007) - 1;

/** Where the plot and its points lie: for whoever draws them, and for whoever looks for the one under a pointer. */
export function placeScatter(input: ScatterInput, look: Look): ScatterLayout {
  const { points, words, jitter = false, ranges } = input;
  const { text, small } = look;
  const left = small * 2.4;
  const side = look.width - left - text * 0.8;
  const top = small * 2.2;
  const bottom = top + Math.min(side, text * 34);
  // The corners' names stand beyond the values, not on them.
  const strip = words.quadrants ? small * 1.8 : text * 0.4;
  // Moved points keep off the axes, where values end on them.
  const inset = ranges && jitter ? text * 0.9 : 0;
  const x = scaleOf(ranges?.x ?? [0, 1], [left + inset, left + side - inset]);
  const y = scaleOf(ranges?.y ?? [0, 1], [bottom - strip - inset, top + strip + inset]);
  const r = text * (points.length > namedAtMost ? 0.2 : 0.3);
  const reach = jitter ? text * 0.5 : 0;
  const places = points.map((point, i) => ({
    x: x.at(point.x) + reach * shake(i, 1),
    y: y.at(point.y) + reach * shake(i, 2),
  }));
  return { left, side, top, bottom, x, y, r, places };
}
