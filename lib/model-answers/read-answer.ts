import { listClosedObjects } from "#lib/model-answers/closed-objects.ts";
import { placeAmong } from "#lib/model-answers/place-among.ts";

/**
 * Why a text holds no answer: there is none; no object; no line of its question; not a number for every option, or a word that is none of those asked
 * for; numbers that are no distribution; a number that isn't on the scale.
 */
export const answerFailures = ["empty", "no_json", "no_line", "names", "sum", "range"] as const;
export type AnswerFailure = (typeof answerFailures)[number];

/** What was mended: a comma before the closing brace; names that differ in case or blanks; percent signs. */
export const answerRepairs = ["comma", "name", "percent"] as const;
export type AnswerRepair = (typeof answerRepairs)[number];

export type ReadAnswer =
  | {
      ok: true;
      /** In the order of the options. */
      probabilities: readonly number[];
      repairs: readonly AnswerRepair[];
      /** The sum was off by more than writing decimals explains, and within 1 % of 1. */
      normalised: boolean;
    }
  | { ok: false; failure: AnswerFailure };

/** Sums of written decimals are off by so much without anybody having meant it: they stay as they are, from every file alike. */
export const writtenNoise = 1e-5 + 1e-9;
const tolerance = 0.01;

/**
 * The distribution over the options that a model's text ends in: of its last whole JSON object, in a fence or bare. Whatever
 * isn't closed is left alone: the rest of a text that was cut off would be guessed.
 */
export function readAnswer(text: string, optionNames: readonly string[]): ReadAnswer {
  if (text.trim() === "") return { ok: false, failure: "empty" };
  for (const object of listClosedObjects(text)) {
    const flat = readFlatObject(object);
    if (flat) return hold(flat, optionNames);
    if (isJson(object)) return { ok: false, failure: "names" };
  }
  return { ok: false, failure: "no_json" };
}

function hold({ entries, hasTrailingComma }: FlatObject, optionNames: readonly string[]): ReadAnswer {
  const repairs: AnswerRepair[] = hasTrailingComma ? ["comma"] : [];
  const named = optionNames.map((name) => [name]);
  const places = entries.map(([name]) => placeAmong(name, named)?.place ?? -1);
  const isWhole = entries.length === optionNames.length && new Set(places).size === optionNames.length;
  if (!isWhole || places.includes(-1)) return { ok: false, failure: "names" };
  if (entries.some(([name], at) => name !== optionNames[places[at] ?? -1])) repairs.push("name");
  const isPercent = entries.some(([, { isPercent: is }]) => is);
  if (isPercent) repairs.push("percent");
  // One sign for all of them: "70%, 20, 10" can be meant in no other way, and the sum tells.
  const given = Array.from({ length: optionNames.length }, () => 0);
  for (const [at, [, { value }]] of entries.entries())
    given[places[at] ?? 0] = isPercent ? value / 100 : value;
  const sum = given.reduce((total, value) => total + value, 0);
  const isDistribution = given.every((value) => value >= 0) && Math.abs(sum - 1) <= tolerance;
  if (!isDistribution) return { ok: false, failure: "sum" };
  const normalised = Math.abs(sum - 1) > writtenNoise;
  return {
    ok: true,
    probabilities: normalised ? given.map((value) => value / sum) : given,
    repairs,
    normalised,
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

// What is looked for in a model's answer: one JSON object with a number for every name, as models write it.

type FlatValue = { value: number; isPercent: boolean };
type FlatObject = {
  /** In the order in which they stand there; a name may stand there twice. */
  entries: readonly (readonly [name: string, value: FlatValue])[];
  hasTrailingComma: boolean;
};

const string = String.raw`"(?:[^"\\\u0000-\u001f]|\\.)*"`;
const number = String.raw`-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?`;
const entry = new RegExp(
  String.raw`\s*(${string})\s*:\s*(?:(${number})\s*(%?)|"\s*(${number})\s*%\s*")\s*`,
  "y",
);

/** Null where it is no object of numbers: its text may be JSON all the same. */
function readFlatObject(text: string): FlatObject | null {
  const entries: (readonly [string, FlatValue])[] = [];
  let at = 1;
  for (;;) {
    entry.lastIndex = at;
    const found = entry.exec(text);
    if (!found) break;
    const [, name = "", bare, sign, quoted] = found;
    const value = { value: Number(bare ?? quoted), isPercent: bare === undefined || sign === "%" };
    const read = parseString(name);
    if (read === null) return null;
    entries.push([read, value]);
    at = entry.lastIndex;
    if (text[at] === "}") return { entries, hasTrailingComma: false };
    if (text[at] !== ",") return null;
    at += 1;
  }
  const isClosed = /\s*\}/y;
  isClosed.lastIndex = at;
  return entries.length > 0 && isClosed.test(text) ? { entries, hasTrailingComma: true } : null;
}

function parseString(literal: string): string | null {
  try {
    return JSON.parse(literal) as string;
  } catch {
    return null;
  }
}
