import type { UndefinedReason } from "#lib/metrics/measure.ts";
import { leastForClaim, type CountedStratum } from "#lib/study-results/schema.ts";

/** Why a figure of a model isn't there, beyond what metrics know. */
export type ModelReason =
  | UndefinedReason
  | "by_selection" // the cases were chosen by its answers
  | "choices_only"; // not every answer has probabilities

/** How an interval was made: people and cases resampled, cases alone, or, where nothing varies, Wilson's over cases. */
export const intervalMethods = ["crossed_bootstrap", "case_bootstrap", "wilson"] as const;

export type Interval = {
  low: number | null;
  high: number | null;
  method: (typeof intervalMethods)[number];
  /** What Wilson's is over. */
  n: number | null;
  /** Resamples in which the figure doesn't exist. */
  discarded: number;
  reason: UndefinedReason | null;
};

export type Counts = { answers: number; people: number; cases: number };

export type PeoplePoints = {
  n: Counts;
  right: number;
  accuracy: number | null;
  /** As if every answer were a draw of its own: for contrast alone. */
  naive: { low: number | null; high: number | null };
  reason: UndefinedReason | null;
  isClaimable: boolean;
};

/** The vote of everybody who answered a case, one case one vote. A tie counts in part, by how many are tied. */
export type ConsensusPoints = {
  cases: number;
  credit: number;
  accuracy: number | null;
  ties: number;
  reason: UndefinedReason | null;
};

export type ScorePoints = {
  /** Answers with probabilities. */
  scored: number;
  top2: number | null;
  meanRank: number | null;
  ece: number | null;
  brierPerOption: number | null;
  brierPerCase: number | null;
  fairTop1: number | null;
  fairTop2: number | null;
  fairMeanRank: number | null;
  reason: ModelReason | null;
};

/** The consensus against one model, over the cases that both answered; ties of the consensus are left out. */
export type McnemarPoints = {
  cases: number;
  ties: number;
  onlyPeople: number;
  onlyModel: number;
  p: number | null;
  /** Adjusted for all models that are tested. */
  holm: number | null;
  reason: ModelReason | null;
};

/** People less the model, over the same answers. */
export type GapPoints = {
  value: number | null;
  answers: number;
  cases: number;
  reason: ModelReason | null;
};

export type ModelPoints = {
  runId: number;
  model: string;
  method: string;
  version: string;
  isDemo: boolean;
  ranAt: string | null;
  isSelecting: boolean;
  /** Whether it answered enough of the cases to be placed among the others. */
  isRanked: boolean;
  /** Of the counted cases. */
  answered: number;
  failed: number;
  missing: number;
  right: number | null;
  top1: number | null;
  reason: ModelReason | null;
  scores: ScorePoints;
  mcnemar: McnemarPoints;
  gap: GapPoints;
};

/** Everything about one selection of answers. */
export type Points = {
  people: PeoplePoints;
  consensus: ConsensusPoints;
  /** What guessing gives: the mean of one in so many options over the cases. */
  chance: number | null;
  /** By top-1; behind them those that aren't ranked, and the selecting one. */
  models: readonly ModelPoints[];
};

export type PartPoints<Name extends string = string> = { name: Name; points: Points };

export type OverviewPoints = Points & {
  /** None where one track alone is looked at, or there is no other. */
  tracks: readonly PartPoints[];
  /** Selected cases and controls, where there are both. */
  strata: readonly PartPoints<CountedStratum>[];
};

export const isClaimable = ({ answers, cases }: Pick<Counts, "answers" | "cases">): boolean =>
  answers >= leastForClaim.answers && cases >= leastForClaim.cases;

/** A difference from people is a claim about them too. */
export const isGapTold = ({ gap }: Pick<ModelPoints, "gap">): boolean => isClaimable(gap);

/** A model that answered fewer of the cases may owe its figure to which ones they are. */
export const leastCoverage = 0.9;

/** The best of those that can be compared, with how many others are as good. */
export function findBest(models: readonly ModelPoints[]): { best: ModelPoints; equals: number } | null {
  const [best, ...others] = models.filter(({ isRanked }) => isRanked);
  return best ? { best, equals: others.filter(({ top1 }) => top1 === best.top1).length } : null;
}

/** What a reader wants to see a figure with and without. */
export const variantKeys = ["excluded", "known", "reported"] as const;
export type VariantKey = (typeof variantKeys)[number];
