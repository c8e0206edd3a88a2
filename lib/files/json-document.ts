import { formatProblem } from "#lib/files/file-problems.ts";
import { endOfText, hasMoreValues, maxValuesInWords } from "#lib/files/json-text.ts";

const maxLevels = 64;

/** What can be wrong, as files of any kind are told it. */
const problems = {
  trailing: "Something follows the end of the JSON document. Write one document in a file.",
  too_deep: `This is nested more than ${maxLevels} levels deep. Flatten it.`,
  too_many: `The file has more than ${maxValuesInWords} values. Part it into several files.`,
  large_number: "This number is too large.",
  not_finite: "NaN and Infinity are no JSON. Leave the value out, or write null.",
  no_value: "This is not JSON: a value is missing or misspelt here.",
  open_text: "The quotation mark that opens this text is never closed. Close it.",
  escape: 'This text has a line break or an escape that JSON doesn’t know. Write it as \\n, \\" or \\\\.',
  null_character: formatProblem("null_character"),
  half_character: "The text contains half a character (a lone escape such as \\ud83d). Remove it.",
  no_name: "The name of a value is missing here. Write it in quotation marks.",
  key_twice: "This key stands twice in one object. Remove one of them.",
  no_colon: "A colon is missing after this name.",
  cut_list: "A comma or “]” is missing here. The file may have been cut off.",
  cut_object: "A comma or “}” is missing here. The file may have been cut off.",
};
export type JsonProblem = keyof typeof problems;
export const jsonProblems = Object.keys(problems) as JsonProblem[];

/** Where and why a text is no JSON that is meant one way only. */
export type JsonFault = {
  line: number;
  character: number;
  column: string | null;
  code: JsonProblem;
  /** The same in English, with the place. */
  problem: string;
  found: string;
};
export type JsonDocument = { value: unknown; lineOf(path: readonly PropertyKey[]): number };
export type ReadJson = { ok: true; document: JsonDocument } | { ok: false; fault: JsonFault };

const shownCharacters = 40;

class Fault extends Error {
  readonly at: number;
  readonly path: string;
  readonly code: JsonProblem;
  constructor(at: number, path: string, code: JsonProblem) {
    super(problems[code]);
    this.code = code;
    this.at = at;
    this.path = path;
  }
}

/** `["mcqs", 0, "question"]` as people write it: "mcqs[0].question". */
export const pathInWords = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (so, key) =>
      so + (typeof key === "number" ? `[${key}]` : so && ".") + (typeof key === "number" ? "" : String(key)),
    "",
  );

/** Reads one JSON document, strictly, and remembers on which line each part of it stands. */
export function readJsonDocument(text: string): ReadJson {
  const reader = new JsonReader(text);
  try {
    const value = reader.readAll();
    const { places } = reader;
    const lineAt = lineFinder(text);
    const lineOf = (path: readonly PropertyKey[]): number => {
      for (let length = path.length; length > 0; length--) {
        const at = places.get(pathInWords(path.slice(0, length)));
        if (at !== undefined) return lineAt(at);
      }
      return 1;
    };
    return { ok: true, document: { value, lineOf } };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const line = lineFinder(text)(error.at);
    const character = error.at - text.lastIndexOf("\n", error.at - 1);
    const found = text.slice(error.at, error.at + shownCharacters);
    const problem = `${error.message} (Line ${line}, character ${character}.)`;
    const { code, path } = error;
    return { ok: false, fault: { line, character, column: path || null, code, problem, found } };
  }
}

/** Every line's end, found once: a file of a hundred thousand parts is asked for each. */
function lineFinder(text: string): (at: number) => number {
  const ends: number[] = [];
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) ends.push(end);
  return (at) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

const blank = /[ \t\r\n]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const word = /-?[A-Za-z]+/y;
const words = new Map<string, unknown>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

class JsonReader {
  /** By path, where each part begins. */
  readonly places = new Map<string, number>();
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  readAll(): unknown {
    if (hasMoreValues(this.#text)) this.#refuse([], "too_many", 0);
    const value = this.#read([]);
    this.#match(blank);
    if (this.#at < this.#text.length) throw new Fault(this.#at, "", "trailing");
    return value;
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (!found) return null;
    this.#at += found[0].length;
    return found[0];
  }

  #sign(): string {
    this.#match(blank);
    return this.#text.charAt(this.#at);
  }

  #refuse(path: readonly PropertyKey[], code: JsonProblem, at = this.#at): never {
    throw new Fault(at, pathInWords(path), code);
  }

  #read(path: readonly PropertyKey[]): unknown {
    const sign = this.#sign();
    this.places.set(pathInWords(path), this.#at);
    if (path.length > maxLevels) this.#refuse(path, "too_deep");
    if (sign === "{") return this.#readObject(path);
    if (sign === "[") return this.#readList(path);
    if (sign === '"') return this.#readString(path);
    const begin = this.#at;
    const digits = this.#match(number);
    if (digits !== null && !/[\w.]/.test(this.#text.charAt(this.#at))) {
      const value = Number(digits);
      if (Number.isFinite(value)) return value;
      this.#refuse(path, "large_number", begin);
    }
    this.#at = begin;
    const named = this.#match(word) ?? "";
    if (words.has(named)) return words.get(named);
    if (/^-?(?:NaN|Infinity)$/.test(named)) this.#refuse(path, "not_finite", begin);
    return this.#refuse(path, "no_value", begin);
  }

  #readString(path: readonly PropertyKey[]): string {
    const begin = this.#at;
    const end = endOfText(this.#text, begin);
    if (end < 0) this.#refuse(path, "open_text", begin);
    this.#at = end;
    let value: string;
    try {
      value = JSON.parse(this.#text.slice(begin, this.#at)) as string;
    } catch {
      return this.#refuse(path, "escape", begin);
    }
    if (value.includes("\0")) this.#refuse(path, "null_character", begin);
    if (!value.isWellFormed()) this.#refuse(path, "half_character", begin);
    return value;
  }

  #readList(path: readonly PropertyKey[]): unknown[] {
    const list: unknown[] = [];
    this.#at++;
    if (this.#sign() === "]") this.#at++;
    else
      do list.push(this.#read([...path, list.length]));
      while (this.#goesOn("]", path));
    return list;
  }

  #readObject(path: readonly PropertyKey[]): Record<string, unknown> {
    const entries = new Map<string, unknown>();
    this.#at++;
    if (this.#sign() === "}") this.#at++;
    else
      do {
        if (this.#sign() !== '"') this.#refuse(path, "no_name");
        const begin = this.#at;
        const key = this.#readString(path);
        const inside = [...path, key];
        if (entries.has(key)) this.#refuse(inside, "key_twice", begin);
        if (this.#sign() !== ":") this.#refuse(inside, "no_colon");
        this.#at++;
        entries.set(key, this.#read(inside));
      } while (this.#goesOn("}", path));
    return Object.fromEntries(entries);
  }

  #goesOn(end: "]" | "}", path: readonly PropertyKey[]): boolean {
    const sign = this.#sign();
    if (sign !== "," && sign !== end) this.#refuse(path, end === "]" ? "cut_list" : "cut_object");
    this.#at++;
    return sign === ",";
  }
}
