import type { z } from "zod";
import type { ScannedLine } from "#lib/files/line-scanner.ts";
import { aboutFile, formatProblem, type ImportProblem } from "#lib/files/file-problems.ts";
import {
  endOfText,
  findRepeatedKey,
  hasMoreValues,
  isTooDeep,
  maxValuesInWords,
} from "#lib/files/json-text.ts";

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
type JsonProblem = keyof typeof problems;
export const jsonProblems = Object.keys(problems) as JsonProblem[];

/** Where and why a text is no JSON that is meant one way only. */
type JsonFault = {
  line: number;
  character: number;
  column: string | null;
  code: JsonProblem;
  /** The same in English, with the place. */
  problem: string;
  found: string;
};
type JsonDocument = { value: unknown; lineOf(path: readonly PropertyKey[]): number };
type ReadJson = { ok: true; document: JsonDocument } | { ok: false; fault: JsonFault };

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

export type Path = readonly PropertyKey[];

/** What a file holds, and where in it. */
export type PlacedJson<T> = {
  name: string;
  value: T;
  lineOf(path: Path): number;
  /** Something that is wrong at a place of it. */
  blame(path: Path, problem: string): ImportProblem;
};
export type ReadFile<T> = { ok: true; file: PlacedJson<T> } | { ok: false; problems: ImportProblem[] };

export function readPlacedJson<T extends z.ZodType>(
  name: string,
  bytes: Buffer,
  schema: T,
): ReadFile<z.output<T>> {
  const refuse = (...problems: ImportProblem[]) => ({ ok: false, problems }) as const;
  const text = decode(bytes);
  if (text === null) return refuse(aboutFile(name, formatProblem("not_utf8")));
  if (text.trim() === "") return refuse(aboutFile(name, formatProblem("empty_file")));
  const read = readJsonDocument(text);
  if (!read.ok) return refuse({ file: name, ...read.fault });
  const { document } = read;
  const checked = schema.safeParse(document.value);
  const blame = blamer(name, document);
  if (!checked.success)
    return refuse(
      ...checked.error.issues.map(({ path, message }) =>
        blame(path, formatMissing(document.value, path) ?? message),
      ),
    );
  return { ok: true, file: { name, value: checked.data, lineOf: document.lineOf, blame } };
}

function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inside, key) => (typeof inside === "object" && inside !== null ? Reflect.get(inside, key) : undefined),
    value,
  );
}

const formatMissing = (value: unknown, path: Path): string | null =>
  path.length > 0 && valueAt(value, path) === undefined
    ? `${String(path.at(-1))} is missing here. Add it.`
    : null;

const blamer =
  (file: string, { value, lineOf }: JsonDocument): PlacedJson<unknown>["blame"] =>
  (path, problem) => ({
    file,
    line: lineOf(path),
    column: pathInWords(path) || null,
    problem,
    found: JSON.stringify(valueAt(value, path)) ?? "",
  });

export type LineProblem = { line: number; column: string | null; problem: string; found: string };

/** One line of JSON Lines; what can't be read or stored is said. */
export function parseLine(
  bytes: Buffer,
  line: number,
): { ok: true; value: unknown } | { ok: false; problem: LineProblem } {
  const text = bytes.toString("utf8");
  const refuse = (problem: string, found: string, column: string | null = null) =>
    ({ ok: false, problem: { line, column, problem, found } }) as const;
  // Written as an escape it is no byte of the file, but would be one of the text.
  if (/(?<!\\)(\\\\)*\\u0000/.test(text)) return refuse(formatProblem("null_character"), "\\u0000");
  if (hasMoreValues(text))
    return refuse(`This line has more than ${maxValuesInWords} values. Write each object on one line.`, text);
  try {
    const value: unknown = JSON.parse(text);
    if (isTooDeep(value)) return refuse("This line is nested more than 64 levels deep. Flatten it.", text);
    const repeated = findRepeatedKey(text);
    if (repeated !== null)
      return refuse("This key stands twice in one object. Remove one of them.", text, repeated);
    const broken = /\\ud[89a-f]/i.test(text) ? findHalfCharacter(text) : null;
    return broken === null
      ? { ok: true, value }
      : refuse("The text contains half a character (a lone escape such as \\ud83d). Remove it.", broken);
  } catch {
    if (/[:[,]\s*-?(?:NaN|Infinity)\s*[,}\]]/.test(text))
      return refuse("NaN and Infinity are no JSON. Leave the line out, or say that the call failed.", text);
    return refuse("This line is not a JSON object. Write each object on one line of its own.", text);
  }
}

/** A scanned line as a schema has it, or all that is wrong with it. Which schema it is may depend on what stands there. */
export function readScannedLine<T extends z.ZodType>(
  { line, bytes, problems }: ScannedLine,
  schemaOf: (value: unknown) => T,
): { ok: true; value: z.output<T> } | { ok: false; problems: LineProblem[] } {
  if (problems.length > 0)
    return {
      ok: false,
      problems: problems.map((one) => ({ ...one, problem: formatProblem(one.problem, one.found) })),
    };
  const parsed = parseLine(bytes, line);
  if (!parsed.ok) return { ok: false, problems: [parsed.problem] };
  const checked = schemaOf(parsed.value).safeParse(parsed.value);
  if (checked.success) return { ok: true, value: checked.data };
  return {
    ok: false,
    problems: checked.error.issues.map((issue) => toLineProblem(issue, line, parsed.value)),
  };
}

/** Neither UTF-8 nor the database has a way to write it. */
function findHalfCharacter(text: string): string | null {
  let found: string | null = null;
  JSON.parse(text, (key, value: unknown) => {
    for (const part of [key, value]) if (typeof part === "string" && !part.isWellFormed()) found ??= part;
    return value;
  });
  return found;
}

/** Where in the object the trouble lies ("options[1].name"), what it is, and what stands there. */
export function toLineProblem(issue: z.core.$ZodIssue, line: number, value: unknown): LineProblem {
  const path = issue.path.map(String);
  let found: unknown = value;
  for (const key of path)
    found = typeof found === "object" && found !== null ? Reflect.get(found, key) : undefined;
  const column = path.reduce((so, key) => so + (/^\d+$/.test(key) ? `[${key}]` : so ? `.${key}` : key), "");
  return { line, column: column || null, problem: issue.message, found: JSON.stringify(found) ?? "" };
}
