import { bottomAxis, bottomAxisHeight, leftAxis, scaleOf } from "#lib/figures/axis.ts";
import { type Drawing, drawingOf, line, type Parts, rect } from "#lib/figures/drawing.ts";
import { isNarrow, type Look } from "#lib/figures/look.ts";
import { dashes, drawText, inkOf, type Kind, mark } from "#lib/figures/marks.ts";
import { shorten, widthOf } from "#lib/figures/text.ts";
import { asPercent, inCount } from "#lib/figures/written.ts";
import { wilsonInterval } from "#lib/metrics/tests/proportion-interval.ts";

export type ReliabilityBin = {
  readonly from: number;
  readonly to: number;
  readonly n: number;
  /** Mean over the bin's answers; null where it holds none. */
  readonly confidence: number | null;
  readonly right: number;
};

export type ReliabilitySeries = {
  readonly id: string;
  readonly label: string;
  readonly kind: Kind;
  readonly bins: readonly ReliabilityBin[];
  readonly ece: number | null;
  readonly n: number;
};

export type ReliabilityInput = {
  readonly series: readonly ReliabilitySeries[];
  readonly words: {
    readonly x: string;
    readonly y: string;
    /** Along the diagonal. */
    readonly perfect: string;
    /** Over the small bars. */
    readonly count: string;
    readonly ece: string;
    readonly n: string;
    /** In place of an error that isn't defined. */
    readonly none: string;
  };
};

type Frame = { x: number; y: number; width: number };
type Panel = Frame & { /** Of its width. */ tall: number };

function drawCounts(bins: readonly ReliabilityBin[], frame: Frame, height: number, ink: string, look: Look) {
  const { small } = look;
  const most = Math.max(1, ...bins.map(({ n }) => n));
  const size = small * 0.85;
  const longest = Math.max(...bins.map(({ n }) => widthOf(inCount(n), size)));
  const narrowest = Math.min(...bins.map(({ from, to }) => (to - from) * frame.width));
  const isUpright = longest <= narrowest * 0.95;
  const room = isUpright ? size * 1.1 : longest + size * 0.4;
  const bars = height - room;
  return bins.map(({ from, to, n }) => {
    if (n === 0) return null;
    const x = frame.x + from * frame.width;
    const width = (to - from) * frame.width;
    const top = frame.y + height - (n / most) * bars;
    const middle = x + width / 2;
    return [
      rect(
        { x: x + width * 0.08, y: top, width: width * 0.84, height: frame.y + height - top },
        { fill: ink, "fill-opacity": 0.5 },
      ),
      isUpright
        ? drawText(look, middle, top - size * 0.3, inCount(n), { size, anchor: "middle" })
        : drawText(look, middle + size * 0.34, top - size * 0.3, inCount(n), { size, turned: "-90" }),
    ];
  });
}

function drawPanel(series: ReliabilitySeries, frame: Panel, words: ReliabilityInput["words"], look: Look) {
  const { inks, text, small } = look;
  const ink = inkOf(series.kind, look);
  const left = frame.x + small * 2.4;
  const right = frame.x + frame.width - text * 0.8;
  const side = right - left;
  const heading = frame.y + text;
  const top = heading + small * 3.6;
  const down = side * frame.tall;
  const bottom = top + down;
  const x = scaleOf([0, 1], [left, right]);
  const y = scaleOf([0, 1], [bottom, top]);
  const counts = { x: left, y: bottom + bottomAxisHeight(look, words.x) + small * 1.4, width: side };
  const height = text * 6;
  const error = series.ece === null ? words.none : asPercent(series.ece);
  const angle = ((-180 / Math.PI) * Math.atan2(down, side)).toFixed(2);
  const parts = [
    drawText(look, frame.x, heading, shorten(series.label, frame.width, text, "semibold"), {
      size: text,
      isBold: true,
      ink: series.kind === "selecting" ? inks.ink : ink,
    }),
    drawText(
      look,
      frame.x,
      heading + small * 1.35,
      `${words.ece} ${error} · ${words.n} ${inCount(series.n)}`,
      {
        ink: inks.ink,
      },
    ),
    bottomAxis(look, x, bottom, { title: words.x, grid: [top, bottom] }),
    leftAxis(look, y, left, { title: words.y, grid: [left, right] }),
    line(left, bottom, right, top, {
      stroke: inks.edge,
      "stroke-width": text * 0.08,
      "stroke-dasharray": dashes(look),
    }),
    drawText(look, x.at(0.01), y.at(0.01) - small * 0.6, words.perfect, { isItalic: true, turned: angle }),
    series.bins.map((bin) => {
      if (bin.n === 0 || bin.confidence === null) return null;
      const at = x.at(bin.confidence);
      const { low, high } = wilsonInterval(bin.right, bin.n);
      return [
        low !== null &&
          high !== null &&
          line(at, y.at(low), at, y.at(high), { stroke: ink, "stroke-width": text * 0.12 }),
        mark(series.kind, at, y.at(bin.right / bin.n), text * 0.28, look),
      ];
    }),
    drawText(look, left, counts.y - small * 0.5, words.count),
    drawCounts(series.bins, counts, height, ink, look),
    line(left, counts.y + height, right, counts.y + height, {
      stroke: inks.edge,
      "stroke-width": text * 0.07,
    }),
  ];
  return { parts, bottom: counts.y + height + text * 0.4 };
}

/** How often who was so sure was right: a panel a series, with how many answers each point stands for. */
export function drawReliability(input: ReliabilityInput, look: Look): Drawing {
  const { series, words } = input;
  const { text, width } = look;
  const across = isNarrow(look) ? 1 : Math.min(3, Math.max(2, series.length));
  const gap = text * 1.6;
  // Two squares under one another are higher than a page.
  const tall = look.medium === "paper" && across === 1 && series.length > 1 ? 0.6 : 1;
  const room = (width - gap * (across - 1)) / across;
  const parts: Parts[] = [];
  let y = 0;
  for (let first = 0; first < series.length; first += across) {
    const panels = series
      .slice(first, first + across)
      .map((sery, i) => drawPanel(sery, { x: i * (room + gap), y, width: room, tall }, words, look));
    parts.push(panels.map((panel) => panel.parts));
    y = Math.max(...panels.map(({ bottom }) => bottom)) + (first + across < series.length ? gap : 0);
  }
  return drawingOf(width, Math.max(y, text), parts);
}
