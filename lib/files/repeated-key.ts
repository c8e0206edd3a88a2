import { endOfText } from "#lib/files/json-text.ts";

const [quote, colon, openBrace, openBracket, closeBrace, closeBracket] = [...'":{[}]'].map((sign) =>
  sign.charCodeAt(0),
) as [number, number, number, number, number, number];

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
