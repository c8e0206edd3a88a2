import type { Knowledge } from "#lib/simulation/knowing.ts";
import type { SimulatedPerson } from "#lib/simulation/person.ts";
import type { OwnValue } from "#lib/task-kinds/kind.ts";

/** A case as somebody made up lives through it. */
export type SimulatedCase = {
  /** The same in whatever order of options it was shown. */
  name: string;
  optionNames: readonly string[];
  /** In the sitting, from 1; absent where it doesn't matter. */
  position?: number;
  /** What is right, where the person is to know it sometimes. */
  right: Knowledge | undefined;
};

/** What somebody made up answers, all of it drawn from their seed: the same person answers the same. */
export interface SimulatedKind<Value extends OwnValue = OwnValue> {
  /** What is decided, before anything is said of how sure one is. */
  decide(person: SimulatedPerson, on: SimulatedCase): Value;
  /** What was first decided by who changed their mind; null where there is nothing else to decide. */
  waver(person: SimulatedPerson, on: SimulatedCase, decided: Value): Value | null;
  isRight(decided: Value, right: Knowledge): boolean;
  /** The same answer with the right decision. */
  correct(value: Value, right: Knowledge): Value;
  /** With how sure one is told part by part, by a form that asks so. */
  shareOut(person: SimulatedPerson, on: SimulatedCase, decided: Value, sure: number): Value;
  asksParts(hasField: (name: string) => boolean): boolean;
  /** The first answer that comes to hand, certain of it. */
  plainest(optionCount: number, isByParts: boolean): Value;
  fillIn(value: Value): Record<string, string>;
}
