import type { Right, SimulatedPerson } from "#lib/simulated-people/person.ts";
import type { Layout, OwnValue } from "#lib/task-kinds/kind.ts";

/** A case as somebody made up lives through it. */
export type SimulatedCase = {
  /** The same in whatever order of options it was shown. */
  name: string;
  optionNames: readonly string[];
  /** In the sitting, from 1; absent where it doesn't matter. */
  position?: number;
  /** It was shown before, as the plan wanted: what the case is stays, and what chance does is drawn anew. */
  isAgain?: boolean;
  /** What is right, where the person is to know it sometimes. */
  right: Right | undefined;
  /** Who wrote what stands at each place: nobody who answers is told, but people like one better than another. */
  origins?: readonly string[];
  /** Of a made-up text: how good it was written to be, from 0 to 1. */
  intended?: number;
};

/** What chance in one showing is drawn by, where `name` is what everybody and every showing has in common. */
export const showingOf = ({ name, isAgain = false }: Pick<SimulatedCase, "name" | "isAgain">): string =>
  isAgain ? `${name} again` : name;

/** What somebody made up answers, all of it drawn from their seed: the same person answers the same. */
export interface SimulatedKind<Value extends OwnValue = OwnValue> {
  /** Of the names of a case's options as they are stored, those by which people like one better than another. */
  originsOf?(optionNames: readonly string[], layout: Layout): readonly string[];
  /** What is decided, before anything is said of how sure one is. */
  decide(person: SimulatedPerson, on: SimulatedCase): Value;
  /** What was first decided by who changed their mind; null where there is nothing else to decide. */
  waver(person: SimulatedPerson, on: SimulatedCase, decided: Value): Value | null;
  /** What decides as this category of answers does: that of a right answer; 0 for the first that comes to hand. */
  decision(category: number): Partial<Value>;
  /** Of kinds whose forms can ask how sure one is of each option: by this field. */
  byParts?: {
    field: string;
    shareOut(person: SimulatedPerson, on: SimulatedCase, decided: Value, sure: number): Value;
    /** Certain of the first. */
    certain(optionCount: number): Value;
  };
  fillIn(value: Value): Record<string, string>;
}
