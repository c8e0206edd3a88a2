import { letterWidths } from "#lib/figures/letter-widths.ts";

export type Weight = keyof typeof letterWidths;

// Scripts whose letters fill a square.
const square =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/;
const dash = 0.8;
const unknown = 0.6;

export const isSquare = (letter: string): boolean =>
  square.test(letter) || (letter.codePointAt(0) ?? 0) > 0xffff;

// The face the files are drawn with has these; for anything else the machine's own faces have to help.
const foreign = /[^\u0000-\u024f\u02b0-\u03ff\u0400-\u04ff\u1e00-\u1eff\u2000-\u22ff\u25a0-\u25ff]/u;

export const isForeign = (text: string): boolean => foreign.test(text);

function widthOfLetter(letter: string, weight: Weight): number {
  const width = letterWidths[weight].get(letter.codePointAt(0) ?? 0);
  if (width !== undefined) return width / 1000;
  if (isSquare(letter)) return 1;
  if (/[‘’·]/.test(letter)) return 0.3;
  if (/[–−≥≤α“”]/.test(letter)) return 0.58;
  return letter === "…" || letter === "—" ? dash + 0.17 : unknown;
}

/** How wide a text will be, so that nothing is cut and nothing collides; a little too wide for what it doesn't know. */
export function widthOf(text: string, size: number, weight: Weight = "regular"): number {
  let width = 0;
  for (const letter of text) width += widthOfLetter(letter, weight);
  return width * size;
}

/** As much of a text as there is room for. */
export function shorten(text: string, room: number, size: number, weight: Weight = "regular"): string {
  if (widthOf(text, size, weight) <= room) return text;
  const letters = [...text];
  let width = widthOf("…", size, weight);
  let kept = 0;
  for (; kept < letters.length; kept += 1) {
    width += widthOfLetter(letters[kept] ?? "", weight) * size;
    if (width > room) break;
  }
  return `${letters.slice(0, kept).join("").trimEnd()}…`;
}

// A line may end after a space, a hyphen, a slash, and beside any square letter; none begins with what closes or ends with what opens.
const breaks =
  /(?<![（《“‘])(?![、。，；：？！）》”’])(?:(?<=[ /_-])|(?<=[\u2e80-\u9fff\uff01-\uff60])|(?=[\u2e80-\u9fff\uff01-\uff60]))/;
const piecesOf = (text: string): string[] => text.split(breaks).filter(Boolean);

/** On as many lines as are allowed; the last one is shortened where that isn't enough. */
export function wrap(
  text: string,
  room: number,
  size: number,
  { lines = 2, weight = "regular" }: { lines?: number; weight?: Weight } = {},
): string[] {
  const wrapped: string[] = [];
  let current = "";
  const pieces = piecesOf(text);
  for (const [i, piece] of pieces.entries()) {
    const longer = current + piece;
    if (!current || widthOf(longer.trimEnd(), size, weight) <= room) {
      current = longer;
      continue;
    }
    if (wrapped.length === lines - 1) {
      current += pieces.slice(i).join("");
      break;
    }
    wrapped.push(shorten(current.trimEnd(), room, size, weight));
    current = piece;
  }
  return [...wrapped, shorten(current.trimEnd(), room, size, weight)];
}
