import { inDigits, inPercent, inPoints, inRange } from "#lib/figures/written.ts";
import type { Cell, Words } from "#components/ui/table/cell.tsx";

/** Figures as they stand in a cell: rounded for the eye, whole in the title. */

export const nothing: Words = { text: "–", isMuted: true };

export const muted = (text: string): Words => ({ text, isMuted: true });

export const named = (text: string): Words => ({ text, isName: true });

/** Of a model: two halves of a name are read as two. */
export const modelNamed = (text: string): Words => ({ text, isName: true, isWhole: true });

const figure = (value: number | null, write: (value: number) => string): Words =>
  value === null ? nothing : { text: write(value), title: String(value), isWhole: true };

/** A share in percent, without the sign, which the heading has. */
export const percent = (value: number | null): Words => figure(value, inPercent);

/** In points, with its sign: it lies on one side of 0 or the other. */
export const points = (value: number | null): Words => figure(value, inPoints);

export const decimal = (value: number | null, digits = 3): Words =>
  figure(value, (known) => inDigits(known, digits));

/** Smaller than what is printed is told as such, and never as 0. */
export const probability = (value: number | null): Words =>
  figure(value, (known) => (known < 0.001 ? "< 0.001" : known.toFixed(3)));

/** A difference of shares with its interval beneath it. */
export const pointsWithin = ({
  difference,
  low,
  high,
}: Record<"difference" | "low" | "high", number | null>): Cell =>
  difference === null
    ? nothing
    : [
        { text: inPoints(difference), title: String(difference), isWhole: true },
        ...(low === null || high === null
          ? []
          : [{ line: `${inPoints(low)} … ${inPoints(high)}`, isMuted: true }]),
      ];

/** Of an interval: both rounded, whole when pointed at. */
export const ends = (
  low: number,
  high: number,
  write: (low: number, high: number) => string = inRange,
): Words => ({ text: write(low, high), title: `${low} ${high}`, isWhole: true });
