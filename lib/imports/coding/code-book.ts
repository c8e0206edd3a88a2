import type { z } from "zod";
import { pathInWords, readJsonDocument } from "#lib/files/json-document.ts";
import { fail, succeed, type Result } from "#lib/result.ts";
import { type LabelsInput, labelsInput } from "#lib/task-kinds/label-set.ts";

type Path = readonly PropertyKey[];
type Book = Result<LabelsInput, "bad_codes">;
/** Where something stands: on which line, and in which part of it. */
type Place = { line: number; part?: string };
type PlaceOf = (path: Path) => Place;
type Params = Readonly<Record<string, unknown>>;

/** What a screen words the problem by: its key, its place, and what the words need. */
export const bookFields = (params: Params = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );

/** In English for the command line, `codes`, and as a key with its place for a screen. */
const refuse = (codes: string, params: Params): Book => fail("bad_codes", { codes, ...bookFields(params) });

/** By the name of a set, or as a list or an object. */
export function checkBook(codes: unknown, placeOf?: PlaceOf): Book {
  const read = labelsInput.safeParse(codes);
  if (read.success) return succeed(read.data as LabelsInput);
  const issues = read.error.issues.map((issue) => choose(issue, codes));
  const [first] = issues;
  const place = first && placeOf && first.path.length > 0 ? placeOf(first.path) : {};
  const words = issues.map((issue) => inWords(issue, placeOf)).join(" ");
  return refuse(words, { ...(first && keyOf(first)), ...place });
}

/** Of what a book may be, a list, an object or a name: what is wrong with the one that it is. */
function choose(issue: z.core.$ZodIssue, codes: unknown): z.core.$ZodIssue {
  if (issue.code !== "invalid_union" || typeof codes !== "object" || codes === null) return issue;
  return issue.errors[Array.isArray(codes) ? 1 : 2]?.[0] ?? issue;
}

function keyOf(issue: z.core.$ZodIssue): Params {
  switch (issue.code) {
    case "custom":
      return { problem: "shape", ...issue.params };
    case "too_small":
      return { problem: "few", least: issue.minimum };
    case "too_big":
      return { problem: "many", most: issue.maximum };
    case "unrecognized_keys":
      return { problem: "unknown_keys", keys: issue.keys.join(", ") };
    default:
      return { problem: "shape" };
  }
}

function inWords({ path, message }: z.core.$ZodIssue, placeOf?: PlaceOf): string {
  if (!placeOf || path.length === 0) return message;
  const { line, part } = placeOf(path);
  return `Line ${line}${part ? `, ${part}` : ""}: ${message}`;
}

/** As a file holds it. */
export function readJsonBook(text: string): Book {
  const read = readJsonDocument(text.replace(/^\uFEFF/, ""));
  if (!read.ok) {
    const { code, line, character, problem } = read.fault;
    return refuse(problem, { problem: code, line, character });
  }
  const { value, lineOf } = read.document;
  return checkBook(value, (path) => ({ line: lineOf(path), part: pathInWords(path) }));
}

/** As somebody types or pastes it: what a file holds, or one code a line. */
export function readWrittenBook(text: string): Book {
  if (/^\uFEFF?\s*[[{]/.test(text)) return readJsonBook(text);
  const codes = text.split(/\r\n|[\r\n]/).flatMap((line, at) => {
    const name = line.trim();
    return name === "" ? [] : { name, line: at + 1 };
  });
  const lines = new Map<string, number>();
  for (const { name, line } of codes) {
    const first = lines.get(name);
    if (first !== undefined)
      return refuse(`Line ${line}: “${name}” stands on line ${first} already. Codes must differ.`, {
        problem: "repeated",
        line,
        name,
        first,
      });
    lines.set(name, line);
  }
  return checkBook(
    codes.map(({ name }) => name),
    ([at]) => ({ line: codes[Number(at)]?.line ?? 1 }),
  );
}
