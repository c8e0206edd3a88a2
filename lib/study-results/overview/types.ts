import { hasEnoughData } from "#lib/metrics/claim.ts";
import type { UndefinedReason } from "#lib/metrics/measure.ts";
import type { UnrankedReason } from "#lib/study-results/rows/rows.ts";
import type { CountedStratum } from "#lib/study-results/schema.ts";

/** Why a figure of a model isn't there, beyond what metrics know. */
export type ModelReason =
  | UndefinedReason
  | "by_selection" // the cases were chosen by its answers
  | "choices_only"; // not every answer has probabilities

/**
 * How an interval was made: two_way for people and cases both drawn by chance; wilson over cases; mover from those of people
 * and a model; every_look for one of either that holds at each look; paired over the cases of both; or,
 * for contrast, by resampling people and cases, or cases alone.
 */
export const intervalMethods = [
  "two_way",
  "wilson",
  "mover",
  "every_look",
  "paired",
  "crossed_bootstrap",
  "case_bootstrap",
] as const;

export type Interval = {
  low: number | null;
  high: number | null;
  method: (typeof intervalMethods)[number];
  /** Cases that a Wilson interval is over: fewer than there are where they weigh unequally, or come from few works. */
  n: number | null;
  /** Resamples in which the figure doesn't exist. */
  discarded: number;
  reason: UndefinedReason | null;
};

/** A share when nothing is known of what is missing: with that counted wrong, and counted right. */
export type WithMissing = { missing: number; wrong: number | null; right: number | null };

export type Counts = { answers: number; people: number; cases: number };

export type PeoplePoints = {
  n: Counts;
  right: number;
  accuracy: number | null;
  /** Cases that those who count were given and left without an answer. */
  withMissing: WithMissing;
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
  /** People who answered a case. */
  votes: { least: number; most: number };
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

/** The consensus beside one model, over the cases that both answered; ties of the consensus are left out. */
export type VotePoints = {
  cases: number;
  ties: number;
  onlyPeople: number;
  onlyModel: number;
};

/** What people and the model both answered. */
export type GapPoints = Counts & { reason: ModelReason | null };

export type ModelPoints = {
  runId: number;
  model: string;
  method: string;
  version: string;
  replicate: number | null;
  isDemo: boolean;
  ranAt: string | null;
  apart: UnrankedReason | null;
  /** Whether it is placed among the others: it answered something, and stands apart from nobody. */
  isRanked: boolean;
  /** Whether it is held against people: those that are ranked, and the one that the plan names, whatever became known of it since. */
  isTested: boolean;
  /** Of the counted cases. */
  answered: number;
  failed: number;
  missing: number;
  right: number | null;
  top1: number | null;
  /** By which models are placed: what is missing counted wrong, so that leaving hard cases out is worth nothing. */
  withMissing: WithMissing;
  reason: ModelReason | null;
  scores: ScorePoints;
  vote: VotePoints;
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
  /** By what the selecting run said of the cases, where the sample has more than one kind. */
  strata: readonly PartPoints<CountedStratum>[];
};

export { hasEnoughData };

/** A difference from people is a claim about them too. */
export const hasEnoughForGap = ({ gap }: Pick<ModelPoints, "gap">): boolean => hasEnoughData(gap);

/** The best on these cases, which is chosen after looking, with how many others are as good. */
export function findBest(models: readonly ModelPoints[]): { best: ModelPoints; equals: number } | null {
  const [best, ...others] = models.filter(({ isRanked }) => isRanked);
  const isEqual = ({ withMissing }: ModelPoints) => withMissing.wrong === best?.withMissing.wrong;
  return best ? { best, equals: others.filter(isEqual).length } : null;
}

/** Who stands beside people in parts and variants: the model that the plan names, or the best on these cases, chosen after looking. */
export type ComparisonModel = { model: ModelPoints; chosen: "planned" | "after_looking" };

export function findComparisonModel(
  comparatorRunId: number | null,
  models: readonly ModelPoints[],
): ComparisonModel | null {
  const planned = models.find(({ runId, isTested }) => isTested && runId === comparatorRunId);
  if (planned) return { model: planned, chosen: "planned" };
  const found = findBest(models);
  return found && { model: found.best, chosen: "after_looking" };
}

/** What a reader wants to see a figure with and without. */
export const variantKeys = ["excluded", "known", "reported"] as const;
export type VariantKey = (typeof variantKeys)[number];
