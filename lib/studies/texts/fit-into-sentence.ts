const article = /^(?:the|an?|our|your|whoever)\b/i;
/** That of a sentence, not of an abbreviation: "e.V.", "Inc." */
const lastWord = /^(?:\p{Ll}{3,}|\p{L}{5,})$/u;
const marks = " \t\n*_#>-";

/**
 * A line that stands by itself elsewhere, as a part of the sentence it is put into: the sentence says whether it begins with a
 * capital, and where it ends.
 */
export function fitIntoSentence(line: string, text: string, [from, to]: readonly [number, number]): string {
  let end = from;
  while (end > 0 && marks.includes(text.charAt(end - 1))) end--;
  const last = text.charAt(end - 1);
  const begins = last === "" || ".!?。！？".includes(last) || text.slice(end, from).includes("\n");
  const [first = ""] = line;
  const letter = begins ? first.toUpperCase() : ":：".includes(last) ? first : first.toLowerCase();
  const begun = article.test(line) ? letter + line.slice(first.length) : line;
  const after = text.slice(to).trimStart();
  if (after === "" || text.charAt(to) === "\n") return begun;
  return begun.endsWith(".") && after.startsWith(".") ? begun.slice(0, -1) : withoutStop(begun);
}

function withoutStop(line: string): string {
  const before = line.slice(0, -1);
  const isStop =
    line.endsWith("。") || (line.endsWith(".") && lastWord.test(before.split(/\P{L}/u).at(-1) ?? ""));
  return isStop ? before : line;
}
