/** What rounds to nothing has no sign. */
const minus = (text: string) => text.replace(/^-(?=0(?:\.0+)?$)/, "").replace(/^-/, "−");

/** Rounded for the eye, as the axis counts: in percent, without the sign. */
export const inPercent = (share: number, decimals = 1): string => minus((100 * share).toFixed(decimals));

/** The same where no heading says what it is counted in: "40%". */
export const asPercent = (share: number, decimals = 1): string => `${inPercent(share, decimals)}%`;

/** In points, with its sign: a difference lies on one side of 0 or the other. */
export const inPoints = (value: number): string => `${value > 0 ? "+" : ""}${inPercent(value)}`;

/** Minutes and seconds, as on a watch; hours where there are any. */
export function inTime(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const two = (count: number) => String(count).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** A figure that is no share: a coefficient, a score, a probability. */
export const inDigits = (value: number, digits: number): string => minus(value.toFixed(digits));

/** A tick of an axis, with as few digits as it has. */
export const inShortest = (tick: number): string => inDigits(tick, String(tick).split(".")[1]?.length ?? 0);

export const inCount = (count: number): string => minus(count.toLocaleString("en-GB"));

export const inRange = (low: number, high: number, decimals = 1): string =>
  `${inPercent(low, decimals)}–${inPercent(high, decimals)}`;

/** Of points, which may lie on both sides of 0: a dash would be read as a minus, so each language joins them in its own way. */
export const inPointRange = (
  low: number,
  high: number,
  join: (ends: { low: string; high: string }) => string,
): string =>
  low < 0 || high < 0 ? join({ low: inPercent(low), high: inPercent(high) }) : inRange(low, high);

/** Of a test. Smaller than what is printed is told as such, and never as 0. */
export const inProbability = (p: number | null): string =>
  p === null ? "p –" : p < 0.001 ? "p < 0.001" : `p = ${inDigits(p, 3)}`;
