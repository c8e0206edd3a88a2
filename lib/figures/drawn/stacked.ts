import {
  type Drawing,
  type DrawingNode,
  drawingOf,
  group,
  label,
  rect,
  title,
} from "#lib/figures/drawing.ts";
import { isNarrow, type Look } from "#lib/figures/look.ts";
import { drawName, drawText, link } from "#lib/figures/marks.ts";
import { shorten, widthOf, wrap } from "#lib/figures/text.ts";
import { asPercent, inCount } from "#lib/figures/written.ts";

export type StackedRow = {
  readonly id: string;
  readonly label: string;
  /** How often each category was given, in their order. */
  readonly counts: readonly number[];
  /** What they come to, as it is written; where there are too few for it, what is said instead. */
  readonly said: string;
  readonly isMuted?: boolean;
  readonly href?: string;
};

export type StackedInput = {
  /** From the lowest up. */
  readonly categories: readonly string[];
  readonly rows: readonly StackedRow[];
  readonly words: {
    /** Over the bars: what their lengths are. */
    readonly bars: string;
    /** Over what is said of each row, and over how many it is of. */
    readonly said: string;
    readonly n: string;
  };
};

// Dark letters on the strongest of them keep their contrast, in both themes.
const [faintest, strongest] = [0.08, 0.5];

const depthOf = (place: number, count: number): number =>
  faintest + ((strongest - faintest) * place) / Math.max(1, count - 1);

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

function layOut({ rows, words }: StackedInput, look: Look) {
  const { text, small, width } = look;
  const widest = (list: readonly string[]) => Math.max(0, ...list.map((one) => widthOf(one, text)));
  const labelRoom = Math.min(widest(rows.map((row) => row.label)), width * (isNarrow(look) ? 0.3 : 0.32)) + 1;
  const nRoom = Math.max(widest(rows.map(({ counts }) => inCount(sumOf(counts)))), widthOf(words.n, small));
  const saidRoom = Math.max(widest(rows.map(({ said }) => said)), widthOf(words.said, small));
  const start = labelRoom + text * 0.8;
  const end = width - nRoom - saidRoom - text * 1.7;
  return { labelRoom, start, end, saidAt: width - nRoom - text * 0.9, nAt: width };
}

type Layout = ReturnType<typeof layOut>;
type PlacedBar = { row: StackedRow; y: number; lines: readonly string[]; height: number };

function drawBar({ categories }: StackedInput, { row, y, height }: PlacedBar, layout: Layout, look: Look) {
  const { inks, text, small } = look;
  const { start, end } = layout;
  const n = sumOf(row.counts);
  const thick = text * 1.25;
  const top = y + (height - thick) / 2;
  let from = start;
  return row.counts.map((count, place) => {
    const long = n === 0 ? 0 : ((end - start) * count) / n;
    const x = from;
    from += long;
    if (count === 0) return null;
    const name = categories[place] ?? "";
    const isRoomy = widthOf(name, small) + small * 0.4 < long;
    return group([
      title(`${row.label} · ${name}: ${inCount(count)} · ${asPercent(count / n)}`),
      rect(
        { x, y: top, width: long, height: thick },
        {
          fill: inks.people,
          "fill-opacity": depthOf(place, categories.length),
          stroke: inks.ground,
          "stroke-width": text * 0.08,
        },
      ),
      isRoomy &&
        drawText(look, x + long / 2, top + thick / 2 + small * 0.34, name, {
          ink: inks.ink,
          anchor: "middle",
        }),
    ]);
  });
}

function drawRow(input: StackedInput, placed: PlacedBar, layout: Layout, look: Look): DrawingNode {
  const { inks, text } = look;
  const { row, y, lines, height } = placed;
  const middle = y + height / 2;
  const first = middle - (lines.length * 1.2 * text) / 2;
  const figure = (x: number, said: string, ink: string) =>
    label(x, middle + text * 0.34, said, { "font-size": text, "text-anchor": "end", fill: ink });
  return group([
    link(look, row.href, [title(row.label), drawName(look, 0, first, lines)]),
    drawBar(input, placed, layout, look),
    figure(layout.saidAt, row.said, row.isMuted ? inks.muted : inks.ink),
    figure(layout.nAt, inCount(sumOf(row.counts)), inks.muted),
  ]);
}

/** Rows of bars of one length, cut by how often each category was given: the order of the categories is that of the bar. */
export function drawStacked(input: StackedInput, look: Look): Drawing {
  const { rows, words } = input;
  const { text, small, width } = look;
  const layout = layOut(input, look);
  const { labelRoom, start, end, saidAt, nAt } = layout;
  const titled = wrap(words.bars, Math.max(end - start, small * 8), small, { lines: 3 });
  const top = small * (0.4 + 1.25 * titled.length) + text * 0.5;
  let y = top;
  const drawn = rows.map((row) => {
    const lines = wrap(row.label, labelRoom, text);
    const height = Math.max(1.9, lines.length * 1.2 + 0.6) * text;
    const node = drawRow(input, { row, y, lines, height }, layout, look);
    y += height;
    return node;
  });
  return drawingOf(width, y + text * 0.3, [
    titled.map((written, i) =>
      drawText(look, start, small * (1 + 1.25 * i), shorten(written, end - start, small)),
    ),
    drawText(look, saidAt, small, words.said, { anchor: "end" }),
    drawText(look, nAt, small, words.n, { anchor: "end" }),
    drawn,
  ]);
}
