import { drawingOf, line, title, type Drawing } from "#lib/figures/drawing.ts";
import { isNarrow, type Look } from "#lib/figures/look.ts";
import { drawName, drawText, linked, mark, type Kind } from "#lib/figures/marks.ts";
import { widthOf, wrap } from "#lib/figures/text.ts";
import { inCount } from "#lib/figures/written.ts";

export type RanksRow = {
  readonly id: string;
  readonly label: string;
  readonly kind: Kind;
  /** Its own place, and between which places it lies: 1 is the best. */
  readonly place: number;
  readonly best: number;
  readonly worst: number;
  /** The interval in words. */ readonly said: string;
  readonly href?: string;
};

export type RanksInput = { readonly rows: readonly RanksRow[]; readonly words: { readonly axis: string } };

/** Models by their places, and how far each could move up or down. */
export function drawRanks({ rows, words }: RanksInput, look: Look): Drawing {
  const { inks, text, small, width } = look;
  const most = width * (isNarrow(look) ? 0.42 : 0.36);
  const names = Math.min(most, Math.max(0, ...rows.map((row) => widthOf(row.label, text)))) + text;
  const values = Math.max(0, ...rows.map(({ said }) => widthOf(said, text))) + text;
  const [start, end] = [names + text * 0.4, width - values - text * 0.4];
  const at = (place: number) =>
    rows.length < 2 ? start : start + ((place - 1) / (rows.length - 1)) * (end - start);
  const top = small * 3;
  let y = top;
  const drawn = rows.map((row) => {
    const lines = wrap(row.label, names - text * 0.6, text);
    const height = (lines.length * 1.2 + 0.55) * text;
    const middle = y + height / 2;
    const first = middle - (lines.length * 1.2 * text) / 2;
    y += height;
    return linked(look, row.href, [
      title(`${row.label} · ${row.said}`),
      drawName(look, 0, first, lines),
      line(start, middle, end, middle, { stroke: inks.line, "stroke-width": text * 0.06 }),
      line(at(row.best), middle, at(row.worst), middle, { stroke: inks.model, "stroke-width": text * 0.14 }),
      mark(row.kind, at(row.place), middle, text * 0.34, look),
      drawText(look, width, middle + text * 0.34, row.said, { size: text, anchor: "end" }),
    ]);
  });
  // As many places as have room for their numbers.
  const every = Math.max(1, Math.ceil((text * 1.8) / (rows.length < 2 ? Infinity : at(2) - at(1))));
  const ticks = rows
    .map((_, i) => i + 1)
    .filter((place) => (place - 1) % every === 0)
    .map((place) => [
      line(at(place), top, at(place), y, { stroke: inks.line, "stroke-width": text * 0.06 }),
      drawText(look, at(place), small * 2.5, inCount(place), { anchor: "middle" }),
    ]);
  return drawingOf(width, y + small * 0.4, [ticks, drawText(look, 0, small, words.axis), drawn]);
}
