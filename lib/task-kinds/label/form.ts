import type { FormKind } from "#lib/task-kinds/kind.ts";
import { errorField, mostErrorTypes, type LabelValue } from "#lib/task-kinds/label/value.ts";
import { optionForm } from "#lib/task-kinds/options/form.ts";
import { readWhole } from "#lib/task-kinds/whole-number.ts";

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
