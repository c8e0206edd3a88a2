// What can be said of JSON by going through its text once, before anything is made of it.

/** More of them in one document is none of the files that are read, and keeps a process busy for minutes. */
export const maxValues = 1_000_000;
export const maxValuesInWords = maxValues.toLocaleString("en");

const [quote, backslash, comma, colon] = [34, 92, 44, 58];
const [openBrace, closeBrace, openBracket, closeBracket] = [123, 125, 91, 93];

/** Behind the quotation mark that ends the text that begins at a place; -1 where none does. */
export function endOfText(json: string, from: number): number {
  for (let end = json.indexOf('"', from + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let before = end;
    while (json.charCodeAt(before - 1) === backslash) before -= 1;
    if ((end - before) % 2 === 0) return end + 1;
  }
  return -1;
}

/** How many values are in it, counted no further than one beyond so many. A list or an object counts as one more than there are in it. */
export function countValues(json: string, most: number): number {
  let count = 1;
  for (let at = 0; at < json.length && count <= most; at += 1) {
    const sign = json.charCodeAt(at);
    if (sign === quote) {
      const end = endOfText(json, at);
      if (end < 0) return count;
      at = end - 1;
    } else if (sign === comma || sign === openBrace || sign === openBracket) count += 1;
  }
  return count;
}

export const hasMoreValues = (json: string, most = maxValues): boolean =>
  json.length > most && countValues(json, most) > most;

const depthLimit = 64;

/** What goes deeper than anything that is meant: whoever walks it, or writes it again, would run out of stack. */
export function isTooDeep(value: unknown, left = depthLimit): boolean {
  if (typeof value !== "object" || value === null) return false;
  return left === 0 || Object.values(value).some((part) => isTooDeep(part, left - 1));
}

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

/** Of good JSON: the first key that one object has twice, of which a parser would silently keep the last. */
export function findRepeatedKey(json: string): string | null {
  /** Of each object or list that is open, the keys so far. */
  const open: Set<string>[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charCodeAt(at);
    if (sign === openBrace || sign === openBracket) open.push(new Set());
    else if (sign === closeBrace || sign === closeBracket) open.pop();
    else if (sign === quote) {
      const end = endOfText(json, at);
      if (isKey(json, end)) {
        const key = JSON.parse(json.slice(at, end)) as string;
        const keys = open.at(-1);
        if (keys?.has(key)) return key;
        keys?.add(key);
      }
      at = end - 1;
    }
  }
  return null;
}

function isKey(json: string, end: number): boolean {
  let at = end;
  while (" \t\r\n".includes(json.charAt(at)) && at < json.length) at += 1;
  return json.charCodeAt(at) === colon;
}
