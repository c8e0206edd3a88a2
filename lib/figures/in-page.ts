import { drawFigure, type Figure } from "#lib/figures/figure.ts";
import { screenLook } from "#lib/figures/look.ts";
import { renderInPage } from "#lib/figures/svg.ts";

export type PageFigure = {
  readonly width: number;
  readonly height: number;
  /** What stands inside an svg element of a page. */
  readonly markup: string;
};

const maxDrawings = 100;

const kept = new Map<string, PageFigure>();

/** The same figure at the same width is drawn once: it is known by all that it shows. */
export function drawInPage(figure: Figure, width: number): PageFigure {
  const key = `${width} ${JSON.stringify(figure)}`;
  const drawn = kept.get(key) ?? drawAnew(figure, width);
  // What is looked at goes last.
  kept.delete(key);
  kept.set(key, drawn);
  if (kept.size > maxDrawings) kept.delete(kept.keys().next().value ?? "");
  return drawn;
}

function drawAnew(figure: Figure, width: number): PageFigure {
  const drawing = drawFigure(figure, screenLook(width));
  return {
    width: Math.ceil(drawing.width),
    height: Math.ceil(drawing.height),
    markup: renderInPage(drawing),
  };
}
