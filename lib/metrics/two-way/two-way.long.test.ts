import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { gapInterval, measureGap, pAgainst, weighPeople } from "#lib/metrics/two-way/gap.ts";
import { randomShares } from "#lib/metrics/testing/random-answers.ts";
import { isLopsided } from "#lib/metrics/two-way/ceiling.ts";
import type { TwoWayInput } from "#lib/metrics/two-way/input.ts";
import { modelInterval, modelMean, peopleInterval } from "#lib/metrics/two-way/intervals.ts";
import { twoWayMean } from "#lib/metrics/two-way/variance.ts";
import { judgeWorks } from "#lib/metrics/two-way/works.ts";

/** Answers of a design that a seed draws: who answers what, the parts, the works, and a model beside them. */
const studies = fc
  .record({
    people: fc.integer({ min: 2, max: 8 }),
    cases: fc.integer({ min: 6, max: 14 }),
    strata: fc.integer({ min: 1, max: 3 }),
    // Of several cases each, which reach across the parts.
    works: fc.constantFrom(0, 2, 3, 5),
  })
  .chain(({ people, cases, strata, works }) =>
    fc.record({
      answers: fc.array(fc.constantFrom(0, 1, null), {
        minLength: people * cases,
        maxLength: people * cases,
      }),
      model: fc.array(fc.constantFrom(0, 1), { minLength: cases, maxLength: cases }),
      people: fc.constant(people),
      cases: fc.constant(cases),
      stratumOf: fc.constant(Int32Array.from({ length: cases }, (_, at) => at % strata)),
      clusterOf: fc.constant(works === 0 ? null : Int32Array.from({ length: cases }, (_, at) => at % works)),
    }),
  );
type Study = typeof studies extends fc.Arbitrary<infer T> ? T : never;

function toInput({ answers, people, cases, stratumOf, clusterOf }: Study): TwoWayInput {
  const given = answers.flatMap((score, i) => (score === null ? [] : [{ score, i }]));
  return {
    people,
    cases,
    stratumOf,
    clusterOf,
    person: Int32Array.from(given, ({ i }) => Math.floor(i / cases)),
    case: Int32Array.from(given, ({ i }) => i % cases),
    score: Float64Array.from(given, ({ score }) => score),
  };
}

describe("a mean over people and cases", () => {
  test("is the share of right answers, and its interval holds it, whatever the parts and works", () => {
    fc.assert(
      fc.property(studies, (study) => {
        const input = toInput(study);
        const mean = twoWayMean(input);
        expect(mean === null).toBe(input.score.length === 0);
        if (!mean) return;
        const right = input.score.reduce((sum, one) => sum + one, 0);
        expect(mean.mean).toBeCloseTo(right / input.score.length, 12);
        const { low, high, reason } = peopleInterval(mean);
        expect(low === null).toBe(reason !== null);
        if (low === null || high === null) return;
        expect(low).toBeLessThanOrEqual(mean.mean + 1e-12);
        expect(high).toBeGreaterThanOrEqual(mean.mean - 1e-12);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
      }),
      { numRuns: 300, seed: 5 },
    );
  });

  test("is the same to the last digits, with its interval and a model's gap, in whatever order answers are listed", () => {
    const figuresOf = (input: TwoWayInput, model: Float64Array) => {
      const weighed = weighPeople(input);
      const gap = weighed && measureGap(weighed, model, judgeWorks(input)?.ofAnswers);
      if (!weighed || !gap) return [];
      const { mean, variance, ofClusters, df } = weighed.people;
      const bounds = [peopleInterval(weighed.people), gapInterval(gap)].flatMap(({ low, high }) => [
        low,
        high,
      ]);
      return [mean, variance, ofClusters, df, gap.value, gap.correlation, ...bounds];
    };
    fc.assert(
      fc.property(studies, fc.nat(100), (study, by) => {
        const [input, model] = [toInput(study), Float64Array.from(study.model)];
        const all = input.score.length;
        const order = Int32Array.from({ length: all }, (_, i) => (i + by) % all).reverse();
        const turned = {
          ...input,
          person: order.map((at) => input.person[at] as number),
          case: order.map((at) => input.case[at] as number),
          score: Float64Array.from(order, (at) => input.score[at] as number),
        };
        const [here, there] = [figuresOf(input, model), figuresOf(turned, model)];
        expect(there).toHaveLength(here.length);
        for (const [at, figure] of here.entries()) {
          expect(figure === null || Number.isFinite(figure)).toBe(true);
          if (figure === null) expect(there[at]).toBeNull();
          else expect(there[at]).toBeCloseTo(figure, 12);
        }
      }),
      { numRuns: 300, seed: 9 },
    );
  });

  test("with parts of a whole weighs each by what it is of that", () => {
    // Ten right of ten in a tenth of the whole, five of ten in the rest.
    const cases = 20;
    const input: TwoWayInput = {
      people: 2,
      cases,
      person: Int32Array.from({ length: 40 }, (_, i) => i % 2),
      case: Int32Array.from({ length: 40 }, (_, i) => i >> 1),
      score: Float64Array.from({ length: 40 }, (_, i) => (i < 20 || i % 4 < 2 ? 1 : 0)),
      stratumOf: Int32Array.from({ length: cases }, (_, at) => (at < 10 ? 0 : 1)),
      shareOf: Float64Array.of(0.1, 0.9),
    };
    expect(twoWayMean(input)?.mean).toBeCloseTo(0.1 + 0.9 * 0.5, 12);
    expect(twoWayMean({ ...input, shareOf: null })?.mean).toBeCloseTo(0.75, 12);
  });

  test("owes nothing to what lies between parts: those are in every such study", () => {
    const answers = (stratumOf: Int32Array | null): TwoWayInput => ({
      people: 6,
      cases: 20,
      stratumOf,
      person: Int32Array.from({ length: 120 }, (_, i) => i % 6),
      case: Int32Array.from({ length: 120 }, (_, i) => Math.floor(i / 6)),
      // The one half is nearly always right, the other nearly never.
      score: Float64Array.from({ length: 120 }, (_, i) => (i % 17 === 0 ? 1 : 0) ^ (i < 60 ? 1 : 0)),
    });
    const parts = Int32Array.from({ length: 20 }, (_, at) => (at < 10 ? 0 : 1));
    const [apart, together] = [twoWayMean(answers(parts)), twoWayMean(answers(null))];
    expect(apart?.variance).toBeLessThan((together?.variance ?? 0) / 4);
  });

  test("takes a part of one case together with another, and two of one with each other", () => {
    const input: TwoWayInput = {
      people: 3,
      cases: 6,
      person: Int32Array.from({ length: 18 }, (_, i) => i % 3),
      case: Int32Array.from({ length: 18 }, (_, i) => Math.floor(i / 3)),
      score: Float64Array.from({ length: 18 }, (_, i) => (i % 4 === 0 ? 0 : 1)),
    };
    const strataOf = (...of: number[]) => twoWayMean({ ...input, stratumOf: Int32Array.from(of) })?.strata;
    expect([...(strataOf(0, 0, 0, 0, 0, 1)?.clusters ?? [])]).toEqual([6]);
    expect([...(strataOf(0, 0, 0, 0, 1, 2)?.clusters ?? [])]).toEqual([4, 2]);
    expect([...(strataOf(0, 0, 0, 1, 1, 2)?.clusters ?? [])]).toEqual([3, 3]);
  });

  test("claims nothing of one person, or of one case", () => {
    const one = (people: number, cases: number) =>
      peopleInterval(
        twoWayMean({
          people,
          cases,
          person: Int32Array.from({ length: people * cases }, (_, i) => i % people),
          case: Int32Array.from({ length: people * cases }, (_, i) => Math.floor(i / people)),
          score: Float64Array.from({ length: people * cases }, (_, i) => i % 2),
        })!,
      ).reason;
    expect([one(1, 20), one(20, 1), one(2, 2)]).toEqual(["too_few_raters", "too_few_items", null]);
  });

  test("of cases from few works is less sure than of as many that have nothing in common", () => {
    const base = {
      people: 10,
      cases: 40,
      person: Int32Array.from({ length: 400 }, (_, i) => i % 10),
      case: Int32Array.from({ length: 400 }, (_, i) => Math.floor(i / 10)),
      score: Float64Array.from({ length: 400 }, (_, i) =>
        Math.floor(i / 80) % 2 === 0 || i % 5 === 0 ? 1 : 0,
      ),
    };
    const works = twoWayMean({
      ...base,
      clusterOf: base.case
        .map(() => 0)
        .slice(0, 40)
        .map((_, at) => at >> 3),
    });
    expect(works?.clusters).toBe(5);
    expect(works?.variance).toBeGreaterThan(3 * (twoWayMean(base)?.variance ?? 0));
  });
});

/** Many people on few cases, of which one is harder than the others. */
const crowdOn = (cases: number, hard: number): TwoWayInput => ({
  people: 60,
  cases,
  person: Int32Array.from({ length: 60 * cases }, (_, i) => Math.floor(i / cases)),
  case: Int32Array.from({ length: 60 * cases }, (_, i) => i % cases),
  score: Float64Array.from({ length: 60 * cases }, (_, i) => (i % cases === 0 && i / cases < hard ? 0 : 1)),
});

test("few cases near the ceiling are told with more care, many and those in the middle as ever", () => {
  const careful = (input: TwoWayInput) => isLopsided(twoWayMean(input)!);
  expect([crowdOn(20, 40), crowdOn(21, 40), crowdOn(10, 40), crowdOn(20, 0)].map(careful)).toEqual([
    true,
    false,
    false, // of ten, nine and a third are right: less than 95 %
    false,
  ]);
  const mean = twoWayMean(crowdOn(20, 40))!;
  expect(peopleInterval(mean).low).toBeLessThan(peopleInterval({ ...mean, cases: 21 }).low ?? 0);
  // Missing the one hard case, a model goes along with people; of so few that narrows nothing.
  const along = (cases: number) =>
    measureGap(
      weighPeople(crowdOn(cases, 40))!,
      Float64Array.from({ length: cases }, (_, at) => (at === 0 ? 0 : 1)),
    )?.correlation;
  expect(along(20)).toBe(0);
  expect(along(21)).toBeGreaterThan(0.5);
});

test("what cases of one work have in common is told apart from the chance of single answers", () => {
  const answers = (works: boolean): TwoWayInput => ({
    people: 10,
    cases: 40,
    person: Int32Array.from({ length: 400 }, (_, i) => i % 10),
    case: Int32Array.from({ length: 400 }, (_, i) => Math.floor(i / 10)),
    // The works of an even number are the harder ones.
    score: Float64Array.from({ length: 400 }, (_, i) =>
      (i * 7) % 10 < (Math.floor(i / 50) % 2 === 0 ? 6 : 9) ? 1 : 0,
    ),
    clusterOf: works ? Int32Array.from({ length: 40 }, (_, at) => Math.floor(at / 5)) : null,
  });
  expect(judgeWorks(answers(false))).toBeNull();
  const { count, ofAnswers, ofVotes } = judgeWorks(answers(true))!;
  expect(count).toBe(8);
  expect(ofAnswers.factor).toBeGreaterThan(1.2);
  expect(ofVotes.factor).toBeGreaterThan(ofAnswers.factor);
  expect(ofAnswers.df).toBeGreaterThan(7);
});

describe("people, by one more right answer", () => {
  /** Of 20 people to the same 50 cases; the first answers are to the first case. */
  const boundsOf = (score: Float64Array) => {
    const [person, caseOf] = [score.map((_, i) => i % 20), score.map((_, i) => Math.floor(i / 20))];
    const places = { person: Int32Array.from(person), case: Int32Array.from(caseOf) };
    const mean = twoWayMean({ people: 20, cases: 50, ...places, score });
    const { low, high } = mean ? peopleInterval(mean) : {};
    return [low ?? NaN, high ?? NaN] as const;
  };

  // What people and cases differ by is estimated, and may be found larger: no interval of that kind never falls.
  test("fall by less than a tenth of a point, if at all", () => {
    for (const [seed, accuracy] of [0.6, 0.75, 0.9, 0.97].entries()) {
      const { share } = randomShares(seed);
      const hard = Array.from({ length: 50 }, () => 0.3 * (share() - 0.5));
      const score = Float64Array.from({ length: 1000 }, (_, i) =>
        share() < accuracy + (hard[Math.floor(i / 20)] ?? 0) ? 1 : 0,
      );
      const before = boundsOf(score);
      for (let i = 0; i < 1000; i += 7) {
        if (score[i] === 1) continue;
        const after = boundsOf(score.with(i, 1));
        for (const which of [0, 1] as const) expect(after[which]).toBeGreaterThan(before[which] - 0.001);
      }
    }
  });

  test("fall where no wrong one is left: the cases are all there is to go by then", () => {
    const all = new Float64Array(1000).fill(1);
    const [one, none] = [boundsOf(all.with(0, 0)), boundsOf(all)];
    expect([one[0], none[0]].map((low) => Math.round(1000 * low) / 10)).toEqual([99.4, 91.9]);
    expect(none[1]).toBe(1);
  });
});

describe("a model beside people", () => {
  test("never falls by one more right answer, in either bound, in any design, works and weights", () => {
    const shares = fc.array(fc.double({ min: 0.05, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(studies, fc.option(shares), (study, given) => {
        const input = { ...toInput(study), shareOf: given && Float64Array.from(given) };
        const weighed = weighPeople(input);
        if (!weighed) return;
        const effect = judgeWorks(input)?.ofAnswers;
        const each = new Float64Array(input.cases).fill(1);
        const boundsOf = (model: readonly number[]) => {
          const scores = Float64Array.from(model);
          const means = [measureGap(weighed, scores, effect)?.model, modelMean(each, scores, effect)];
          return means.flatMap((mean) => {
            const { low, high } = mean ? modelInterval(mean) : {};
            return [low ?? NaN, high ?? NaN];
          });
        };
        const before = boundsOf(study.model);
        for (const [at, score] of study.model.entries()) {
          if (score === 1) continue;
          boundsOf(study.model.with(at, 1)).forEach((bound, which) =>
            expect(bound).toBeGreaterThanOrEqual((before[which] as number) - 1e-12),
          );
        }
      }),
      { numRuns: 300, seed: 5 },
    );
  });

  test("has a p that agrees with the interval: below its error only where 0 lies outside", () => {
    fc.assert(
      fc.property(studies, (study) => {
        const weighed = weighPeople(toInput(study));
        const gap = weighed && measureGap(weighed, Float64Array.from(study.model));
        if (!gap) return;
        const p = pAgainst((level) => gapInterval(gap, level), gap.value);
        const { low, high } = gapInterval(gap);
        expect(p === null).toBe(low === null);
        if (low === null || high === null) return;
        if (low <= 0 && 0 <= high) expect(p).toBeGreaterThanOrEqual(0.05 - 1e-9);
        const at = gapInterval(gap, 1 - Math.min(0.999, p ?? 1));
        expect([(at.low ?? 1) <= 1e-9, (at.high ?? -1) >= -1e-9]).toEqual([true, true]);
      }),
      { numRuns: 200, seed: 5 },
    );
  });

  test("that left cases out is held against the answers to the others alone", () => {
    const input: TwoWayInput = {
      people: 2,
      cases: 4,
      person: Int32Array.of(0, 1, 0, 1, 0, 1, 0, 1),
      case: Int32Array.of(0, 0, 1, 1, 2, 2, 3, 3),
      score: Float64Array.of(1, 1, 1, 0, 0, 0, 0, 0),
    };
    const gap = measureGap(weighPeople(input)!, Float64Array.of(1, 0, NaN, NaN));
    expect(gap?.people).toMatchObject({ answers: 4, mean: 0.75 });
    expect(gap?.value).toBeCloseTo(0.25, 12);
    expect(measureGap(weighPeople(input)!, new Float64Array(4).fill(NaN))).toBeNull();
  });
});
