import type { GroupedMean } from "#lib/metrics/grouped/grouped-mean.ts";
import { labelRatios } from "#lib/metrics/scores/contradiction-ratio.ts";
import type { RunRow } from "#lib/study-results/rows/rows.ts";
import { isClaimable } from "#lib/study-results/overview/types.ts";
import type { Given, PackedSet } from "#lib/task-kinds/label/shares/pack.ts";

/** How often each label was given, by people or by a judge, over some of the cases. */
export type GivenShares = {
  /** Null for people. */
  run: RunRow | null;
  /** By label. */
  counts: readonly number[];
  shares: readonly GroupedMean[];
  n: number;
  people: number;
  cases: number;
  groups: number;
  /** Whether shares are told, and not counts alone. A judge labels each case once: people are only asked of people. */
  isClaimable: boolean;
};

export function countLabels(
  { run, rater, case: caseOf, label }: Given,
  { labels, groupOf }: Pick<PackedSet, "labels" | "groupOf">,
): GivenShares {
  const group = caseOf.map((at) => groupOf[at] as number);
  const all = new Int32Array(label.length);
  const shares = labels.flatMap((_, one) =>
    labelRatios({ isGiven: label.map((given) => Number(given === one)), group, rater }, all, 1),
  );
  const n = {
    n: label.length,
    people: rater ? new Set(rater).size : 1,
    cases: new Set(caseOf).size,
    groups: new Set(group).size,
  };
  return {
    run,
    shares,
    ...n,
    counts: shares.map((_, one) => label.filter((given) => given === one).length),
    isClaimable: isClaimable({
      answers: rater ? n.n : Infinity,
      people: rater ? n.people : Infinity,
      cases: n.cases,
    }),
  };
}
