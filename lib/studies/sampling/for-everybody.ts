import { deriveSeed, orderBySeed } from "#lib/seeds/seeded-order.ts";
import type { EligibleCase } from "#lib/studies/frame/survey.ts";
import { nameOf } from "#lib/studies/sampling/pools.ts";
import type { Shortfall } from "#lib/studies/sampling/sampling.ts";
import { listAskedTracks } from "#lib/studies/strata/schema.ts";
import type { Sample } from "#lib/studies/schema.ts";

/** What everybody gets. The order is the one in which they take cases away from each other. */
export const commonStrata = ["attention", "practice"] as const;
export type CommonCases = Record<(typeof commonStrata)[number], EligibleCase[]>;

/** Cases the design names. Each can be named once, and only if it is in the frame and it is known what is right. */
export function takeNamed(sample: Sample, eligible: readonly EligibleCase[], shortfalls: Shortfall[]) {
  const byName = new Map(eligible.map((one) => [nameOf(one), one]));
  const common: CommonCases = { attention: [], practice: [] };
  for (const stratum of commonStrata)
    for (const { track, key } of sample[stratum].cases) {
      const name = nameOf({ track, key });
      const found = byName.get(name);
      if (found?.hasGold) common[stratum].push(found);
      else {
        const reason = found ? "unknown_gold" : "unknown_case";
        shortfalls.push({ stratum, track, needed: 1, found: 0, reason, case: { track, key } });
      }
      byName.delete(name);
    }
  return { common, rest: [...byName.values()] };
}

/** The rest is drawn from those that every run got right: whoever reads them can answer them. */
export function drawCommon(
  sample: Sample,
  common: CommonCases,
  rest: readonly EligibleCase[],
  shortfalls: Shortfall[],
): void {
  const asked = new Set(listAskedTracks(sample));
  let easy = rest.filter(({ isEasy, track }) => isEasy && asked.has(track));
  for (const stratum of commonStrata) {
    const needed = sample[stratum].count - sample[stratum].cases.length;
    const drawn = orderBySeed(easy, deriveSeed(sample.seed, stratum), nameOf).slice(0, Math.max(0, needed));
    if (drawn.length < needed)
      shortfalls.push({ stratum, track: null, needed, found: drawn.length, reason: "too_few" });
    common[stratum].push(...drawn);
    easy = easy.filter((item) => !drawn.includes(item));
  }
}
