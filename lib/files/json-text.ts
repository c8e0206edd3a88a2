// What can be said of JSON by going through its text once, before anything is made of it.

/** More of them in one document is none of the files that are read, and keeps a process busy for minutes. */
export const maxValues = 1_000_000;
export const maxValuesInWords = maxValues.toLocaleString("en");

const [quote, backslash, comma, openBrace, openBracket] = [...'"\\,{['].map((sign) => sign.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
  number,
];

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
