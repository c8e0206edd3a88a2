import type { Bounded } from "#lib/metrics/measure.ts";
import { unbounded } from "#lib/metrics/measure.ts";
import { kendallTauB } from "#lib/metrics/tests/kendall-tau.ts";
import { spearman } from "#lib/metrics/tests/spearman.ts";

export type OriginRanks = { readonly n: number; readonly spearman: Bounded; readonly kendall: Bounded };

/** How far a judge ranks origins as people do, by their means. */
export function originRanks(
  people: readonly (number | null)[],
  judge: readonly (number | null)[],
): OriginRanks {
  const pairs = people.flatMap((mean, origin) => {
    const other = judge[origin] ?? null;
    return mean === null || other === null ? [] : [[mean, other] as const];
  });
  const [x, y] = [pairs.map(([mean]) => mean), pairs.map(([, other]) => other)];
  const [rho, tau] = [spearman(x, y), kendallTauB(x, y)];
  return {
    n: pairs.length,
    spearman: unbounded(rho.rho, rho.reason ?? "degenerate"),
    kendall: unbounded(tau.tau, tau.reason ?? "degenerate"),
  };
}
