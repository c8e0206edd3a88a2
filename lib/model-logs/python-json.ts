import { endOfText, hasMoreValues, maxValues } from "#lib/files/json-text.ts";
import { fail, succeed, type Result } from "#lib/result.ts";

/** JSON as Python writes it: what is no number stands there as NaN or Infinity, and is nothing here. */
export function parsePythonJson(
  text: string,
  most = maxValues,
): Result<unknown, "not_json" | "too_many_values"> {
  if (hasMoreValues(text, most)) return fail("too_many_values");
  try {
    return succeed(JSON.parse(text) as unknown);
  } catch {
    // Most logs hold none: only those that do are gone through.
    if (!/NaN|Infinity/.test(text)) return fail("not_json");
  }
  try {
    return succeed(JSON.parse(withoutNoNumbers(text)) as unknown);
  } catch {
    return fail("not_json");
  }
}

/** Text by text: a pattern over all of them runs out of stack on a large log. */
function withoutNoNumbers(json: string): string {
  const parts: string[] = [];
  for (let at = 0; at < json.length;) {
    const begin = json.indexOf('"', at);
    const between = json.slice(at, begin < 0 ? json.length : begin);
    parts.push(between.replace(/-?(?:NaN|Infinity)/g, "null"));
    if (begin < 0) break;
    const end = endOfText(json, begin);
    parts.push(json.slice(begin, end < 0 ? json.length : end));
    at = end < 0 ? json.length : end;
  }
  return parts.join("");
}
