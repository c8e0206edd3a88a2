import type { z } from "zod";
import { isTooDeep } from "#lib/files/json-depth.ts";
import { hasMoreValues, maxValuesInWords } from "#lib/files/json-text.ts";
import { findRepeatedKey } from "#lib/files/repeated-key.ts";
import { formatProblem } from "#lib/files/file-problems.ts";
import type { ScannedLine } from "#lib/files/line-scanner.ts";

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

/** A line as it was scanned: what it holds by a schema, or all that is wrong with it. */
export function readLine<T>(
  { line, bytes, problems }: ScannedLine,
  schema: z.ZodType<T>,
): { ok: true; value: T } | { ok: false; problems: LineProblem[] } {
  if (problems.length > 0)
    return {
      ok: false,
      problems: problems.map((one) => ({ ...one, problem: formatProblem(one.problem, one.found) })),
    };
  const parsed = parseLine(bytes, line);
  if (!parsed.ok) return { ok: false, problems: [parsed.problem] };
  const checked = schema.safeParse(parsed.value);
  return checked.success
    ? { ok: true, value: checked.data }
    : {
        ok: false,
        problems: checked.error.issues.map((issue) => toLineProblem(issue, line, parsed.value)),
      };
}
