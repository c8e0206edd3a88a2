import { countsOf, type ChoiceTable } from "#lib/metrics/scores/choice-table.ts";
import type { Figures } from "#lib/metrics/measure.ts";

export type Vote = {
  /** What more people chose than anything else; null when several options tie or nobody chose. */
  readonly choice: number | null;
  /** The options that most people chose, where there are several. */
  readonly tied: readonly number[];
  /** 1 or 0; among several that tie, what choosing one of them by chance would give. Null without a vote or a right answer. */
  readonly credit: number | null;
};

export function voteOn(counts: Int32Array, gold: number | null): Vote {
  const most = counts.reduce((most, count) => Math.max(most, count), 0);
  if (most === 0) return { choice: null, tied: [], credit: null };
  const first = [...counts.keys()].filter((option) => counts[option] === most);
  const credit = gold === null ? null : first.includes(gold) ? 1 / first.length : 0;
  const [choice = null] = first;
  return first.length === 1 ? { choice, tied: [], credit } : { choice: null, tied: first, credit };
}

export type Consensus = Figures<"share"> & {
  /** Case by case. */
  readonly votes: readonly Vote[];
  /** Of the cases with a vote and a right answer, in their order: what `caseBootstrap` resamples. */
  readonly credits: Float64Array;
  readonly creditSum: number;
  readonly n: number;
  readonly ties: number;
};

/** The vote of all people, as if it were one answer to each case. `gold` is -1 where no option is right. */
export function findConsensus(table: ChoiceTable, gold: Int8Array): Consensus {
  const votes = Array.from({ length: table.cases }, (_, at) => {
    const right = gold[at] ?? -1;
    return voteOn(countsOf(table, at), right === -1 ? null : right);
  });
  const counted = votes.filter(({ credit }) => credit !== null);
  const credits = Float64Array.from(counted, ({ credit }) => credit ?? 0);
  const creditSum = credits.reduce((sum, credit) => sum + credit, 0);
  const n = credits.length;
  return {
    votes,
    credits,
    creditSum,
    n,
    ties: counted.filter(({ tied }) => tied.length > 0).length,
    share: n === 0 ? null : creditSum / n,
    reason: n === 0 ? "no_items" : null,
  };
}
