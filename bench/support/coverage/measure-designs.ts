import { accuracies, designs, type Bounds } from "#bench/support/coverage/designs.ts";
import { prepareStudies, type CoverageDesign } from "#bench/support/coverage/drawn-studies.ts";
import { holds, tellPoints, tellShare, widthOf } from "#bench/support/coverage/shares.ts";
import type { Figure } from "#bench/support/figure.ts";
import { gapInterval, measureGapOf } from "#lib/metrics/two-way/gap.ts";
import { peopleInterval } from "#lib/metrics/two-way/intervals.ts";

const SEED = 2026;

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
    tellShare("people’s interval holds the truth", sums.people, studies, { least: 93, limit: 98.5 }),
    tellPoints("  its mean width", sums.width, studies),
    tellShare("the difference’s interval holds 0", sums.gap, studies, { least: bounds.gap, limit: 98.5 }),
    tellPoints("  its mean width", sums.gapWidth, studies),
    tellShare("people are told to be ahead, and aren’t", sums.peopleAhead, studies, most),
    tellShare("the model is told to be ahead, and isn’t", sums.modelAhead, studies, most),
  ];
}
