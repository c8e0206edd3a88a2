import type { Figures } from "#lib/metrics/measure.ts";
import { kendallTauB } from "#lib/metrics/tests/kendall-tau.ts";
import { spearman } from "#lib/metrics/tests/spearman.ts";

/** Of so many origins that have a mean of both. */
export type OriginRanks = Figures<"rho" | "tau"> & { readonly n: number };

/** How far a judge ranks origins as people do, by their means. No interval of it was found to hold. */
export function originRanks(
  people: readonly (number | null)[],
  judge: readonly (number | null)[],
): OriginRanks {
  const pairs = people.flatMap((mean, origin) => {
    const other = judge[origin] ?? null;
    return mean === null || other === null ? [] : [[toRank(mean), toRank(other)] as const];
  });
  const [x, y] = [pairs.map(([mean]) => mean), pairs.map(([, other]) => other)];
  const { rho, reason } = spearman(x, y);
  return { n: pairs.length, rho, tau: kendallTauB(x, y).tau, reason };
}

/** Equal means and scores may differ in their last digit, by the way in which they were computed: that is no rank. */
export const toRank = (mean: number): number => Number(mean.toPrecision(12));
