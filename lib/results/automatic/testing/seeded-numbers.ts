import { wholeNumbers } from "#lib/metrics/power/random.ts";

/** Whole numbers below a limit, and lists in another order: the same for the same seed. */
export function seededNumbers(seed: number) {
  const next = wholeNumbers(seed, 0);
  const below = (limit: number): number => Math.floor((next() / 2 ** 32) * limit);
  const shuffle = <Of>(given: readonly Of[]): Of[] =>
    given
      .map((one) => ({ one, at: next() }))
      .sort((a, b) => a.at - b.at)
      .map(({ one }) => one);
  return { below, shuffle };
}
