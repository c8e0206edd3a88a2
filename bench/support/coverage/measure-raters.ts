import { drawPairs, expectedStrengths, type PairedDesign } from "#bench/support/coverage/drawn-pairs.ts";
import { drawRatings, expectedRating, type RatedDesign } from "#bench/support/coverage/drawn-ratings.ts";
import { holds, shareFigure } from "#bench/support/coverage/shares.ts";
import type { Figure } from "#bench/support/figure.ts";
import { differenceOf, type MethodDifference } from "#lib/metrics/grouped/method-differences.ts";
import { bradleyTerry } from "#lib/metrics/pairs/bradley-terry.ts";

const SEED = 2026;
const held = { least: 92, limit: 98 };
const apart = { limit: 6.5 };

const GROUPS = 50;
const numbersOfRaters = [3, 5, 10];
const tastes = [0, 0.3, 0.6];
const strengths = [0.6, 0.2, -0.2, -0.6];

/** Raters as a sample: of whom each likes some sides, and some origins, more than others do. */
export const measureRaters = (studies: number): Figure[] =>
  numbersOfRaters.flatMap((raters) =>
    tastes.flatMap((taste) => [
      { what: `${raters} raters × ${GROUPS} groups, tastes ${taste}`, value: studies, unit: "studies" },
      ...measureStrengths({ groups: GROUPS, raters, taste, strengths }, studies),
      ...measureDifferences({ groups: GROUPS, origins: 4, raters, taste }, studies),
    ]),
  );

/** Of all sides of a study; and of the first of sides that are equally strong, whose strength is 0. */
export function measureStrengths(design: PairedDesign, studies: number): Figure[] {
  const truth = expectedStrengths(design);
  const equal = { ...design, strengths: design.strengths.map(() => 0) };
  const count = { held: 0, apart: 0 };
  for (let stream = 0; stream < studies; stream++) {
    for (const [side, one] of boundSides(design, stream).entries())
      if (holds(one, truth[side] as number)) count.held += 1 / truth.length;
    const [first] = boundSides(equal, stream);
    if (first && !holds(first, 0)) count.apart += 1;
  }
  return [
    shareFigure("a side’s strength", count.held, studies, held),
    shareFigure("  not 0 where all are equally strong", count.apart, studies, apart),
  ];
}

function boundSides(design: PairedDesign, stream: number) {
  const found = bradleyTerry(drawPairs(design, SEED, stream));
  if (typeof found === "string") throw new Error(found);
  return found.sides;
}

/** Of the lowest and the highest origin; and of two that are equally good. */
export function measureDifferences(design: RatedDesign, studies: number): Figure[] {
  const last = design.origins - 1;
  const truth = expectedRating(0, design) - expectedRating(last, design);
  const count = { held: 0, apart: 0 };
  for (let stream = 0; stream < studies; stream++) {
    if (holds(compareEnds(design, stream), truth)) count.held += 1;
    const { p } = compareEnds({ ...design, isEqual: true }, stream);
    if (p !== null && p < 0.05) count.apart += 1;
  }
  return [
    shareFigure("a difference of mean ratings", count.held, studies, held),
    shareFigure("  found where origins are equally good", count.apart, studies, apart),
  ];
}

function compareEnds(design: RatedDesign, stream: number): MethodDifference {
  const { ratings, byOrigin } = drawRatings(design, SEED, stream);
  const of = (origin: number) => {
    const own = [...ratings.case.keys()].filter(
      (i) => byOrigin.originOf[ratings.case[i] as number] === origin,
    );
    return {
      value: Float64Array.from(own, (i) => ratings.rating[i] as number),
      group: Int32Array.from(own, (i) => byOrigin.groupOf[ratings.case[i] as number] as number),
      rater: Int32Array.from(own, (i) => ratings.rater[i] as number),
    };
  };
  return differenceOf(of(0), of(design.origins - 1));
}
