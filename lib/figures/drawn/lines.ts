import { leftAxis, type Scale, scaleOf } from "#lib/figures/axis.ts";
import { type Drawing, drawingOf, group, line, type Parts, title } from "#lib/figures/drawing.ts";
import { formatEnds, formatValue, type PanelCell, type PanelScale } from "#lib/figures/drawn/panels.ts";
import { isNarrow, type Look } from "#lib/figures/look.ts";
import { drawText, inkOf, type Kind, mark } from "#lib/figures/marks.ts";
import { shorten, widthOf, wrap } from "#lib/figures/text.ts";
import { inCount, inShortest } from "#lib/figures/written.ts";

type Line = {
  readonly id: string;
  /** At its end; empty where the panel has no other. */
  readonly label: string;
  readonly kind: Kind;
  /** One for each step; null where there is no figure, and the line has a gap. */
  readonly points: readonly (PanelCell | null)[];
};

type LinesPanel = {
  readonly id: string;
  readonly label: string;
  readonly scale: PanelScale;
  readonly lines: readonly Line[];
};

/** Figures over steps in their order, a panel for each figure and a line for whatever is told apart. */
export type LinesInput = {
  readonly panels: readonly LinesPanel[];
  /** From the left. */
  readonly steps: readonly string[];
  readonly words: { readonly steps: string; readonly n: string };
};

function layOut({ panels, steps }: LinesInput, look: Look) {
  const { text, small, width } = look;
  const gap = text * 1.4;
  const beside = Math.max(1, Math.floor((width + gap) / (text * 25 + gap)));
  const perLine = Math.ceil(panels.length / Math.ceil(panels.length / beside));
  const whole = (width - (perLine - 1) * gap) / Math.max(1, perLine);
  const widest = Math.max(
    0,
    ...panels.flatMap(({ lines }) => lines.map(({ label }) => widthOf(label, small))),
  );
  const axis = small * 3.2;
  const names = Math.min(widest, whole * (isNarrow(look) ? 0.3 : 0.34));
  const plot = whole - axis - names - text * (names > 0 ? 1.1 : 0.4);
  const each = plot / Math.max(1, steps.length);
  const every = 1 + steps.findIndex((_step, i) => areFitting(steps, each * (i + 1), look));
  const room = each * (every || steps.length);
  const ends = Math.max(1, ...steps.map((step) => splitStep(step, room, look).length));
  return {
    gap,
    perLine,
    whole,
    axis,
    names,
    plot,
    room,
    // Of more steps than there is room for names, so many share one.
    every: every || steps.length,
    high: text * 8.5,
    foot: small * (0.5 + 1.2 * ends),
  };
}

type Layout = ReturnType<typeof layOut>;

/** A range that is too wide for its place stands on two lines. */
function splitStep(step: string, room: number, { small }: Look): string[] {
  const [from, to, ...others] = step.split("–");
  const isRange = from && to && others.length === 0;
  return widthOf(step, small) > room - small * 0.5 && isRange ? [`${from}–`, to] : [step];
}

const areFitting = (steps: readonly string[], room: number, look: Look): boolean =>
  steps
    .flatMap((step) => splitStep(step, room, look))
    .every((part) => widthOf(part, look.small) <= room - look.small * 0.5);

export function drawLines(input: LinesInput, look: Look): Drawing {
  const { text, small, inks, width } = look;
  const layout = layOut(input, look);
  const parts: Parts[] = [];
  let top = 0;
  for (let first = 0; first < input.panels.length; first += layout.perLine) {
    const panels = input.panels.slice(first, first + layout.perLine);
    const titles = panels.map(({ label }) => titleOf(label, layout, look));
    const body = top + text * (0.4 + 1.2 * Math.max(...titles.map(({ length }) => length))) + small * 2;
    for (const [place, panel] of panels.entries()) {
      const start = place * (layout.whole + layout.gap);
      parts.push(
        (titles[place] ?? []).map((said, i) =>
          drawText(look, start, top + text * (1 + 1.2 * i), said, {
            size: text,
            isBold: true,
            ink: inks.ink,
          }),
        ),
        drawPanel(input, panel, { start, body }, layout, look),
      );
    }
    top = body + layout.high + layout.foot + text;
  }
  const said = wrap(input.words.steps, width, small);
  return drawingOf(width, Math.max(text, top + small * 1.25 * said.length), [
    parts,
    said.map((words, i) => drawText(look, 0, top + small * (0.5 + 1.25 * i), words)),
  ]);
}

const titleOf = (label: string, { whole }: Layout, { text }: Look): string[] =>
  wrap(label, whole, text, { lines: 3, weight: "semibold" });

type Corner = { start: number; body: number };
type Plot = { y: Scale; stepAt: (step: number) => number };

function drawPanel(
  { steps, words }: LinesInput,
  { scale, lines, label }: LinesPanel,
  { start, body }: Corner,
  layout: Layout,
  look: Look,
): Parts {
  const { inks, small, text } = look;
  const left = start + layout.axis;
  const [right, bottom] = [left + layout.plot, body + layout.high];
  const y = scaleOf(scale.range, [bottom, body]);
  const each = layout.plot / Math.max(1, steps.length);
  const stepAt = (step: number) => left + (step + 0.5) * each;
  const { digits, axis } = scale;
  return [
    leftAxis(look, y, left, {
      title: shorten(axis, layout.whole - small, small),
      grid: [left, right],
      apart: 1.7 * text,
      ...(digits !== undefined && { write: inShortest }),
    }),
    line(left, bottom, right, bottom, { stroke: inks.edge, "stroke-width": text * 0.07 }),
    steps.map((step, at) =>
      at % layout.every === 0
        ? splitStep(step, layout.room, look).map((said, i) =>
            drawText(look, stepAt(at), bottom + small * (1.2 + 1.2 * i), said, { anchor: "middle" }),
          )
        : null,
    ),
    lines.map((one, i) => {
      // Beside each other, so that no interval hides another.
      const aside = (i - (lines.length - 1) / 2) * Math.min(text * 0.7, (each * 0.7) / lines.length);
      const plot = { y, stepAt: (step: number) => stepAt(step) + aside };
      return drawLine(one, { of: label, at: i, steps, n: words.n, scale }, plot, look);
    }),
    drawNames(lines, { x: right + text * 0.6, y, body, bottom }, layout, look),
  ];
}

type About = { of: string; at: number; steps: readonly string[]; n: string; scale: PanelScale };

// Beside colour and mark, what tells lines apart that cross.
const strokes = [null, [0.7, 0.35], [0.18, 0.3], [0.9, 0.3, 0.18, 0.3]] as const;

function drawLine(
  { label, kind, points }: Line,
  { of, at, steps, n, scale }: About,
  { y, stepAt }: Plot,
  look: Look,
): Parts {
  const { text } = look;
  const stroke = inkOf(kind, look);
  const dashed = strokes[at % strokes.length]?.map((one) => (one * text).toFixed(2)).join(" ");
  const ways = points.flatMap((point, step) => {
    const next = points[step + 1];
    if (!point || !next) return [];
    const [x1, x2] = [stepAt(step), stepAt(step + 1)];
    const width = { stroke, "stroke-width": text * 0.12, "stroke-dasharray": dashed };
    return [line(x1, y.at(point.value), x2, y.at(next.value), width)];
  });
  const marks = points.flatMap((point, step) => {
    if (!point) return [];
    const { low, high } = point;
    const x = stepAt(step);
    const value = formatValue(point, { scale });
    const said = [of, label, steps[step], value, formatEnds(point, scale.digits), `${n} ${inCount(point.n)}`];
    return [
      group([
        title(said.filter(Boolean).join(" · ")),
        low !== null &&
          high !== null &&
          line(x, y.at(low), x, y.at(high), { stroke, "stroke-width": text * 0.1, "stroke-opacity": 0.6 }),
        mark(kind, x, y.at(point.value), text * 0.28, look),
      ]),
    ];
  });
  return [ways, marks];
}

type Margin = { x: number; y: Scale; body: number; bottom: number };

/** Each at the height of its line's end, as far as they leave each other room. */
function drawNames(
  lines: readonly Line[],
  { x, y, body, bottom }: Margin,
  layout: Layout,
  look: Look,
): Parts {
  const { small, inks, text } = look;
  const apart = small * 1.15;
  const named = lines
    .flatMap((one, at) => {
      const last = one.points.findLast((point) => point !== null);
      return last && one.label ? [{ ...one, at, end: y.at(last.value) }] : [];
    })
    .sort((a, b) => a.end - b.end || a.at - b.at);
  const room = Math.max(0, bottom - body - apart * (named.length - 1));
  let lowest = -Infinity;
  return named.map(({ label, kind, end }, i) => {
    const most = body + room + apart * i;
    const at = Math.max(lowest + apart, body, Math.min(end, most));
    lowest = at;
    const said = shorten(label, layout.names, small);
    return [
      Math.abs(at - end) > small * 0.4 &&
        line(x - text * 0.5, end, x - text * 0.1, at, { stroke: inks.edge, "stroke-width": text * 0.06 }),
      drawText(look, x, at + small * 0.34, said, { ink: inkOf(kind, look) }),
    ];
  });
}
