import { answerFields, cannotReadChoice } from "#lib/sittings/answers/fields.ts";
import { readAnswer } from "#lib/sittings/answers/read-answer.ts";
import type { Asked, CommonAnswer } from "#lib/sittings/answers/schema.ts";
import type { OwnValue, TaskKind, Unread } from "#lib/task-kinds/kind.ts";
import { formKindOf } from "#lib/task-kinds/form-registry.ts";
import { kindOf, type KindName } from "#lib/task-kinds/registry.ts";

/** What somebody gives; how long it took is the clock's. */
export type Given = OwnValue & Omit<CommonAnswer, "activeMs" | "firstAnswerMs" | "focusLosses" | "unfolded">;

export const nothingGiven = ({ nothing }: TaskKind): Given => ({
  ...nothing,
  confidence: null,
  reason: null,
  knowsWork: null,
  isFlagged: false,
  cannotRead: false,
});

export type FieldsRead = {
  /** As it stands there, also where it isn't fit to be an answer yet. */
  given: Given;
  problem: Unread | null;
};

export function readFields(form: HTMLFormElement, options: number, asked: Asked): FieldsRead {
  const { written, problem } = readAnswer(new FormData(form), options, asked);
  return { given: written, problem };
}

const told = ["activeMs", "firstAnswerMs", "focusLosses", "unfolded"];
const partsOf = (...all: readonly Given[]) => [
  ...new Set(all.flatMap((given) => Object.keys(given).filter((part) => !told.includes(part)))),
];
// A form that is sent breaks its lines otherwise than the same form read in its page.
const plain = (part: unknown) => JSON.stringify(part ?? null).replaceAll("\\r\\n", "\\n");
const isSame = (one: unknown, other: unknown) => plain(one) === plain(other);

export const isSameGiven = (one: Given, other: Given) =>
  partsOf(one, other).every((part) => isSame(one[part], other[part]));

/** What was changed here since `base` stays; everything else is what is wanted. */
export function mergeGiven(base: Given, here: Given, wanted: Given): Given {
  const changed = partsOf(here).filter((part) => !isSame(here[part], base[part]));
  return { ...wanted, ...Object.fromEntries(changed.map((part) => [part, here[part]])) };
}

/** Sets the native fields. The numbers are drawn anew by whoever draws them: they tell more than they hold. */
export function setFields(form: HTMLFormElement, given: Given, kind: KindName): void {
  const { knowsWork, isFlagged, cannotRead, reason } = given;
  const pressed: Readonly<Record<string, string>> = {
    ...formKindOf(kind).pressedIn(given),
    ...(cannotRead && { [kindOf(kind).decidingField]: cannotReadChoice }),
    [answerFields.knowsWork]: knowsWork === null ? "" : knowsWork ? "yes" : "no",
  };
  for (const field of form.elements) {
    if (field instanceof HTMLTextAreaElement && field.name === answerFields.reason) {
      if (field.value !== (reason ?? "")) field.value = reason ?? "";
    }
    if (!(field instanceof HTMLInputElement)) continue;
    const wanted = pressed[field.name];
    if (wanted !== undefined) field.checked = field.value === wanted;
    if (field.name === answerFields.flag) field.checked = isFlagged;
  }
}
