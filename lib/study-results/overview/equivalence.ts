import { defaultLevel } from "#lib/metrics/tests/proportion-interval.ts";
import type { Figures } from "#lib/metrics/measure.ts";
import { pAgainst } from "#lib/metrics/two-way/gap.ts";

/** Whether a model is as good as people but for a margin that was fixed beforehand. */
export type Equivalence = {
  readonly margin: number;
  /** One-sided, that people are ahead by less than the margin. */
  readonly pNoWorse: number;
  /** The larger of both one-sided ones: neither is ahead by the margin (two one-sided tests). */
  readonly pEquivalent: number;
  /** Of the same error to either side: at 90 % where the others are at 95. */
  readonly low: number | null;
  readonly high: number | null;
};

/** By the interval of the difference that is told, at other levels. */
export function testEquivalence(
  at: (level: number) => Figures<"low" | "high">,
  value: number,
  margin: number,
): Equivalence | null {
  const [above, below] = [pAgainst(at, value, margin), pAgainst(at, value, -margin)];
  if (above === null || below === null) return null;
  const oneSided = (p: number, isInside: boolean) => (isInside ? p / 2 : 1 - p / 2);
  const pNoWorse = oneSided(above, value < margin);
  const { low, high } = at(2 * defaultLevel - 1);
  return {
    margin,
    pNoWorse,
    low,
    high,
    pEquivalent: Math.max(pNoWorse, oneSided(below, value > -margin)),
  };
}
