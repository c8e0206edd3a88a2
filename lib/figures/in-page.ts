import { drawFigure, type Figure } from "#lib/figures/figure.ts";
import { screenLook } from "#lib/figures/look.ts";
import { writeInPage } from "#lib/figures/svg.ts";

export type DrawnInPage = {
  readonly width: number;
  readonly height: number;
  /** What stands inside an svg element of a page. */
  readonly markup: string;
};

/** In characters, of what is kept and what it is known by: a plot of ten thousand cases has millions. */
const roomForAll = 20_000_000;

const kept = new Map<string, DrawnInPage>();
const written = new WeakMap<Figure, string>();
let taken = 0;

/** The same figure at the same width is drawn once: it is known by all that it shows. */
export function drawInPage(figure: Figure, width: number): DrawnInPage {
  const key = `${width} ${writtenOf(figure)}`;
  const known = kept.get(key);
  if (known) {
    // What is looked at goes last.
    kept.delete(key);
    kept.set(key, known);
    return known;
  }
  const drawn = drawAnew(figure, width);
  kept.set(key, drawn);
  taken += sizeOf(key, drawn);
  for (const [oldest, old] of kept) {
    if (taken <= roomForAll) break;
    kept.delete(oldest);
    taken -= sizeOf(oldest, old);
  }
  return drawn;
}

function writtenOf(figure: Figure): string {
  const known = written.get(figure);
  if (known !== undefined) return known;
  const all = JSON.stringify(figure);
  written.set(figure, all);
  return all;
}

const sizeOf = (key: string, { markup }: DrawnInPage) => key.length + markup.length;

function drawAnew(figure: Figure, width: number): DrawnInPage {
  const drawing = drawFigure(figure, screenLook(width));
  return {
    width: Math.ceil(drawing.width),
    height: Math.ceil(drawing.height),
    markup: writeInPage(drawing),
  };
}
