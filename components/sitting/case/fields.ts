import { answerFields, cannotReadChoice } from "#lib/sittings/answers/fields.ts";
import { readAnswer } from "#lib/sittings/answers/read-answer.ts";
import type { AnswerValue } from "#lib/sittings/schema.ts";
import type { Questions } from "#lib/studies/schema.ts";

/** What somebody gives; how long it took is the clock's. */
export type Given = Omit<AnswerValue, "activeMs" | "firstAnswerMs" | "focusLosses" | "unfolded">;

export const nothingGiven: Given = {
  choice: null,
  probabilities: [],
  confidence: null,
  reason: null,
  knowsWork: null,
  isFlagged: false,
  cannotRead: false,
};

export type FieldsRead = {
  given: Given;
  /** Where the numbers don't add up yet they stand in `given` all the same, an empty field as NaN. */
  problem: "probabilities" | null;
};

export function readFields(form: HTMLFormElement, options: number, questions: Questions): FieldsRead {
  const data = new FormData(form);
  const { value, problem } = readAnswer(data, options, questions);
  if (!problem) return { given: value, problem };
  const written = (option: number) => String(data.get(answerFields.probability(option)) ?? "");
  const probabilities = Array.from({ length: options }, (_, option) =>
    written(option) === "" ? Number.NaN : Number(written(option)) / 100,
  );
  return { given: { ...value, probabilities }, problem };
}

const parts = Object.keys(nothingGiven) as (keyof Given)[];
// A form that is sent breaks its lines otherwise than the same form read in its page.
const plain = (part: unknown) => JSON.stringify(part).replaceAll("\\r\\n", "\\n");
const isSame = (one: unknown, other: unknown) => plain(one) === plain(other);

export const isSameGiven = (one: Given, other: Given) =>
  parts.every((part) => isSame(one[part], other[part]));

/** What was changed here since `base` stays; everything else is what is wanted. */
export function mergeGiven(base: Given, here: Given, wanted: Given): Given {
  const changed = parts.filter((part) => !isSame(here[part], base[part]));
  return { ...wanted, ...Object.fromEntries(changed.map((part) => [part, here[part]])) };
}

/** Sets the native fields. The numbers are drawn anew by whoever draws them: they tell more than they hold. */
export function setFields(
  form: HTMLFormElement,
  { choice, knowsWork, isFlagged, cannotRead, reason }: Given,
): void {
  const said = knowsWork === null ? "" : knowsWork ? "yes" : "no";
  for (const field of form.elements) {
    if (field instanceof HTMLTextAreaElement && field.name === answerFields.reason) {
      if (field.value !== (reason ?? "")) field.value = reason ?? "";
    }
    if (!(field instanceof HTMLInputElement)) continue;
    if (field.name === answerFields.choice)
      field.checked = field.value === (cannotRead ? cannotReadChoice : String(choice));
    if (field.name === answerFields.knowsWork) field.checked = field.value === said;
    if (field.name === answerFields.flag) field.checked = isFlagged;
  }
}
