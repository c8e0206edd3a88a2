// A text with places for what a case holds: {candidates}. A brace itself is written twice, since answers are asked for in JSON.

/** The text as it stands, and the names of fields in between. */
export type TemplatePart = string | { field: string };
export type Template = readonly TemplatePart[];

export const templateProblems = [
  "unknown_field",
  "unclosed_brace",
  "stray_brace",
  "without_candidates",
] as const;
/** What is wrong, in which line, and what stands there. */
export type TemplateProblem = { problem: (typeof templateProblems)[number]; line: number; found: string };

/** Characters: a text that is sent once for each case. */
export const longestTemplate = 20_000;

/** Without it nobody knows what to choose from. */
export const neededField = "candidates";

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
