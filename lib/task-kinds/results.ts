import type { Vote } from "#lib/metrics/agreement/consensus.ts";
import type { Layout, OwnValue, StoredGold } from "#lib/task-kinds/kind.ts";

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
