import { prepareStudies, type CoverageDesign } from "#bench/support/coverage/drawn-studies.ts";
import { holds, pointsFigure, shareFigure, widthOf } from "#bench/support/coverage/shares.ts";
import type { Figure } from "#bench/support/figure.ts";
import { gapInterval, measureGapOf } from "#lib/metrics/two-way/gap.ts";
import { peopleInterval } from "#lib/metrics/two-way/intervals.ts";

const SEED = 2026;

type Bounds = { gap: number; ahead: number };
type NamedDesign = { what: string; design: Omit<CoverageDesign, "accuracy">; bounds: Bounds };

const accuracies = [0.6, 0.9, 0.97];
const same = (people: number, casesPerPerson: number) => ({
  design: "same" as const,
  people,
  casesPerPerson,
});
/** Of fewer cases less is asked: Wilson's interval of a model moves in steps of one case. */
const [ofFifty, ofTwenty] = [
  { gap: 94, ahead: 5.5 },
  { gap: 91, ahead: 7.5 },
];

const designs: readonly NamedDesign[] = [
  { what: "20 people × the same 50 cases", design: same(20, 50), bounds: ofFifty },
  {
    what: "20 people × 50 cases of their own",
    design: { design: "own", people: 20, casesPerPerson: 50 },
    bounds: ofFifty,
  },
  {
    what: "20 people × 50 of 200 cases",
    design: { design: "own", people: 20, casesPerPerson: 50, distinctCases: 200 },
    bounds: ofFifty,
  },
  {
    what: "blocks: 20 people × 50, 4 on each case",
    design: { design: "blocks", people: 20, casesPerPerson: 50, ratersPerCase: 4 },
    bounds: ofFifty,
  },
  { what: "6 people × the same 50 cases", design: same(6, 50), bounds: ofFifty },
  { what: "20 people × 50 cases of 10 works", design: { ...same(20, 50), works: 10 }, bounds: ofFifty },
  { what: "20 people × 50 cases of 5 works", design: { ...same(20, 50), works: 5 }, bounds: ofFifty },
  {
    what: "20 people × 50 cases of 10 works, the largest with 20",
    design: { ...same(20, 50), works: [20, 10, 8, 4, 2, 2, 1, 1, 1, 1] },
    bounds: ofFifty,
  },
  {
    what: "20 people × 51 cases of 10 works in 3 tracks",
    design: { ...same(20, 51), works: 10, tracks: 3 },
    bounds: ofFifty,
  },
  { what: "20 people × 51 cases of 3 tracks", design: { ...same(20, 51), tracks: 3 }, bounds: ofFifty },
  { what: "100 people × the same 20 cases", design: same(100, 20), bounds: ofTwenty },
  { what: "20 people × the same 20 cases", design: same(20, 20), bounds: ofTwenty },
];

/** People, and a model that is as good as they are, in every design and near each accuracy. */
export const measureDesigns = (studies: number): Figure[] =>
  designs.flatMap(({ what, design, bounds }) =>
    accuracies.flatMap((accuracy) => [
      { what: `${what}, ${Math.round(100 * accuracy)} %`, value: studies, unit: "studies" },
      ...measureDesign({ ...design, accuracy }, bounds, studies),
    ]),
  );

export function measureDesign(design: CoverageDesign, bounds: Bounds, studies: number): Figure[] {
  const { accuracy } = design;
  const draw = prepareStudies(design, [accuracy], SEED);
  const sums = { people: 0, width: 0, gap: 0, gapWidth: 0, peopleAhead: 0, modelAhead: 0 };
  for (let stream = 0; stream < studies; stream++) {
    const { input, models } = draw(stream);
    const gap = measureGapOf(input, models[0] as Float64Array);
    if (!gap) continue;
    const [people, difference] = [peopleInterval(gap.people), gapInterval(gap)];
    sums.width += widthOf(people);
    sums.gapWidth += widthOf(difference);
    if (holds(people, accuracy)) sums.people += 1;
    if (holds(difference, 0)) sums.gap += 1;
    else if ((difference.low ?? 0) > 0) sums.peopleAhead += 1;
    else sums.modelAhead += 1;
  }
  const most = { limit: bounds.ahead };
  return [
    shareFigure("people’s interval holds the truth", sums.people, studies, { least: 93, limit: 98.5 }),
    pointsFigure("  its mean width", sums.width, studies),
    shareFigure("the difference’s interval holds 0", sums.gap, studies, { least: bounds.gap, limit: 98.5 }),
    pointsFigure("  its mean width", sums.gapWidth, studies),
    shareFigure("people are told to be ahead, and aren’t", sums.peopleAhead, studies, most),
    shareFigure("the model is told to be ahead, and isn’t", sums.modelAhead, studies, most),
  ];
}
