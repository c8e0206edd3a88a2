import { traitLevels, traits, type TraitProfile } from "#lib/metrics/scores/personality-similarity.ts";
import type { OptionItem } from "#lib/metrics/scores/option-scores.ts";

/** A case whose input doesn't have the shape its metric needs. */
export class MalformedCase extends Error {}

export type Input = Readonly<Record<string, unknown>>;

export function readObject(value: unknown, name: string): Input {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new MalformedCase(`${name} is not an object`);
  return value as Input;
}

export function readList(value: unknown, name: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new MalformedCase(`${name} is not a list`);
  return value;
}

export function readNumber(value: unknown, name: string, otherwise?: number): number {
  if (value === undefined && otherwise !== undefined) return otherwise;
  if (typeof value === "boolean") return Number(value);
  if (typeof value !== "number") throw new MalformedCase(`${name} is not a number`);
  return value;
}

export function readNumbers(value: unknown, name: string): number[] {
  return readList(value, name).map((entry) => readNumber(entry, `an entry of ${name}`));
}

export function readNumbersOrNull(value: unknown, name: string): (number | null)[] {
  return readList(value, name).map((entry) =>
    nullOr(entry, (given) => readNumber(given, `an entry of ${name}`)),
  );
}

export function readText(value: unknown, name: string): string {
  if (typeof value !== "string") throw new MalformedCase(`${name} is not a text`);
  return value;
}

/** Labels as texts, so that 1 in the ratings is the "1" of the categories. */
export function readLabels(value: unknown, name: string): (string | null)[] {
  return readList(value, name).map((entry) => nullOr(entry, (given) => readLabel(given, name)));
}

export function readCategories(value: unknown, name: string): string[] {
  return readList(value, name).map((entry) => readLabel(entry, name));
}

export function readRows<T>(value: unknown, name: string, read: (row: unknown, name: string) => T): T[] {
  return readList(value, name).map((row) => read(row, `a row of ${name}`));
}

function readLabel(value: unknown, name: string): string {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return `${value}`;
  throw new MalformedCase(`a label of ${name} is neither text nor number`);
}

/** A list of tokens; a bare text stands for its characters, as Chinese is given. */
export function readTokens(value: unknown, name: string): string[] {
  if (typeof value === "string") return [...value];
  return readList(value, name).map((token) => readLabel(token, name));
}

export function readItem(value: unknown): OptionItem {
  const item = readObject(value, "an item");
  const names = readLabels(item.options ?? [], "options");
  const given = nullOr(item.probs ?? item.probabilities, (probs) => readNumbersOrNull(probs, "probs"));
  if (given && given.length > names.length) throw new MalformedCase("an item has more probs than options");
  // Files with a column for each of five options leave the last ones empty, or stop short of them.
  const present = names.flatMap((option, i) =>
    option === null ? [] : [{ option, probability: given?.[i] ?? null }],
  );
  return {
    options: present.map(({ option }) => option),
    probabilities: given && present.map(({ probability }) => probability),
    gold: nullOr(item.gt ?? item.gold, (gold) => readLabel(gold, "gt")),
  };
}

export function readTraits(value: unknown, name: string): TraitProfile {
  const profile = Object.entries(readObject(value, name)).map(([key, level]) => {
    const trait = traits.find((letter) => key.toUpperCase().startsWith(letter));
    const text = nullOr(level, (given) => readText(given, name).toLowerCase());
    const known = traitLevels.find((each) => each === text);
    if (!trait || (text !== null && !known)) throw new MalformedCase(`${name}: ${key} is ${text}`);
    return [trait, known ?? null];
  });
  return Object.fromEntries(profile) as TraitProfile;
}

/** One annotator's labels: a string of letters with "-" for none, a list, or an object by item. */
export function readAnnotations(value: unknown, items: readonly string[]): (string | null)[] {
  if (typeof value === "string") return [...value].map((letter) => (letter === "-" ? null : letter));
  if (Array.isArray(value)) return readLabels(value, "annotations");
  const byItem = readObject(value, "annotations");
  return readLabels(
    items.map((item) => byItem[item] ?? null),
    "annotations",
  );
}

export function readNumeral(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || Number.isNaN(value))
    throw new MalformedCase(`${JSON.stringify(text)} is not a number`);
  return value;
}

export function nullOr<A, T>(value: A, read: (value: NonNullable<A>) => T): T | null {
  return value === null || value === undefined ? null : read(value);
}
