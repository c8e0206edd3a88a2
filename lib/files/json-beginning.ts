import { endOfText } from "#lib/files/json-text.ts";

/** The beginning of a JSON document as a document: up to its last comma, and what is open there closed. */
export function closeJson(beginning: string): string {
  const signs = listSigns(beginning);
  const last = signs.findLast(({ sign }) => sign === ",");
  if (!last) return beginning;
  const open: string[] = [];
  for (const { at, sign } of signs) {
    if (at >= last.at) break;
    if (sign === "{") open.push("}");
    else if (sign === "[") open.push("]");
    else if (sign !== ",") open.pop();
  }
  return beginning.slice(0, last.at) + open.reverse().join("");
}

/** What parts it, outside of texts. */
function listSigns(json: string): { at: number; sign: string }[] {
  const signs: { at: number; sign: string }[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charAt(at);
    if (sign === '"') {
      const end = endOfText(json, at);
      if (end < 0) break;
      at = end - 1;
    } else if ("{[]},".includes(sign)) signs.push({ at, sign });
  }
  return signs;
}
