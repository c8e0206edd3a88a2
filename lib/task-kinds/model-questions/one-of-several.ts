import type { Combining } from "#lib/model-answers/combine-samples.ts";
import { placeAmong } from "#lib/model-answers/place-among.ts";
import { bareWords, readObject } from "#lib/model-answers/read-object.ts";
import type { AnswerFailure } from "#lib/model-answers/read-answer.ts";
import type { QuestionedCase } from "#lib/task-kinds/model-questions/question.ts";

export const letterOf = (at: number) => String.fromCodePoint(65 + at);

/** By which words an answer can name each option that was shown: its letter, its text, or both. */
export const nameOptions = ({ optionNames, layout }: Pick<QuestionedCase, "optionNames" | "layout">) =>
  layout.map((option, at) => {
    const [letter, name] = [letterOf(at), optionNames[option] ?? ""];
    return [letter, `(${letter})`, `${letter})`, `${letter}.`, name, `${letter}. ${name}`];
  });

type ReadPlace = { ok: true; place: number; isMended: boolean } | { ok: false; failure: AnswerFailure };

/** Which of several an answer names: in its last object under this key, or as all that it says. */
export function readPlace(text: string, key: string, named: readonly (readonly string[])[]): ReadPlace {
  if (text.trim() === "") return { ok: false, failure: "empty" };
  const object = readObject(text);
  const said = object ? object.get(key) : bareWords(text);
  const found = typeof said === "string" ? placeAmong(said.trim(), named) : null;
  if (!found) return { ok: false, failure: object ? "names" : "no_json" };
  return { ok: true, place: found.place, isMended: found.isMended || (object?.isMended ?? false) };
}

/** What most samples say; of several that as many say, the one that was said first. */
export function maxSaid(places: readonly number[]): number {
  const countOf = (place: number) => places.filter((one) => one === place).length;
  return places.reduce((best, place) => (countOf(place) > countOf(best) ? place : best), places[0] ?? 0);
}

/** Several choices as one, or the shares of samples that made each. */
export function combineChoices<Name extends string>(
  places: readonly number[],
  combining: Combining | null,
  names: readonly Name[],
): { chosen: Name | undefined } | { shares: readonly number[] } {
  if (combining !== "mean") return { chosen: names[maxSaid(places)] };
  const shareOf = (_: Name, at: number) => places.filter((one) => one === at).length / places.length;
  return { shares: names.map(shareOf) };
}
