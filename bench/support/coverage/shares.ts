import type { Figure } from "#bench/support/figure.ts";

/** How often it happened in so many studies, in percent, with what chance in the simulation moves it by. */
export function shareFigure(
  what: string,
  count: number,
  studies: number,
  bounds: Pick<Figure, "least" | "limit"> = {},
): Figure {
  const share = count / studies;
  const error = 100 * Math.sqrt((share * (1 - share)) / studies);
  return { what: `  ${what}`, value: 100 * share, unit: "%", error, ...bounds };
}

export const pointsFigure = (what: string, sum: number, studies: number): Figure => ({
  what: `  ${what}`,
  value: (100 * sum) / studies,
  unit: "points",
});

type Bounds = { low: number | null; high: number | null };

export const holds = ({ low, high }: Bounds, truth: number): boolean =>
  low !== null && high !== null && low <= truth && truth <= high;

export const widthOf = ({ low, high }: Bounds): number => (high ?? 1) - (low ?? 0);
