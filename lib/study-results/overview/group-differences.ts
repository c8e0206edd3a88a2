import { adjustP } from "#lib/metrics/tests/p-adjust.ts";
import { defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";
import { betweenInterval, measureBetween } from "#lib/metrics/two-way/between.ts";
import { pAgainst } from "#lib/metrics/two-way/gap.ts";
import type { TwoWayInput } from "#lib/metrics/two-way/input.ts";
import { twoWayMean } from "#lib/metrics/two-way/variance.ts";

/** A difference with its interval, and the test of this very difference. */
export type TestedDifference = {
  value: number | null;
  low: number | null;
  high: number | null;
  p: number | null;
  /** Adjusted for all pairs that are tested. */
  holm: number | null;
};

/** One group of people less another. */
export type GroupDifference = TestedDifference & {
  first: number;
  second: number;
  /** Whether anything may be claimed of it. */
  isTested: boolean;
};

/** Every pair of groups, whose cases are numbered alike; a pair that isn't tested counts among no tests. */
export function differGroups(
  groups: readonly TwoWayInput[],
  isTested: (first: number, second: number) => boolean,
): GroupDifference[] {
  const means = groups.map(twoWayMean);
  const differences = means.flatMap((second, b) =>
    means.slice(0, b).map((first, a) => {
      const told = isTested(a, b) && first && second ? measureBetween(first, second) : null;
      const at = (level: number) => betweenInterval(told as NonNullable<typeof told>, level);
      const interval = told ? at(defaultLevel) : { low: null, high: null };
      return {
        first: a,
        second: b,
        isTested: told !== null,
        low: interval.low,
        high: interval.high,
        value: first && second ? first.mean - second.mean : null,
        p: told && pAgainst(at, told.value),
      };
    }),
  );
  const { holm } = adjustP(differences.map(({ p }) => p));
  return differences.map((difference, i) => ({ ...difference, holm: holm[i] ?? null }));
}
