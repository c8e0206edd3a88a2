import { type Scale, scaleOf, ticksOf } from "#lib/figures/axis.ts";
import {
  type Attributes,
  circle,
  type Drawing,
  type DrawingNode,
  drawingOf,
  group,
  line,
  outline,
  type Parts,
  path,
  rect,
  title,
} from "#lib/figures/drawing.ts";
import { isNarrow, type Look } from "#lib/figures/look.ts";
import { shorten, widthOf } from "#lib/figures/text.ts";
import { inDigits, inCount } from "#lib/figures/written.ts";
import { drawText, linked, mark } from "#lib/figures/marks.ts";

/** Whole log-odds around everything that is drawn. */
function rangeOf({ people, models, cases }: WrightInput): readonly [number, number] {
  const ends = [
    ...people.map(({ place }) => place),
    ...cases.map(({ place }) => place),
    ...models.flatMap(({ place, error }) => [place - error, place + error]),
  ];
  if (ends.length === 0) return [-1, 1];
  const low = ends.reduce((a, b) => Math.min(a, b));
  const high = ends.reduce((a, b) => Math.max(a, b));
  return [Math.floor(low - 0.15), Math.ceil(high + 0.15)];
}

/** Names of models, their marks, people, the line itself, and cases. */
function divide({ models }: WrightInput, look: Look) {
  const { width, small } = look;
  const line = small * 3;
  const rest = width - line;
  const has = models.length > 0;
  const names = has ? rest * (isNarrow(look) ? 0.34 : 0.3) : 0;
  const marks = has ? rest * (isNarrow(look) ? 0.14 : 0.18) : 0;
  const people = (rest - names - marks) * 0.5;
  const left = names + marks + people;
  return { names, marks, people, left, right: left + line };
}

/** People and models on the left of one line, cases on its right: who is level with a case is right half the time. */
export function drawWright(input: WrightInput, look: Look): Drawing {
  const { people, cases, kinds, models, words } = input;
  const { inks, small, text, width } = look;
  const parts = divide(input, look);
  const isCounted = Math.max(people.length, cases.length) > wrightDotsAtMost;
  const top = small * 3.6;
  const bottom = top + Math.max(text * 30, (models.length + 1) * nameHeight(look));
  const scale = scaleOf(rangeOf(input), [bottom, top + text * 0.4]);
  const ofPeople: Ground = { x: parts.left, way: -1, room: parts.people - text * 0.8 };
  const ofCases: Ground = { x: parts.right, way: 1, room: width - parts.right - text * 0.4 };
  const heading = (x: number, said: string, room: number, anchor?: "end") =>
    drawText(look, x, small * 2.6, shorten(said, room, small, "semibold"), {
      isBold: true,
      ink: inks.ink,
      anchor,
    });
  const legend = drawLegend(kinds, bottom + small * 2, look);
  const room = { names: parts.names, from: parts.names + small * 0.6, to: parts.names + parts.marks };
  return drawingOf(width, legend.bottom + (isCounted ? small * 1.8 : small * 0.4), [
    drawText(look, 0, small, shorten(words.axis, width, small)),
    models.length > 0 && heading(0, words.models, parts.names + parts.marks),
    heading(parts.left, words.people, parts.people - small, "end"),
    heading(parts.right, words.cases, width - parts.right),
    drawLine(scale, parts, look),
    drawModels(models, scale, room, look),
    people.length > wrightDotsAtMost
      ? pileBars(people, scale, ofPeople, look, inks.people)
      : pileDots(people, scale, ofPeople, look, (_, x, y, r) => circle(x, y, r, { fill: inks.people })),
    cases.length > wrightDotsAtMost
      ? pileBars(cases, scale, ofCases, look, inks.muted)
      : pileDots(cases, scale, ofCases, look, ({ kind }, x, y, r) => {
          const own = kinds[kind];
          return own ? caseMark(own, x, y, r, look) : circle(x, y, r, { fill: inks.muted });
        }),
    legend.parts,
    isCounted && drawText(look, 0, legend.bottom + small * 1.2, shorten(words.counted, width, small)),
  ]);
}

function drawLine(scale: Scale, { left, right }: { left: number; right: number }, look: Look): Parts {
  const { inks, small, text, width } = look;
  const upright = { stroke: inks.edge, "stroke-width": text * 0.09 };
  const faint = { stroke: inks.line, "stroke-width": text * 0.05 };
  const [bottom, top] = scale.extent;
  return [
    ticksOf(scale, 2.4 * text)
      .filter(Number.isInteger)
      .map((tick) => {
        const y = scale.at(tick);
        return [
          line(0, y, left, y, faint),
          line(right, y, width, y, faint),
          drawText(look, (left + right) / 2, y + small * 0.34, inDigits(tick, 0), { anchor: "middle" }),
        ];
      }),
    line(left, top, left, bottom, upright),
    line(right, top, right, bottom, upright),
  ];
}

/** What the looks of cases mean, on as many lines as that takes; none where all look alike. */
function drawLegend(kinds: WrightInput["kinds"], top: number, look: Look) {
  const { small, width } = look;
  if (kinds.length < 2) return { parts: null, bottom: top - small };
  const parts: Parts[] = [];
  let [x, y] = [0, top];
  for (const kind of kinds) {
    const said = shorten(kind.label, width - small * 1.4, small);
    const taken = widthOf(said, small) + small * 1.4;
    if (x > 0 && x + taken > width) [x, y] = [0, y + small * 1.5];
    parts.push(
      caseMark(kind, x + small * 0.5, y - small * 0.33, small * 0.38, look),
      drawText(look, x + small * 1.2, y, said),
    );
    x += taken + small;
  }
  return { parts, bottom: y };
}

type Room = { readonly names: number; readonly from: number; readonly to: number };

const nameHeight = ({ small }: Look): number => small * 1.35;

/** Names one under the other, each as near to its mark as those above and below let it. */
function placeNames(wanted: readonly number[], top: number, bottom: number, apart: number): number[] {
  const order = [...wanted.keys()].sort((a, b) => (wanted[a] as number) - (wanted[b] as number));
  const placed: number[] = [];
  let last = top - apart;
  for (const i of order) {
    last = Math.max(last + apart, wanted[i] as number);
    placed[i] = last;
  }
  let next = bottom + apart;
  for (const i of order.toReversed()) {
    next = Math.min(next - apart, placed[i] as number);
    placed[i] = next;
  }
  return placed;
}

/** Each on the nearest upright way on which its bar meets no other. */
function chooseWays(bars: readonly (readonly [number, number])[], ways: number): number[] {
  const taken = Array.from({ length: ways }, (): (readonly [number, number])[] => []);
  return bars.map((bar, i) => {
    const free = taken.findIndex((others) =>
      others.every(([top, bottom]) => bar[1] < top || bar[0] > bottom),
    );
    const way = free === -1 ? i % ways : free;
    taken[way]?.push(bar);
    return way;
  });
}

/** Marks with one standard error to either side, and their names to the left of them. */
function drawModels(
  models: readonly WrightModel[],
  scale: Scale,
  { names, from, to }: Room,
  look: Look,
): Parts {
  const { inks, small, text } = look;
  const [bottom, top] = scale.extent;
  const apart = text * 0.9;
  const ways = Math.max(1, Math.floor((to - from) / apart));
  const sorted = models.toSorted((a, b) => b.place - a.place);
  const bars = sorted.map(({ place, error }) => [scale.at(place + error), scale.at(place - error)] as const);
  const chosen = chooseWays(bars, ways);
  const at = sorted.map(({ place }) => scale.at(place));
  const rows = placeNames(at, top + small * 0.5, bottom - small * 0.3, nameHeight(look));
  return sorted.map((model, i) => {
    const [x, y, row] = [to - ((chosen[i] as number) + 0.5) * apart, at[i] as number, rows[i] as number];
    const [high, low] = bars[i] as readonly [number, number];
    const said = shorten(model.note ? `${model.label} · ${model.note}` : model.label, names, small);
    const end = widthOf(said, small) + small * 0.3;
    const thin = { stroke: inks.line, "stroke-width": text * 0.06 };
    return [
      line(end, row, from, row, thin),
      line(from, row, x, y, thin),
      line(x, high, x, low, { stroke: inks.model, "stroke-width": text * 0.12 }),
      linked(look, model.href, [
        title(`${model.label} · ${inDigits(model.place, 2)} ± ${inDigits(model.error, 2)}`),
        mark("model", x, y, text * 0.34, look),
        drawText(look, 0, row + small * 0.33, said, { ink: inks.ink }),
      ]),
    ];
  });
}

/** From where a pile grows, which way, and how far it may. */
type Ground = { readonly x: number; readonly way: 1 | -1; readonly room: number };

type Piled<P extends WrightPlace> = { y: number; members: P[] };

/** Above so many on one side they are counted in bars. */
const wrightDotsAtMost = 200;

/** Equal steps of the line, as a histogram has them. */
function binByPlace<P extends WrightPlace>(places: readonly P[], scale: Scale, step: number): Piled<P>[] {
  const [bottom] = scale.extent;
  const bins = new Map<number, P[]>();
  for (const one of places) {
    const bin = Math.round((bottom - scale.at(one.place)) / step);
    bins.set(bin, [...(bins.get(bin) ?? []), one]);
  }
  return [...bins].map(([bin, members]) => ({ y: bottom - bin * step, members }));
}

/** A dot each, as large as the longest pile leaves room for. */
function pileDots<P extends WrightPlace>(
  places: readonly P[],
  scale: Scale,
  { x, way, room }: Ground,
  look: Look,
  draw: (place: P, cx: number, cy: number, r: number) => DrawingNode,
): Parts {
  let diameter = look.text * 0.75;
  let piles = binByPlace(places, scale, diameter);
  const longest = () => Math.max(1, ...piles.map(({ members }) => members.length));
  while (longest() * diameter > room && diameter > look.text * 0.25) {
    diameter *= 0.9;
    piles = binByPlace(places, scale, diameter);
  }
  const apart = Math.min(diameter, room / longest());
  return piles.map(({ y, members }) =>
    members.map((one, i) =>
      linked(look, one.href, [
        title(`${one.label} · ${inDigits(one.place, 2)}`),
        draw(one, x + way * (i + 0.6) * apart, y, diameter * 0.43),
      ]),
    ),
  );
}

/** Of so many that no dot could be told from another. */
function pileBars(
  places: readonly WrightPlace[],
  scale: Scale,
  { x, way, room }: Ground,
  look: Look,
  fill: string,
): Parts {
  const step = look.text * 0.8;
  const piles = binByPlace(places, scale, step);
  const most = Math.max(1, ...piles.map(({ members }) => members.length));
  return piles.map(({ y, members }) => {
    const width = (members.length / most) * room;
    const box = { x: way === 1 ? x : x - width, y: y - step * 0.42, width, height: step * 0.84 };
    return group([title(inCount(members.length)), rect(box, { fill })]);
  });
}

/** A case as its kind looks. */
function caseMark({ fill, form }: WrightKind, x: number, y: number, r: number, { inks }: Look): DrawingNode {
  const inside = { full: inks.muted, half: inks.line, none: inks.ground }[fill];
  const edged = fill === "full" ? r : r * 0.86;
  const attributes: Attributes = {
    fill: inside,
    ...(fill !== "full" && { stroke: inks.muted, "stroke-width": r * 0.35 }),
  };
  switch (form) {
    case "circle":
      return circle(x, y, edged, attributes);
    case "square":
      return rect(
        { x: x - edged * 0.88, y: y - edged * 0.88, width: 1.76 * edged, height: 1.76 * edged },
        attributes,
      );
    case "diamond":
      return path(outline([[x, y - 1.15 * edged], [x + 1.15 * edged, y], [x, y + 1.15 * edged], [x - 1.15 * edged, y]]), attributes); // oxfmt-ignore
    case "triangle":
      return path(outline([[x, y - 1.1 * edged], [x + 1.1 * edged, y + 0.85 * edged], [x - 1.1 * edged, y + 0.85 * edged]]), attributes); // oxfmt-ignore
  }
}

/** A place on the line, in log-odds: an ability on its left, a difficulty on its right. */
type WrightPlace = {
  readonly id: string;
  readonly label: string;
  readonly place: number;
  readonly href?: string;
};

type WrightModel = WrightPlace & {
  readonly error: number;
  /** Beside its name: that it doesn't fit, or has all right. */
  readonly note?: string;
};

/** Cases of a kind look alike: filled by stratum, formed by track. */
export type WrightKind = {
  readonly label: string;
  readonly fill: "full" | "half" | "none";
  readonly form: "circle" | "square" | "diamond" | "triangle";
};

export type WrightInput = {
  readonly people: readonly WrightPlace[];
  readonly models: readonly WrightModel[];
  readonly kinds: readonly WrightKind[];
  /** Each with the place of its kind among those. */
  readonly cases: readonly (WrightPlace & { readonly kind: number })[];
  readonly words: {
    readonly axis: string;
    readonly models: string;
    readonly people: string;
    readonly cases: string;
    /** Where more than can be drawn are counted in bars. */
    readonly counted: string;
  };
};
