import { z } from "zod";
import { withoutNul } from "#lib/auth/schema.ts";

// A text with places for what a case holds: {candidates}. A brace itself is written twice, since answers are asked for in JSON.

/** The text as it stands, and the names of fields in between. */
type TemplatePart = string | { field: string };
export type Template = readonly TemplatePart[];

const templateProblems = ["unknown_field", "unclosed_brace", "stray_brace", "without_candidates"] as const;
/** What is wrong, in which line, and what stands there. */
type TemplateProblem = { problem: (typeof templateProblems)[number]; line: number; found: string };

/** Characters: a text that is sent once for each case. */
export const longestTemplate = 20_000;

/** Without it nobody knows what to choose from. */
const neededField = "candidates";

const braces = /\{\{|\}\}|\{([^{}\n]*)\}|[{}]/g;
const maxQuoted = 40;

export function readTemplate(text: string, fields: readonly string[]): TemplateProblem | { parts: Template } {
  const parts: TemplatePart[] = [];
  let after = 0;
  for (const match of text.matchAll(braces)) {
    const [written, field] = match;
    const problem = problemOf(written, field, fields);
    if (problem !== null) {
      const line = text.slice(0, match.index).split("\n").length;
      const found = field ?? text.slice(match.index).split("\n", 1)[0] ?? "";
      return { problem, line, found: shorten(found) };
    }
    parts.push(text.slice(after, match.index), field === undefined ? written.slice(1) : { field });
    after = match.index + written.length;
  }
  parts.push(text.slice(after));
  if (!parts.some((part) => typeof part !== "string" && part.field === neededField))
    return { problem: "without_candidates", line: 1, found: "" };
  return { parts: parts.filter((part) => part !== "") };
}

function problemOf(
  written: string,
  field: string | undefined,
  fields: readonly string[],
): TemplateProblem["problem"] | null {
  if (field !== undefined) return fields.includes(field) ? null : "unknown_field";
  if (written === "{") return "unclosed_brace";
  return written === "}" ? "stray_brace" : null;
}

const shorten = (found: string) => (found.length > maxQuoted ? `${found.slice(0, maxQuoted)}…` : found);

/** Of a text that was read before it was stored. */
export function openTemplate(text: string, fields: readonly string[]): Template {
  const read = readTemplate(text, fields);
  if (!("parts" in read)) throw new Error(`a stored template can't be read: ${read.problem}`);
  return read.parts;
}

/** What a case holds is put in as it is: braces in it are text. */
export const fillTemplate = (template: Template, values: Readonly<Record<string, string>>): string =>
  template
    .map((part) => {
      if (typeof part === "string") return part;
      const value = values[part.field];
      if (value === undefined) throw new Error(`nothing is known of {${part.field}}`);
      return value;
    })
    .join("");

/** The fields that a template shows, each once, in its order. */
export const listFields = (template: Template): string[] => [
  ...new Set(template.flatMap((part) => (typeof part === "string" ? [] : part.field))),
];

/** As it is kept and sent: browsers put a carriage return before each line's end. */
const text = z
  .string()
  .transform((given) => given.replaceAll("\r\n", "\n"))
  .pipe(
    z
      .string()
      .refine((given) => given.trim() !== "", "empty")
      .max(longestTemplate, "too_long")
      .regex(withoutNul, "wrong_character"),
  );
const number = z.coerce.number().int().positive();

export const newTemplate = z.object({
  benchmark: z.string(),
  name: z.string().trim().min(1, "empty").max(100, "too_long").regex(withoutNul, "wrong_character"),
  text,
});
export type NewTemplate = z.output<typeof newTemplate>;

/** In place of nothing: it comes after the version that was read. */
export const newVersion = z.object({
  id: number.max(2 ** 31 - 1),
  after: number.max(2 ** 15 - 2),
  text,
});
export type NewVersion = z.output<typeof newVersion>;

export const templateInput = z.object({ id: number.max(2 ** 31 - 1) });

/** What is wrong with a text, as the fields of a refusal. */
export function findProblem(given: string, fields: readonly string[]): Record<string, string> | null {
  const read = readTemplate(given, fields);
  return "parts" in read ? null : { text: read.problem, line: String(read.line), found: read.found };
}

/** One version, without its text. */
export type VersionName = {
  id: number;
  number: number;
  sha256: string;
  template: { id: number; name: string };
};

// How a version is named wherever it is told: parts of questions, which ask nothing by themselves.

export const versionName = {
  id: true,
  number: true,
  sha256: true,
  template: { select: { id: true, name: true } },
} as const;

export const nameOf = <V extends { sha256: Uint8Array }>({ sha256, ...version }: V) => ({
  ...version,
  sha256: hexOf(sha256),
});

export const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
