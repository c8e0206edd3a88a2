import { kerns, letters, letterWidths, signs } from "#lib/reports/latex/computer-modern.ts";

/** Sizes of an article of 10 points: \normalsize, \small, \footnotesize and \scriptsize. */
export const sizes = [10, 9, 8, 7] as const;
export type Size = (typeof sizes)[number];

/** How far apart lines stand. */
export const leading: Readonly<Record<Size, number>> = { 10: 12, 9: 11, 8: 9.5, 7: 8 };

export const square =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3ffff}]/u;

/** A letter that fills a square, as Chinese ones do. */
export const isSquare = (letter: string): boolean => square.test(letter);

type Face = { widths: ReadonlyMap<string, number>; kerns: ReadonlyMap<string, number> };

const faces = new Map(
  sizes.map((size, i): [Size, Face] => {
    const own = letterWidths[size].trim().split(/\s+/).map(Number);
    const pairs = kerns.flatMap(([list, ...by]) =>
      list.split(" ").map((pair): [string, number] => [pair, by[i] ?? 0]),
    );
    return [
      size,
      {
        widths: new Map<string, number>([
          ...Array.from(letters, (letter, at): [string, number] => [letter, own[at] ?? 0]),
          ...Object.entries(signs).map(([sign, by]): [string, number] => [sign, by[i] ?? 0]),
        ]),
        kerns: new Map(pairs),
      },
    ];
  }),
);

const filled = 1000;
/** Of a letter that leads to a note. */
const raised = 640;
/** Of what no table of ours has: Greek, Cyrillic, signs. A little too wide. */
const unknown = 800;

const mostMeasured = 5_000;
const measured: Readonly<Record<Size, Map<string, number>>> = {
  10: new Map(),
  9: new Map(),
  8: new Map(),
  7: new Map(),
};

/** How wide TeX sets a text on one line, in points: what escapeCell writes of it, with its joined and kerned letters. */
export function widthOf(text: string, size: Size): number {
  const known = measured[size].get(text);
  if (known !== undefined) return known;
  const width = measure(text, size);
  // The same cells are asked for by every way of setting a table.
  if (measured[size].size > mostMeasured) measured[size].clear();
  measured[size].set(text, width);
  return width;
}

function measure(text: string, size: Size): number {
  const face = faces.get(size);
  if (!face) return 0;
  let width = 0;
  let before = "";
  for (const [piece] of text.normalize("NFC").matchAll(/\ue000[a-z]+|ff[il]|f[fil]|[.?!:][)'\]”]* |./gsu)) {
    if (piece.startsWith("\ue000")) {
      width += (piece.length - 1) * raised;
      before = "";
      continue;
    }
    if (piece.length > 1 && piece.endsWith(" ")) {
      // After the end of a sentence TeX leaves a third more.
      for (const letter of piece) width += widthOfLetter(letter, face);
      width += (face.widths.get(" ") ?? 0) / 3;
      before = "";
      continue;
    }
    width += (face.kerns.get(before + piece) ?? 0) + widthOfLetter(piece, face);
    before = piece;
  }
  return (width / 1000) * size;
}

function widthOfLetter(letter: string, { widths }: Face): number {
  const known = widths.get(letter === "\u00a0" ? " " : letter);
  if (known !== undefined) return known;
  if (isSquare(letter)) return filled;
  // An accent is no wider than what it stands on.
  const bare = widths.get(letter.normalize("NFD").replace(/\p{M}/gu, ""));
  return bare ?? unknown;
}
