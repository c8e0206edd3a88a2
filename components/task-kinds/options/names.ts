import { fill } from "#components/sitting/words.ts";
import type { KindNames } from "#components/task-kinds/kind.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";

const chosenOf = (value: object) => (value as OptionValue).choice;

export const optionNames: KindNames = {
  formatDecision: (value, names) => names[chosenOf(value) ?? -1] ?? null,
  /** By its place on the screen, as the keys do. */
  formatByPlace(value, words) {
    const chosen = chosenOf(value);
    return chosen === null ? null : fill(words.candidate, { number: chosen + 1 });
  },
};
