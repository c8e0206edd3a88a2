import { isSquare, widthOf, type Size } from "#lib/reports/latex/widths.ts";

// A line may end after a blank, a hyphen, a slash, an underscore, and beside any square letter.
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let current = "";
  const letters = [...text];
  for (const [i, letter] of letters.entries()) {
    current += letter;
    const next = letters[i + 1];
    if (next === undefined || /[\s/_-]/.test(letter) || isSquare(letter) || isSquare(next)) {
      pieces.push(current);
      current = "";
    }
  }
  return pieces;
}

/** As many lines as it takes; what is longer than a line on its own is broken wherever the line ends. */
export function wrapText(text: string, room: number, size: Size): string[] {
  const lines: string[] = [];
  let current = "";
  const take = (piece: string) => {
    if (widthOf((current + piece).trimEnd(), size) <= room) current += piece;
    else if (current.trim()) {
      lines.push(current.trimEnd());
      current = "";
      take(piece.trimStart());
    } else {
      const fits = longestStart(piece, room, size);
      lines.push(fits);
      current = "";
      if (piece.length > fits.length) take(piece.slice(fits.length));
    }
  };
  for (const piece of piecesOf(text)) take(piece);
  return current.trim() || lines.length === 0 ? [...lines, current.trimEnd()] : lines;
}

/** One letter at least. */
function longestStart(piece: string, room: number, size: Size): string {
  const letters = [...piece];
  const start = (count: number) => letters.slice(0, count).join("");
  let [least, most] = [1, letters.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (widthOf(start(middle), size) <= room) least = middle;
    else most = middle - 1;
  }
  return start(least);
}

/** A head in no more lines than its column needs, and in the narrowest of so many where the column is narrower still. */
export function wrapHead(label: string, room: number, size: Size, most: number): string[] {
  // A sign stays with what is before it.
  const words = label.split(/ (?![%:])/);
  let best = [label];
  for (let count = 1; count <= Math.min(most, words.length); count++) {
    const lines = narrowest(words, count, size);
    if (widest(lines, size) < widest(best, size) - 0.01) best = lines;
    if (widest(best, size) <= room) break;
  }
  return best;
}

export const widest = (lines: readonly string[], size: Size): number =>
  Math.max(0, ...lines.map((line) => widthOf(line, size)));

function narrowest(words: readonly string[], count: number, size: Size): string[] {
  if (count === 1) return [words.join(" ")];
  let best: string[] | null = null;
  for (let at = 1; at <= words.length - count + 1; at++) {
    const lines = [words.slice(0, at).join(" "), ...narrowest(words.slice(at), count - 1, size)];
    if (!best || widest(lines, size) < widest(best, size)) best = lines;
  }
  return best ?? [words.join(" ")];
}
