import type { FormKind } from "#lib/task-kinds/kind.ts";
import { codeOf, ofTraits, type Level, type TraitsValue } from "#lib/task-kinds/traits/profile.ts";
import { readWhole } from "#lib/task-kinds/whole-number.ts";

const highest = 2;

/** A row of radio buttons for each trait, under its name. */
export const traitsForm: FormKind<TraitsValue> = {
  readForm(form) {
    const value = ofTraits((name) => readWhole(form.get(name), highest) as Level | null);
    return { value, written: value, problem: null };
  },
  pressedIn: (value) => ofTraits((name) => String(value[name] ?? "")),
  isRight: (value, gold) => codeOf(value) === gold,
};
