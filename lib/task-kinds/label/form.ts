import type { FormKind } from "#lib/task-kinds/kind.ts";
import { optionForm } from "#lib/task-kinds/options/form.ts";
import { readWhole } from "#lib/task-kinds/whole-number.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";

/** One label, and where its set asks for it, of which type the error is: by its place in the set. */
export type LabelValue = OptionValue & { error?: number | null };

/** Here and not beside the sets: what a page knows of forms is not to bring their schemas. */
export const mostErrorTypes = 9;
export const errorField = "error";

/** Which type the error is of stands beside the label. Said of another label, it counts for nothing. */
export const labelForm: FormKind<LabelValue> = {
  ...optionForm,
  readForm(form, optionCount, asked) {
    const read = optionForm.readForm(form, optionCount, asked);
    const error = readWhole(form.get(errorField), mostErrorTypes - 1);
    return { ...read, value: { ...read.value, error }, written: { ...read.written, error } };
  },
  pressedIn: (value) => ({ ...optionForm.pressedIn(value), [errorField]: String(value.error ?? "") }),
  withoutUnfit: (value) => ({ ...optionForm.withoutUnfit(value), error: value.error ?? null }),
};
