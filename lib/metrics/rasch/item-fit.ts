/** How well the answers of one, or to one, go with its place. Both mean squares are 1 where they do as chance would have it. */
export type ItemFit = {
  /** By what an answer tells: answers near one's own place count most. */
  readonly infit: number | null;
  /** Every answer alike: moved by a few surprises far from one's place. */
  readonly outfit: number | null;
  /** Infit as a normal deviate (Wilson and Hilferty's cube root). */
  readonly deviate: number | null;
  /** Null where there are too few answers to tell. */
  readonly fits: boolean | null;
};

/** Outside of these, by more than chance gives one time in twenty, and with so many answers, something doesn't fit. */
export const fitRule = { low: 0.7, high: 1.3, deviate: 1.96, answers: 10 } as const;

/** Of answers with what was expected of each. */
export function measureFit(scores: readonly number[], expected: readonly number[]): ItemFit {
  let [squares, information, standardised, kurtosis] = [0, 0, 0, 0];
  scores.forEach((score, i) => {
    const chance = expected[i] as number;
    const weight = chance * (1 - chance);
    const square = (score - chance) ** 2;
    squares += square;
    information += weight;
    standardised += square / weight;
    kurtosis += weight - 4 * weight ** 2;
  });
  if (information === 0) return { infit: null, outfit: null, deviate: null, fits: null };
  const infit = squares / information;
  const spread = Math.sqrt(Math.max(0, kurtosis)) / information;
  const deviate = spread > 0 ? (Math.cbrt(infit) - 1) * (3 / spread) + spread / 3 : null;
  const isInside = infit >= fitRule.low && infit <= fitRule.high;
  return {
    infit,
    outfit: standardised / scores.length,
    deviate,
    fits: scores.length < fitRule.answers ? null : isInside || Math.abs(deviate ?? 0) < fitRule.deviate,
  };
}
