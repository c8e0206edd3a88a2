const minus = (text: string) => text.replace(/^-/, "−");

/** Rounded for the eye, as the axis counts: in percent, without the sign. */
export const inPercent = (share: number, decimals = 1): string => minus((100 * share).toFixed(decimals));

/** A figure that is no share: a coefficient, a score, a probability. */
export const inDigits = (value: number, digits: number): string => minus(value.toFixed(digits));

export const inCount = (count: number): string => minus(count.toLocaleString("en-GB"));

export const inRange = (low: number, high: number, decimals = 1): string =>
  `${inPercent(low, decimals)}–${inPercent(high, decimals)}`;

/** Of a test. Smaller than what is printed is told as such, and never as 0. */
export const inProbability = (p: number | null): string =>
  p === null ? "p –" : p < 0.001 ? "p < 0.001" : `p = ${inDigits(p, 3)}`;
