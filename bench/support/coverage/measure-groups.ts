import { drawRatings, type RatedDesign, type RatedStudy } from "#bench/support/coverage/drawn-ratings.ts";
import { holds, shareFigure } from "#bench/support/coverage/shares.ts";
import type { Figure } from "#bench/support/figure.ts";
import { groupedShare } from "#lib/metrics/grouped/grouped-mean.ts";
import type { Bounded } from "#lib/metrics/measure.ts";
import { toShare, wholeNumbers } from "#lib/metrics/power/random.ts";
import { originTable } from "#lib/metrics/ratings/origin-table.ts";
import { kappaOfJudge, kappaOfPeople } from "#lib/metrics/ratings/quadratic-kappa.ts";
import { rankAgreement } from "#lib/metrics/ratings/rank-agreement.ts";
import { meanByCase, meansWithoutEach } from "#lib/metrics/ratings/rated-cases.ts";

const SEED = 2026;
const target = { least: 92, limit: 98.5 };
/** Leaving out raters and leaving out groups both count the noise of single ratings. */
const wide = { least: 93 };

const designs: readonly RatedDesign[] = [
  { groups: 50, origins: 4, raters: 5 },
  { groups: 50, origins: 4, raters: 3 },
  { groups: 12, origins: 4, raters: 5 },
];

/** Intervals over groups: of origins' means, and of a judge against people. */
export const measureGroups = (studies: number): Figure[] => [
  ...designs.flatMap((design) => measureRated(design, studies)),
  ...measureShares(studies),
];

type Bounds = Pick<Bounded, "low" | "high">;

const figuresOf = ({ ratings, byOrigin, judge }: RatedStudy) => ({
  ...rankAgreement(meanByCase(ratings), judge, byOrigin.groupOf, { withoutRater: meansWithoutEach(ratings) }),
  kappa: kappaOfJudge(ratings, judge, byOrigin.groupOf),
  people: kappaOfPeople(ratings, byOrigin.groupOf),
});

function measureRated(design: RatedDesign, studies: number): Figure[] {
  const truth = findTruth(design);
  const held = { mean: 0, judge: 0, spearman: 0, kendall: 0, kappa: 0, people: 0 };
  for (let stream = 0; stream < studies; stream++) {
    const study = drawRatings(design, SEED, stream);
    const judges = [{ scores: study.judge, range: [1, 5] as const }];
    const [row] = originTable(study.ratings, study.byOrigin, { scale: [1, 5], judges }).origins;
    const found = { ...figuresOf(study), mean: row?.people, judge: row?.judges[0] };
    for (const name of Object.keys(held) as (keyof typeof held)[])
      held[name] += Number(holds(found[name] as Bounds, truth[name]));
  }
  const { groups, origins, raters } = design;
  return [
    { what: `${groups} groups × ${origins} origins, ${raters} raters`, value: studies, unit: "studies" },
    shareFigure("the mean of an origin by people", held.mean, studies, target),
    shareFigure("the mean of an origin by a judge", held.judge, studies, target),
    shareFigure("Spearman, judge and people’s means by case", held.spearman, studies, wide),
    shareFigure("Kendall’s tau-b, the same", held.kendall, studies, wide),
    shareFigure("quadratic kappa, judge and one person", held.kappa, studies, wide),
    shareFigure("quadratic kappa, one person and another", held.people, studies, wide),
  ];
}

/** From studies much larger than any: of many raters for means, of as many as the design has for agreement. */
function findTruth(design: RatedDesign) {
  const rounds = 40;
  const sums = { mean: 0, judge: 0, spearman: 0, kendall: 0, kappa: 0, people: 0 };
  for (let round = 0; round < rounds; round++) {
    const ofMany = drawRatings({ ...design, groups: 500, raters: 25 }, SEED + 1, round);
    const [people, judge] = [meanByCase(ofMany.ratings), ofMany.judge];
    const first = [...people.keys()].filter((at) => ofMany.byOrigin.originOf[at] === 0);
    const meanOf = (values: Float64Array) =>
      first.reduce((sum, at) => sum + (values[at] as number), 0) / first.length;
    const agreed = figuresOf(drawRatings({ ...design, groups: 500 }, SEED + 2, round));
    sums.mean += meanOf(people) / rounds;
    sums.judge += meanOf(judge) / rounds;
    for (const name of ["spearman", "kendall", "kappa", "people"] as const)
      sums[name] += (agreed[name].value as number) / rounds;
  }
  return sums;
}

/** Half of the groups are right less often than the other half. */
const shareDesigns = [
  { groups: 20, answers: 20, rates: [0.6, 0.9] },
  { groups: 6, answers: 50, rates: [0.6, 0.9] },
  { groups: 100, answers: 50, rates: [0.93, 0.99] },
  { groups: 20, answers: 20, rates: [0.03, 0.11] },
] as const;

function measureShares(studies: number): Figure[] {
  return shareDesigns.map(({ groups, answers, rates }) => {
    let held = 0;
    const group = Int32Array.from({ length: groups * answers }, (_, i) => i % groups);
    for (let stream = 0; stream < studies; stream++) {
      const next = wholeNumbers(SEED, stream);
      const rate = Array.from({ length: groups }, () => rates[next() % 2] as number);
      const value = Float64Array.from(group, (one) => Number(toShare(next()) < (rate[one] as number)));
      held += Number(holds(groupedShare({ value, group }), (rates[0] + rates[1]) / 2));
    }
    const what = `a share in ${groups} groups of ${answers}, ${rates.map((rate) => Math.round(100 * rate)).join(" or ")} %`;
    return shareFigure(what, held, studies, target);
  });
}
