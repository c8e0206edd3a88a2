import {
  prepareStudies,
  type CoverageDesign,
  type DrawnStudy,
} from "#bench/support/coverage/drawn-studies.ts";
import { holds, pointsFigure, shareFigure, widthOf } from "#bench/support/coverage/shares.ts";
import type { Figure } from "#bench/support/figure.ts";
import { rankIntervals } from "#lib/metrics/tests/rank-intervals.ts";
import { everyLookGap, everyLookInterval } from "#lib/metrics/two-way/every-look.ts";
import { gapInterval, measureGap, weighPeople } from "#lib/metrics/two-way/gap.ts";
import { keepAnswers } from "#lib/metrics/two-way/input.ts";
import { peopleInterval } from "#lib/metrics/two-way/intervals.ts";
import { testEquivalence } from "#lib/study-results/overview/intervals.ts";

const SEED = 4052;
const usual = { design: "same" as CoverageDesign["design"], people: 20, casesPerPerson: 50, accuracy: 0.9 };
const head = (what: string, studies: number): Figure => ({ what, value: studies, unit: "studies" });

const held = { least: 94, limit: 98.5 };

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
    shareFigure("named on 200 unserved cases: the interval holds the truth", sums.unserved, studies, held),
    pointsFigure("  too good by", sums.biasUnserved, studies),
    shareFigure("chosen after looking, which no headline does", sums.served, studies),
    pointsFigure("  too good by", sums.biasServed, studies),
  ];
}

const findBest = (models: readonly Float64Array[]): number => {
  const right = models.map((own) => own.reduce((sum, one) => sum + one, 0));
  return right.indexOf(Math.max(...right));
};

const [FROM, PLANNED, TO] = [5, 20, 40];
/** Half widths that a rule may end at: met in the middle of the looks. */
const RULE = 0.06;

/** A look after each person from the fifth to the fortieth, at people and a model who are equally good. */
export function measureLooks(studies: number): Figure[] {
  const plans: [string, CoverageDesign][] = [
    ["on the same 50 cases at 90 %", { ...usual, people: TO }],
    ["on the same 50 cases at 60 %", { ...usual, people: TO, accuracy: 0.6 }],
    ["on 50 cases of their own at 90 %", { ...usual, people: TO, design: "own" }],
    ["on 50 cases of their own at 60 %", { ...usual, people: TO, design: "own", accuracy: 0.6 }],
  ];
  return plans.flatMap(([where, design]) => {
    const draw = prepareStudies(design, [design.accuracy], SEED);
    const seen = Array.from({ length: studies }, (_, stream) => lookOn(draw(stream), design.accuracy));
    return [
      head(`${TO - FROM + 1} looks, from ${FROM} people to ${TO}, ${where}`, studies),
      ...errors.map(([what, errs, limit]) => shareFigure(what, seen.filter(errs).length, studies, { limit })),
      {
        what: "  people when the rule closes it",
        value: seen.reduce((sum, { byRule }) => sum + byRule.at, 0) / studies,
        unit: "people",
      },
    ];
  });
}

/** Ways to err, each with the share of studies that it may happen in. */
const errors: readonly (readonly [string, (one: Look) => boolean, number?])[] = [
  ["people’s interval for every look leaves the truth out at any", ({ people }) => people.every, 5],
  ["  the one for a single look", ({ people }) => people.once],
  ["closed at the best look, the interval for every look kept: falsely claimed", ({ gap }) => gap.every, 5],
  ["  with the one for a single look", ({ gap }) => gap.once],
  [
    `planned for ${PLANNED} people, closed at the best look from there on, for a single look`,
    ({ late }) => late,
  ],
  [
    `closed by the rule, a half width of ${100 * RULE} points: falsely claimed`,
    ({ byRule }) => byRule.gap,
    6.5,
  ],
  ["  people’s leaves the truth out", ({ byRule }) => byRule.people, 7],
];

type Look = ReturnType<typeof lookOn>;

/** At which looks a study errs: with the interval for every look, with that for a single one, and when the rule has closed it. */
function lookOn({ input, models }: DrawnStudy, accuracy: number) {
  const people = { every: false, once: false };
  const gap = { every: false, once: false };
  let late = false;
  let byRule: { at: number; people: boolean; gap: boolean } | null = null;
  for (let count = FROM; count <= TO; count++) {
    const weighed = weighPeople(keepAnswers(input, (i) => (input.person[i] as number) < count));
    const found = weighed && measureGap(weighed, models[0] as Float64Array);
    if (!found) continue;
    const [every, once] = [everyLookInterval(found.people, TO), peopleInterval(found.people)];
    const errs = { people: !holds(once, accuracy), gap: !holds(gapInterval(found), 0) };
    people.every ||= !holds(every, accuracy);
    people.once ||= errs.people;
    gap.every ||= !holds(everyLookGap(found, TO), 0);
    gap.once ||= errs.gap;
    late ||= count >= PLANNED && errs.gap;
    if (widthOf(every) / 2 <= RULE || count === TO) byRule ??= { at: count, ...errs };
  }
  return { people, gap, late, byRule: byRule ?? { at: TO, people: false, gap: false } };
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
        return shareFigure(`${what}, ${who}: shown all the same`, shown, studies, { limit: 5.5 });
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
    shareFigure("three points apart: all ten lie where they belong", apart, studies, { least: 94 }),
    shareFigure("all alike: none is told apart from another", alike, studies, { least: 94 }),
  ];
}
