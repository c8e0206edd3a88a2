import { type Drawing, type DrawingNode, group, label, line, title } from "#lib/figures/drawing.ts";
import { isNarrow, type Look } from "#lib/figures/look.ts";
import { type Kind, linked, mark } from "#lib/figures/marks.ts";
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
  const drawn = rows.map((row): DrawingNode => {
    const lines = wrap(row.label, names - text * 0.6, text);
    const height = (lines.length * 1.2 + 0.55) * text;
    const middle = y + height / 2;
    const first = middle - (lines.length * 1.2 * text) / 2;
    y += height;
    return group(
      linked(look, row.href, [
        title(`${row.label} · ${row.said}`),
        ...lines.map((written, i) =>
          label(0, first + (i * 1.2 + 0.92) * text, written, { "font-size": text, fill: inks.ink }),
        ),
        line(start, middle, end, middle, { stroke: inks.line, "stroke-width": text * 0.06 }),
        line(at(row.best), middle, at(row.worst), middle, {
          stroke: inks.model,
          "stroke-width": text * 0.14,
        }),
        mark(row.kind, at(row.place), middle, text * 0.34, look),
        label(width, middle + text * 0.34, row.said, {
          "font-size": text,
          fill: inks.muted,
          "text-anchor": "end",
        }),
      ]),
    );
  });
  return {
    width,
    height: y + small * 0.4,
    nodes: [...drawTicks(rows.length, at, [top, y], look), label(0, small, words.axis, { "font-size": small, fill: inks.muted }), ...drawn], // oxfmt-ignore
  };
}

/** As many places as have room for their numbers. */
function drawTicks(
  count: number,
  at: (place: number) => number,
  [top, bottom]: readonly [number, number],
  look: Look,
): DrawingNode[] {
  const { inks, text, small } = look;
  const room = count < 2 ? Infinity : at(2) - at(1);
  const every = Math.max(1, Math.ceil((text * 1.8) / room));
  return Array.from({ length: count }, (_, i) => i + 1)
    .filter((place) => (place - 1) % every === 0)
    .flatMap((place) => [
      line(at(place), top, at(place), bottom, { stroke: inks.line, "stroke-width": text * 0.06 }),
      label(at(place), small * 2.5, inCount(place), {
        "font-size": small,
        fill: inks.muted,
        "text-anchor": "middle",
      }),
    ]);
}
