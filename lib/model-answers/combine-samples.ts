/** How the answers to several samples of a case become one. */
export const combinings = ["majority", "mean"] as const;
export type CombineMethod = (typeof combinings)[number];

/** One answer of several: a distribution, or a choice with the votes that made it. */
export type CombinedAnswer =
  | { probabilities: readonly number[] }
  | {
      choice: number;
      /** How many samples held each option to be the most probable, in the options' order. */
      votes: readonly number[];
      /** Several options had as many votes, and the mean probability decided. */
      isTied: boolean;
    };

/**
 * Self-consistency: the option that most samples hold to be the most probable, or the mean of their distributions. Null
 * where no sample brought one.
 */
export function combineSamples(
  distributions: readonly (readonly number[])[],
  combining: CombineMethod,
): CombinedAnswer | null {
  const [first] = distributions;
  if (!first) return null;
  const means = first.map(
    (_, option) => distributions.reduce((sum, one) => sum + (one[option] ?? 0), 0) / distributions.length,
  );
  if (combining === "mean") return { probabilities: means };
  const votes = first.map((_, option) => distributions.filter((one) => placeOfMost(one) === option).length);
  const most = Math.max(...votes);
  const leading = votes.flatMap((count, option) => (count === most ? [option] : []));
  const choice = leading.reduce((best, option) =>
    (means[option] ?? 0) > (means[best] ?? 0) ? option : best,
  );
  return { choice, votes, isTied: leading.length > 1 };
}

/** Of options that are as probable as each other, the first: the public code's rule. */
const placeOfMost = (distribution: readonly number[]): number =>
  distribution.indexOf(Math.max(...distribution));
