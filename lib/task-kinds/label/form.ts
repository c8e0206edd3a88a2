import type { FormKind } from "#lib/task-kinds/kind.ts";
import {
  codeFields,
  codePlaces,
  errorField,
  hasCode,
  joinCodes,
  maxErrorTypes,
  noneValue,
  type CodesValue,
  type LabelValue,
} from "#lib/task-kinds/label/value.ts";
import { optionForm } from "#lib/task-kinds/options/form.ts";
import { readWhole } from "#lib/task-kinds/whole-number.ts";

/** Which type the error is of stands beside the label. Said of another label, it counts for nothing. */
export const labelForm: FormKind<LabelValue> = {
  ...optionForm,
  readForm(form, optionCount, asked) {
    const read = optionForm.readForm(form, optionCount, asked);
    const error = readWhole(form.get(errorField), maxErrorTypes - 1);
    return { ...read, value: { ...read.value, error }, written: { ...read.written, error } };
  },
  pressedIn: (value) => ({ ...optionForm.pressedIn(value), [errorField]: String(value.error ?? "") }),
  withoutUnfit: (value) => ({ ...optionForm.withoutUnfit(value), error: value.error ?? null }),
};

/** Native checkboxes. With a script the one that says "none" and the others rule each other out; without one both can be ticked, which is told. */
export const codesForm: FormKind<CodesValue> = {
  readForm(form, optionCount) {
    // A box is sent where it is ticked.
    const found = codePlaces.filter((at) => at < optionCount && form.get(codeFields.code(at)));
    const none = form.get(codeFields.none);
    const codes = joinCodes(found);
    const value = { codes: codes || none ? codes : null };
    return {
      value,
      written: value,
      problem: codes && none ? { says: "contrary", insteadOf: "choice", parts: ["codes"] } : null,
    };
  },
  pressedIn: ({ codes }) => ({
    [codeFields.deciding]: "",
    [codeFields.none]: codes === 0 ? noneValue : "",
    ...Object.fromEntries(
      codePlaces.map((at) => [codeFields.code(at), hasCode(codes ?? 0, at) ? String(at) : ""]),
    ),
  }),
  isRight: ({ codes }, gold) => codes === gold,
};
