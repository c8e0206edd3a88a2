import type { Range } from "#lib/figures/axis.ts";
import { line, type Parts } from "#lib/figures/drawing.ts";
import type { Look } from "#lib/figures/look.ts";
import { dashes, drawText } from "#lib/figures/marks.ts";
import { widthOf } from "#lib/figures/text.ts";

export type LabelAbove = {
  readonly x: number;
  readonly text: string;
  readonly ink: string;
  readonly dashed?: boolean;
};
type PlacedLabel = LabelAbove & { readonly start: number; readonly end: number; readonly row: number };

const turns = [0.5, 1, 0] as const;

/** Whoever stands higher sends a line down, which has to pass the names below. */
function isFree(label: PlacedLabel, placed: readonly PlacedLabel[], gap: number): boolean {
  return placed.every((other) => {
    if (other.row === label.row) return label.start >= other.end + gap || other.start >= label.end + gap;
    const [higher, lower] = other.row > label.row ? [other, label] : [label, other];
    return higher.x < lower.start - gap / 4 || higher.x > lower.end + gap / 4;
  });
}

function placeOn(
  rows: number,
  labels: readonly LabelAbove[],
  room: Range,
  look: Look,
  placed: PlacedLabel[],
): PlacedLabel[] | null {
  const label = labels[placed.length];
  if (!label) return placed;
  const gap = look.small * 0.5;
  const width = Math.min(widthOf(label.text, look.small, "semibold"), room[1] - room[0]);
  for (let row = 0; row < rows; row += 1)
    for (const turn of turns) {
      const aside = (0.5 - turn) * look.small * 0.5;
      const start = Math.min(Math.max(label.x - width * turn + aside, room[0]), room[1] - width);
      const candidate = { ...label, start, end: start + width, row };
      if (!isFree(candidate, placed, gap)) continue;
      const all = placeOn(rows, labels, room, look, [...placed, candidate]);
      if (all) return all;
    }
  return null;
}

/** Names of a few lines, each over its own: centred, to its left or to its right, on as few rows as that takes. */
export function placeAbove(labels: readonly LabelAbove[], room: Range, look: Look): PlacedLabel[] {
  const sorted = labels.toSorted((a, b) => a.x - b.x);
  for (let rows = 1; rows <= sorted.length; rows += 1) {
    const placed = placeOn(rows, sorted, room, look, []);
    if (placed) return placed;
  }
  return sorted.map((one, row) => {
    const width = Math.min(widthOf(one.text, look.small, "semibold"), room[1] - room[0]);
    const start = Math.min(Math.max(one.x - width / 2, room[0]), room[1] - width);
    return { ...one, start, end: start + width, row };
  });
}

const rowHeight = ({ small }: Look): number => small * 1.35;

export const heightAbove = (placed: readonly PlacedLabel[], look: Look): number =>
  (Math.max(-1, ...placed.map(({ row }) => row)) + 1) * rowHeight(look);

/** The lowest row's letters stand on `base`; the lines go from their names down to `bottom`. */
export function drawAbove(placed: readonly PlacedLabel[], base: number, bottom: number, look: Look): Parts {
  return placed.map(({ x, text, ink, dashed, start, row }) => {
    const y = base - row * rowHeight(look);
    return [
      line(x, y + look.small * 0.35, x, bottom, {
        stroke: ink,
        "stroke-width": look.text * 0.1,
        "stroke-dasharray": dashed ? dashes(look) : undefined,
      }),
      drawText(look, start, y, text, { isBold: true, ink }),
    ];
  });
}
