import type { OwnValue, StoredGold } from "#lib/task-kinds/kind.ts";

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
  /** The key of a case's content that figures and exports read of every case; null where they need none of it. */
  noted: string | null;
}
