type Value = string | number;
/** What is to be said under one name: one of several values, or a sentence. */
export type FormEntry = { name: string; values: readonly Value[] | null };

const string = String.raw`"(?:[^"\\]|\\.)*"`;
const value = String.raw`(?:${string}|-?\d+(?:\.\d+)?)`;
const entry = new RegExp(String.raw`\s*(${string})\s*:\s*(${value}(?:\s*\|\s*${value})*)\s*`, "y");
const each = new RegExp(value, "g");

/**
 * The form of answer that a prompt ends in, as judges are asked: an object on its last line, in which values to choose from
 * stand with | between them. Null for any other prompt.
 */
export function readRequestedForm(prompt: string): FormEntry[] | null {
  const text = prompt.trimEnd();
  const line = text.slice(text.lastIndexOf("\n") + 1);
  if (!line.startsWith("{") || !line.endsWith("}")) return null;
  const entries: FormEntry[] = [];
  for (let at = 1; at < line.length - 1; at += 1) {
    entry.lastIndex = at;
    const [, name = "", said = ""] = entry.exec(line) ?? [];
    const end = entry.lastIndex;
    if (name === "" || (line[end] !== "," && end !== line.length - 1)) return null;
    const values = said.match(each) ?? [];
    const parsed = values.length > 1 ? values.map((one) => JSON.parse(one) as Value) : null;
    entries.push({ name: JSON.parse(name) as string, values: parsed });
    at = end;
  }
  return entries.some(({ values }) => values !== null) ? entries : null;
}
