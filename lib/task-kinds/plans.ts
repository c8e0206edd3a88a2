/**
 * What a study comes to where no answer is right: how often each answer is given, the mean of a scale, how often one text is
 * preferred to another, or levels of several things at once.
 */
export type Estimate = "shares" | "mean" | "wins" | "levels";
export type Filter = "options" | "answerLength";

/** What the plan of a study knows of a kind. */
export interface PlannedKind {
  estimates: Estimate;
  /** What its cases can be told apart by before any is drawn. */
  filters: readonly Filter[];
  /** Whether options stand on cards with profiles that a screen may not have room for. */
  hasProfiles?: true;
  /** Whether one can be asked how likely each option is. */
  asksProbabilities: boolean;
  /** The key of a case's content that holds what is to be known before one can choose; null without it, people guess. */
  context?: string;
}
