import { type AnswerFailure, bareWords, placeAmong, readObject } from "#lib/model-answers/read-answer.ts";
import type { ModelQuestion, QuestionedCase, CaseReply } from "#lib/task-kinds/model-questions/question.ts";

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

export type SaidOption<Key extends string> = CaseReply &
  Partial<Record<Key, string>> & { probabilities?: readonly number[] };

/**
 * How one of a case's options is read under this key, which files of results have for it as well: `namesOf` says by which
 * words a reply can name each that was shown, `optionsOf` which they are. Several replies are one option, or the shares of
 * replies that named each.
 */
export const readOption = <Content, Key extends string>(
  key: Key,
  namesOf: (asked: QuestionedCase<Content>) => readonly (readonly string[])[],
  optionsOf: (asked: QuestionedCase<Content>) => readonly (string | undefined)[],
): Pick<ModelQuestion<Content, SaidOption<Key>>, "read" | "combine"> => ({
  read(text, asked) {
    const found = readPlace(text, key, namesOf(asked));
    if (!found.ok) return found;
    const said = { [key]: optionsOf(asked)[found.place] ?? "", repaired: found.isMended } as SaidOption<Key>;
    return { ok: true, said, normalised: false };
  },
  combine(said, combining, optionNames) {
    const places = said.map((one) => optionNames.indexOf(one[key] ?? ""));
    const repaired = said.some((one) => one.repaired);
    if (combining !== "mean") return { [key]: optionNames[maxSaid(places)] ?? "", repaired };
    const shareOf = (_: string, at: number) => places.filter((one) => one === at).length / places.length;
    return { probabilities: optionNames.map(shareOf), repaired };
  },
});
