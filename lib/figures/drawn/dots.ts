import {
  bottomAxis,
  bottomAxisHeight,
  type Range,
  rangeAround,
  type Scale,
  scaleOf,
} from "#lib/figures/axis.ts";
import { circle, type Drawing, drawingOf, type Parts, rect, title } from "#lib/figures/drawing.ts";
import { drawAbove, heightAbove, placeAbove } from "#lib/figures/drawn/labels-above.ts";
import { isNarrow, type Look } from "#lib/figures/look.ts";
import { drawText, linked } from "#lib/figures/marks.ts";
import { widthOf } from "#lib/figures/text.ts";
import { inCount, inPercent } from "#lib/figures/written.ts";

export type DotsPerson = {
  readonly id: string;
  readonly label: string;
  readonly value: number;
  readonly isExcluded?: boolean;
  /** Of whoever looks at it: on top of its stack, and darker. */
  readonly isOwn?: boolean;
  readonly href?: string;
};

export type DotsInput = {
  readonly people: readonly DotsPerson[];
  readonly mean?: {
    readonly value: number;
    readonly low: number | null;
    readonly high: number | null;
    readonly label: string;
  };
  readonly range?: Range | "fit";
  readonly words: {
    readonly axis: string;
    readonly excluded: string;
    /** Beside the bars' counts. */ readonly count: string;
  };
};

/** Above so many, people are counted in place of drawn. */
export const dotsAtMost = 200;

/** What stands on the axis, once it is known where that lies. */
type Pile = { height: number; at: (y: number) => Parts };
type Stack = { x: number; people: DotsPerson[] };

/** Wilkinson's dot density: a stack holds whoever lies within one dot of its first. */
function stack(people: readonly DotsPerson[], scale: Scale, diameter: number): Stack[] {
  const stacks: Stack[] = [];
  const order = (a: DotsPerson, b: DotsPerson) =>
    a.value - b.value || Number(a.isExcluded ?? false) - Number(b.isExcluded ?? false);
  let first = -Infinity;
  for (const person of people.toSorted(order)) {
    const x = scale.at(person.value);
    const last = stacks.at(-1);
    if (last && x < first + diameter) last.people.push(person);
    else {
      stacks.push({ x, people: [person] });
      first = x;
    }
  }
  return stacks.map((one) => ({ ...one, x: (one.x + scale.at(one.people.at(-1)?.value ?? 0)) / 2 }));
}

const placeOf = ({ isExcluded, isOwn }: DotsPerson): number => (isOwn ? 2 : isExcluded ? 1 : 0);

function pileDots(people: readonly DotsPerson[], scale: Scale, look: Look): Pile {
  const { inks, text } = look;
  const highest = text * 15;
  let diameter = text * 0.95;
  let stacks = stack(people, scale, diameter);
  const tallest = () => Math.max(1, ...stacks.map((item) => item.people.length));
  while (tallest() * diameter > highest && diameter > text * 0.3) {
    diameter *= 0.9;
    stacks = stack(people, scale, diameter);
  }
  const r = diameter * 0.44;
  const looks = {
    kept: { fill: inks.people },
    own: { fill: inks.ink },
    excluded: { fill: inks.ground, stroke: inks.people, "stroke-width": r * 0.35 },
  };
  return {
    height: Math.max(tallest() * diameter, text * 4),
    at: (y) =>
      stacks.map(({ x, people: members }) =>
        members
          .toSorted((a, b) => placeOf(a) - placeOf(b))
          .map((person, i) =>
            linked(look, person.href, [
              title(`${person.label} · ${inPercent(person.value)}`),
              person.isExcluded
                ? circle(x, y - (i + 0.5) * diameter, r * 0.85, looks.excluded)
                : circle(x, y - (i + 0.5) * diameter, r, person.isOwn ? looks.own : looks.kept),
            ]),
          ),
      ),
  };
}

function pileBars(people: readonly DotsPerson[], scale: Scale, look: Look): Pile {
  const { inks, text, small } = look;
  const [from, to] = scale.range;
  const bins = Math.max(1, Math.round((to - from) / 0.02));
  const counts = Array.from({ length: bins }, () => ({ kept: 0, excluded: 0 }));
  for (const { value, isExcluded } of people) {
    const bin =
      counts[Math.min(bins - 1, Math.max(0, Math.floor(((value - from) / (to - from)) * bins + 1e-9)))];
    if (bin) bin[isExcluded ? "excluded" : "kept"] += 1;
  }
  const most = Math.max(1, ...counts.map(({ kept, excluded }) => kept + excluded));
  const height = text * 14;
  const width = (scale.extent[1] - scale.extent[0]) / bins;
  return {
    height: height + small * 1.5,
    at: (y) =>
      counts.map(({ kept, excluded }, i) => {
        if (kept + excluded === 0) return null;
        const x = scale.extent[0] + i * width;
        const [low, high] = [(kept / most) * height, (excluded / most) * height];
        const said = inCount(kept + excluded);
        return [
          rect({ x: x + width * 0.06, y: y - low, width: width * 0.88, height: low }, { fill: inks.people }),
          excluded > 0 &&
            rect(
              { x: x + width * 0.1, y: y - low - high, width: width * 0.8, height: high },
              { fill: inks.ground, stroke: inks.people, "stroke-width": text * 0.08 },
            ),
          widthOf(said, small) <= width * 0.98 &&
            drawText(look, x + width / 2, y - low - high - small * 0.35, said, {
              ink: inks.ink,
              anchor: "middle",
              isOnLines: true,
            }),
        ];
      }),
  };
}

/** Participants by accuracy, a dot for each while they are few enough, and their mean with its interval. */
export function drawDots(input: DotsInput, look: Look): Drawing {
  const { people, mean, words, range = [0, 1] } = input;
  const { inks, text, small, width } = look;
  const values = [
    ...people.map(({ value }) => value),
    ...(mean ? [mean.value, mean.low ?? mean.value, mean.high ?? mean.value] : []),
  ];
  const scale = scaleOf(range === "fit" ? rangeAround(values) : range, [text * 1.2, width - text * 1.2]);
  const above = mean
    ? placeAbove([{ x: scale.at(mean.value), text: mean.label, ink: inks.people }], [0, width], look)
    : [];
  const key = people.some((person) => person.isExcluded);
  const isCounted = people.length > dotsAtMost;
  const keyWidth = widthOf(words.excluded, small) + text * 1.2;
  const keyHeight = key || isCounted ? small * 1.6 : 0;
  const base = keyHeight + heightAbove(above, look) - small * 0.25;
  const top = base + small * 0.5;
  const pile = isCounted ? pileBars(people, scale, look) : pileDots(people, scale, look);
  const bottom = top + pile.height + text * (isNarrow(look) ? 0.6 : 1);
  const { low, high } = mean ?? { low: null, high: null };
  return drawingOf(width, bottom + bottomAxisHeight(look, words.axis), [
    bottomAxis(look, scale, bottom, { title: words.axis, grid: [top, bottom] }),
    low !== null &&
      high !== null &&
      rect(
        { x: scale.at(low), y: top, width: scale.at(high) - scale.at(low), height: bottom - top },
        { fill: inks.people, "fill-opacity": 0.16 },
      ),
    drawAbove(above, base, bottom, look),
    pile.at(bottom - text * 0.15),
    isCounted && drawText(look, 0, small, words.count),
    key && [
      circle(width - keyWidth + text * 0.4, small * 0.66, text * 0.36, {
        fill: inks.ground,
        stroke: inks.people,
        "stroke-width": text * 0.14,
      }),
      drawText(look, width, small, words.excluded, { anchor: "end" }),
    ],
  ]);
}
