import { withoutEnd } from "#lib/text-end.ts";

/**
 * Why a text holds no answer: there is none; no object; no line of its question; not a number for every option, or a word that is none of those asked
 * for; numbers that are no distribution; a number that isn't on the scale.
 */
export const answerFailures = ["empty", "no_json", "no_line", "names", "sum", "range"] as const;
export type AnswerFailure = (typeof answerFailures)[number];

/** What was mended: a comma before the closing brace; names that differ in case or blanks; percent signs. */
const answerRepairs = ["comma", "name", "percent"] as const;
type AnswerRepair = (typeof answerRepairs)[number];

type ReadAnswer =
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

/** The last whole JSON object of a text. */
type ReadObject = {
  /** What stands under a name, also where that differs in case or blanks; undefined for none. */
  get(name: string): unknown;
  /** Whether a comma was taken away, lines joined, or a name read that isn't written so. */
  readonly isMended: boolean;
};

/** Null where there is none. Whatever isn't closed is left alone: the rest of it would be guessed. */
export function readObject(text: string): ReadObject | null {
  return findObject(text, false) ?? findObject(text.replaceAll(/[\r\n\t]+/g, " "), true);
}

function findObject(text: string, isJoined: boolean): ReadObject | null {
  for (const written of listClosedObjects(text)) {
    const object = parse(written);
    const found = object ?? parse(written.replace(/,\s*\}$/, "}"));
    if (found) return new ParsedObject(found, isJoined || object === null);
  }
  return null;
}

class ParsedObject implements ReadObject {
  readonly #object: Readonly<Record<string, unknown>>;
  isMended: boolean;

  constructor(object: Readonly<Record<string, unknown>>, isMended: boolean) {
    this.#object = object;
    this.isMended = isMended;
  }

  get(name: string): unknown {
    if (Object.hasOwn(this.#object, name)) return this.#object[name];
    const alike = Object.keys(this.#object).filter((key) => placeAmong(key, [[name]]));
    if (alike.length !== 1) return undefined;
    this.isMended = true;
    return this.#object[alike[0] ?? ""];
  }
}

function parse(written: string): Readonly<Record<string, unknown>> | null {
  try {
    return JSON.parse(written) as Readonly<Record<string, unknown>>;
  } catch {
    return null;
  }
}

/** What is left of a text without what a model thought before. */
export const withoutThought = (text: string): string => text.replace(/^[\s\S]*<\/think>/i, "");

/** The same without without the marks that stand around one word. */
export const bareWords = (text: string): string =>
  withoutEnd(withoutThought(text).replace(/^[*`"“'\s]+/, ""), /[*`"”'.。\s]/);

/** However much a model writes, its last word stands at the end. */
const maxCharacters = 200_000;
/** Braces that are opened and never closed: a text with more of them is no answer. */
const maxUnclosed = 200;

/**
 * The texts between braces that close again, the last first: what stands inside another is part of it. A brace within a
 * string of JSON is none.
 */
function listClosedObjects(whole: string): string[] {
  const text = whole.slice(-maxCharacters);
  const found: string[] = [];
  let unclosed = 0;
  for (let start = text.indexOf("{"); start >= 0 && unclosed < maxUnclosed;) {
    const end = endOfObject(text, start);
    if (end === null) unclosed += 1;
    else found.push(text.slice(start, end));
    start = text.indexOf("{", end ?? start + 1);
  }
  return found.reverse();
}

/** Behind the brace that closes it. */
function endOfObject(text: string, start: number): number | null {
  let depth = 0;
  let isString = false;
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at];
    if (isString) {
      if (sign === "\\") at += 1;
      // JSON has no line ends within strings: the quotation mark was one of prose.
      else if (sign === '"' || sign === "\n") isString = false;
    } else if (sign === '"') isString = true;
    else if (sign === "{") depth += 1;
    else if (sign === "}") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return null;
}

const plain = (name: string) => name.trim().replace(/\s+/gu, " ").toLowerCase();

/**
 * Which of several is called so, each of them by any of its names: as printed; else the one that differs in case or blanks
 * alone, and then `isMended`. Null for none.
 */
export function placeAmong(
  said: string,
  named: readonly (readonly string[])[],
): { place: number; isMended: boolean } | null {
  const exact = named.findIndex((names) => names.includes(said));
  if (exact >= 0) return { place: exact, isMended: false };
  const alike = named.flatMap((names, at) => (names.some((name) => plain(name) === plain(said)) ? [at] : []));
  return alike.length === 1 ? { place: alike[0] ?? 0, isMended: true } : null;
}
