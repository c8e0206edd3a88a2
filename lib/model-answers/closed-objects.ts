/** However much a model writes, its last word stands at the end. */
const maxCharacters = 200_000;
/** Braces that are opened and never closed: a text with more of them is no answer. */
const maxUnclosed = 200;

/**
 * The texts between braces that close again, the last first: what stands inside another is part of it. A brace within a
 * string of JSON is none.
 */
export function listClosedObjects(whole: string): string[] {
  const text = whole.slice(-maxCharacters);
  const found: string[] = [];
  let unclosed = 0;
  for (let start = text.indexOf("{"); start >= 0 && unclosed < maxUnclosed;) {
    const end = endOfObject(text, start);
    if (end === null) unclosed += 1;
    else found.push(text.slice(start, end));
    start = text.indexOf("{", end ?? start + 1);
  }
  return found.reverse();
}

/** Behind the brace that closes it. */
function endOfObject(text: string, start: number): number | null {
  let depth = 0;
  let isString = false;
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at];
    if (isString) {
      if (sign === "\\") at += 1;
      // JSON has no line ends within strings: the quotation mark was one of prose.
      else if (sign === '"' || sign === "\n") isString = false;
    } else if (sign === '"') isString = true;
    else if (sign === "{") depth += 1;
    else if (sign === "}") {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return null;
}
