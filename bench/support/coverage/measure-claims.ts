import { prepareStudies, type CoverageDesign } from "#bench/support/coverage/drawn-studies.ts";
import { holds, tellPoints, tellShare } from "#bench/support/coverage/shares.ts";
import type { Figure } from "#bench/support/figure.ts";
import { rankIntervals } from "#lib/metrics/tests/rank-intervals.ts";
import { everyLookGap, everyLookInterval } from "#lib/metrics/two-way/every-look.ts";
import { gapInterval, measureGap, weighPeople } from "#lib/metrics/two-way/gap.ts";
import { keepAnswers } from "#lib/metrics/two-way/input.ts";
import { peopleInterval } from "#lib/metrics/two-way/intervals.ts";
import { testEquivalence } from "#lib/study-results/overview/equivalence.ts";

const SEED = 4052;
const usual = { design: "same" as const, people: 20, casesPerPerson: 50, accuracy: 0.9 };
const head = (what: string, studies: number): Figure => ({ what, value: studies, unit: "studies" });

/** The best of thirty, chosen by cases that nobody is given, or after looking. */
export function measureBest(studies: number): Figure[] {
  const accuracies = Array.from({ length: 30 }, (_, at) => 0.65 + 0.01 * at);
  const served = prepareStudies(usual, accuracies, SEED);
  const unserved = prepareStudies({ ...usual, people: 2, casesPerPerson: 200 }, accuracies, SEED + 1);
  const sums = { unserved: 0, served: 0, biasUnserved: 0, biasServed: 0 };
  for (let stream = 0; stream < studies; stream++) {
    const { input, models } = served(stream);
    const weighed = weighPeople(input);
    const tellOf = (best: number) => {
      const gap = weighed && measureGap(weighed, models[best] as Float64Array);
      const truth = usual.accuracy - (accuracies[best] as number);
      return gap && { isHeld: holds(gapInterval(gap), truth), bias: truth - gap.value };
    };
    const [named, chosen] = [tellOf(findBest(unserved(stream).models)), tellOf(findBest(models))];
    if (!named || !chosen) continue;
    if (named.isHeld) sums.unserved += 1;
    if (chosen.isHeld) sums.served += 1;
    sums.biasUnserved += named.bias;
    sums.biasServed += chosen.bias;
  }
  return [
    head("the best of 30 models, 65 to 94 %, beside 20 × 50 at 90 %", studies),
    tellShare(
      "named on 200 unserved cases: the difference’s interval holds the truth",
      sums.unserved,
      studies,
      {
        least: 94,
        limit: 98.5,
      },
    ),
    tellPoints("  too good by", sums.biasUnserved, studies),
    tellShare("chosen after looking, which no headline does", sums.served, studies),
    tellPoints("  too good by", sums.biasServed, studies),
  ];
}

const findBest = (models: readonly Float64Array[]): number => {
  const right = models.map((own) => own.reduce((sum, one) => sum + one, 0));
  return right.indexOf(Math.max(...right));
};

const [FROM, TO] = [5, 40];

/** A look after each person from the fifth to the fortieth. */
export function measureLooks(studies: number): Figure[] {
  const draw = prepareStudies({ ...usual, people: TO }, [usual.accuracy], SEED);
  const left = { always: 0, once: 0, gap: 0, gapOnce: 0 };
  for (let stream = 0; stream < studies; stream++) {
    const { input, models } = draw(stream);
    const seen = { always: false, once: false, gap: false, gapOnce: false };
    for (let people = FROM; people <= TO; people++) {
      const weighed = weighPeople(keepAnswers(input, (i) => (input.person[i] as number) < people));
      const gap = weighed && measureGap(weighed, models[0] as Float64Array);
      if (!gap) continue;
      seen.always ||= !holds(everyLookInterval(gap.people, TO), usual.accuracy);
      seen.once ||= !holds(peopleInterval(gap.people), usual.accuracy);
      seen.gap ||= !holds(everyLookGap(gap, TO), 0);
      seen.gapOnce ||= !holds(gapInterval(gap), 0);
    }
    for (const key of ["always", "once", "gap", "gapOnce"] as const) if (seen[key]) left[key] += 1;
  }
  return [
    head(`${TO - FROM + 1} looks, from ${FROM} people to ${TO}, on the same 50 cases at 90 %`, studies),
    tellShare("people’s interval for every look leaves the truth out at any", left.always, studies, {
      limit: 5,
    }),
    tellShare("  the one for a single look", left.once, studies),
    tellShare("the difference’s for every look leaves 0 out at any", left.gap, studies, { limit: 5 }),
    tellShare("  the one for a single look", left.gapOnce, studies),
  ];
}

const MARGIN = 0.1;

/** A true difference of exactly the margin, to either side, is to be called none in one study of twenty at most. */
export function measureEquivalence(studies: number): Figure[] {
  const plans: [string, CoverageDesign][] = [
    ["20 × the same 50", { ...usual, accuracy: 0.8 }],
    ["20 × 50 of their own", { ...usual, design: "own", accuracy: 0.8 }],
  ];
  return [
    head(`equivalence within ${100 * MARGIN} points, where the difference is just as large`, studies),
    ...plans.flatMap(([what, design]) =>
      [-MARGIN, MARGIN].map((difference) => {
        const draw = prepareStudies(design, [design.accuracy - difference], SEED);
        let shown = 0;
        for (let stream = 0; stream < studies; stream++) {
          const { input, models } = draw(stream);
          const weighed = weighPeople(input);
          const gap = weighed && measureGap(weighed, models[0] as Float64Array);
          const tested = gap && testEquivalence((level) => gapInterval(gap, level), gap.value, MARGIN);
          if (tested && tested.pEquivalent < 0.05) shown += 1;
        }
        const who = difference > 0 ? "people ahead" : "the model ahead";
        return tellShare(`${what}, ${who}: shown all the same`, shown, studies, { limit: 5.5 });
      }),
    ),
  ];
}

/** Ten models, three points apart, and ten alike. */
export function measurePlaces(studies: number): Figure[] {
  const spaced = Array.from({ length: 10 }, (_, at) => 0.9 - 0.03 * at);
  const count = (
    accuracies: readonly number[],
    isRight: (best: number, worst: number, at: number) => boolean,
  ) => {
    const draw = prepareStudies({ ...usual, people: 2 }, accuracies, SEED);
    const clusterOf = Int32Array.from({ length: usual.casesPerPerson }, (_, at) => at);
    let held = 0;
    for (let stream = 0; stream < studies; stream++) {
      const places = rankIntervals({ scores: draw(stream).models, clusterOf, seed: stream });
      if (places.every(({ best, worst }, at) => isRight(best, worst, at))) held += 1;
    }
    return held;
  };
  const apart = count(spaced, (best, worst, at) => best <= at + 1 && at + 1 <= worst);
  const alike = count(spaced.fill(0.8), (best, worst) => best === 1 && worst === 10);
  return [
    head("places of ten models on 50 cases", studies),
    tellShare("three points apart: all ten lie where they belong", apart, studies, { least: 94 }),
    tellShare("all alike: none is told apart from another", alike, studies, { least: 94 }),
  ];
}
