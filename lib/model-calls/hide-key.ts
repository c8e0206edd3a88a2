// Shorter pieces say nothing of a key, and stand in other words by chance.
const shortestPiece = 6;
// A word such as "ollama" is sent as a key where none is asked for.
const shortestSecret = 16;

/** A server's own words without any piece of the key, as it is or in one of the usual dresses. */
export function hideKey(text: string, key: string | null): string {
  if (key === null || key === "") return text;
  const dresses = new Set([
    key,
    encodeURIComponent(key),
    JSON.stringify(key).slice(1, -1),
    Buffer.from(key).toString("base64"),
    Buffer.from(key).toString("base64url"),
    Buffer.from(key).toString("hex"),
  ]);
  return [...dresses].reduce(hidePieces, text);
}

function hidePieces(text: string, key: string): string {
  const length = Math.min(shortestPiece, key.length);
  const pieces = new Set<string>();
  for (let at = 0; at + length <= key.length; at++) pieces.add(key.slice(at, at + length));
  let shown = "";
  let hiddenTo = 0;
  for (let at = 0; at < text.length; at++) {
    if (pieces.has(text.slice(at, at + length))) {
      if (at >= hiddenTo) shown += "[key]";
      hiddenTo = at + length;
    }
    if (at >= hiddenTo) shown += text.charAt(at);
  }
  return shown;
}

/** An answer without the key, should a server put it there; nothing else of it is touched. */
export const hideWholeKey = (text: string, key: string | null): string =>
  key !== null && key.length >= shortestSecret ? text.replaceAll(key, "[key]") : text;
