import type { Vote } from "#lib/metrics/agreement/consensus.ts";
import type { Layout, OwnValue, StoredGold } from "#lib/task-kinds/kind.ts";

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
  /** The key of a case's content that holds what it asks, where every case asks something of its own. */
  question?: string;
}

/**
 * What an answer is made of. `choice`: one of the case's options; `set`: every one of them that fits; `scale`: a point of a
 * scale; `levels`: a number for each of several things; `side`: one of two texts; `text`: words alone.
 */
export type AnswerPart = "choice" | "set" | "scale" | "levels" | "side" | "text";

/** What a kind of task is, as data: what plans, results and exports know of it is made of it. */
export type KindSpec = {
  /** As the database, files and addresses have it. */
  name: string;
  answer: {
    /** Without it an answer is missing. */
    decides: Exclude<AnswerPart, "text">;
    /** By their keys in an answer: what can be said besides, by its place in a list of the case. */
    beside?: Readonly<Record<string, AnswerPart>>;
  };
  /** Keys of a case's content. */
  content?: {
    /** What is answered by: a scale, a set of labels, a code book. It has one order for everybody. */
    standard?: string;
    /** What figures and exports read of every case, if it is something else. */
    noted?: string;
    /** What is to be known before one can choose; without it, people guess. */
    context?: string;
    /** What is asked, where every case asks something of its own. */
    question?: string;
  };
  /** Whether options stand on cards with profiles that a screen may not have room for. */
  hasProfiles?: true;
  /** What cases can be told apart by before any is drawn. */
  filters?: readonly Filter[];
};

/** One number that an answer is scored by. */
export type Measure = {
  id: string;
  level: "binary" | "nominal" | "ordinal" | "interval" | "profile";
  range: readonly [least: number, most: number] | null;
};

/** What results know of a kind. */
export interface ResultKind<Value extends OwnValue = OwnValue> {
  /** The first is what the headline is about. */
  measures: readonly Measure[];
  /** By measure; null where nothing was decided, or there is no right answer to hold it against. */
  score(value: Value, gold: StoredGold): readonly (number | null)[];
  /** Whether an answer is right or wrong. Where it is neither, every one counts that decided something. */
  hasRight: boolean;
  /** Set where its categories never are those of another case, whatever they are called. */
  categoriesAre?: "own";
  /** Each answer decides several things: no votes are taken on whole ones, and what is compared is the kind's own. */
  hasParts?: true;
  /** Whether the order of its options is the plan's; else it is the same for everybody. */
  ordersOptions: boolean;
  /** The key of a case's content that figures and exports read of every case; null where they need none of it. */
  noted: string | null;
  /** What somebody who guesses scores on average. */
  guess(optionCount: number): number;
  /**
   * What answers are counted by, in votes and in agreement: of options the one that was chosen, by its place in the
   * case. Null where nothing was decided, or no two answers need be the same.
   */
  category(value: Value): number | null;
  /** Where what was decided stood on the screen, from 0. */
  shownAt(value: Value, layout: Layout): number | null;
  /** `said` as one number, or what was given to what was decided. */
  sureOf(value: Value, said: number | null): number | null;
  /** The answers of many as one, by how many are of each category. */
  aggregate(counts: Int32Array, gold: number | null): Vote;
}

type Offered = { name: string; profile: string | null };

/** How a case is varied, as it is stored. */
export type Variation =
  | { by: "context"; turns: number }
  | { by: "profiles" }
  | { by: "distractors"; seed: number };

/** How arms of a study show a case otherwise; distractors come drawn. */
export type Varying =
  | Exclude<Variation, { by: "distractors" }>
  | { by: "distractors"; drawn: readonly Offered[] };

type Varied<Content> = { content: Content; names: readonly string[] };

export type VariedKind<Content> = {
  /** Null where no turn is the one that is asked about. */
  countTurnsBefore(content: Content): number | null;
  hasProfiles(content: Content): boolean;
  vary(shown: Varied<Content> & { gold: number }, way: Varying): Varied<Content>;
};
