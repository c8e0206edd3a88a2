import { describe, expect, it } from "vitest";
import { agreementIntervals } from "#lib/metrics/agreement/agreement-intervals.ts";
import { countChoices, countsOf, type Choices } from "#lib/metrics/scores/choice-table.ts";
import { caseStream, drawWeights } from "#lib/metrics/crossed/resampling-weights.ts";
import { agreeByDefinition } from "#lib/metrics/testing/plain-agreement.ts";
import { randomChoices, renameOptions, shuffleChoices } from "#lib/metrics/testing/random-answers.ts";

const resampling = { b: 150, seed: 4 };
const measure = (choices: Choices) => agreementIntervals({ ...countChoices(choices), ...resampling });
const rowsOf = (choices: Choices) => {
  const table = countChoices(choices);
  return Array.from({ length: choices.cases }, (_, at) => [...countsOf(table, at)]);
};

describe("agreement with intervals", () => {
  it.each([
    [1, 5, 40, 4, 0.7],
    [2, 3, 60, 5, 0.5],
    [3, 20, 12, 2, 1],
    [4, 6, 30, 26, 1],
  ])("is what the definitions say: %i", (seed, people, cases, options, answered) => {
    const choices = randomChoices(seed, people, cases, options, answered);
    const rows = rowsOf(choices);
    const found = measure(choices);
    const { kappa, ...defined } = agreeByDefinition(rows);
    for (const name of ["alpha", "pairwise", "unanimous"] as const)
      expect(found[name].value).toBeCloseTo(defined[name], 13);
    if (answered === 1) expect(found.kappa.value).toBeCloseTo(kappa, 13);
    else expect(found.kappa).toMatchObject({ value: null, reason: "unequal_ratings" });
    expect(found.n.ratings).toBe(choices.choice.length);
    for (const figure of [found.alpha, found.pairwise]) {
      expect(figure.low).toBeLessThan(figure.value as number);
      expect(figure.high).toBeGreaterThan(figure.value as number);
    }
  });

  it("resamples whole cases: a replicate is the measure of the drawn cases", () => {
    const choices = randomChoices(5, 6, 25, 3, 1);
    const rows = rowsOf(choices);
    const weights = new Uint8Array(25);
    const drawn = Array.from({ length: resampling.b }, (_, r) => {
      drawWeights(weights, resampling.seed, caseStream(r));
      return [...weights.keys()].flatMap((at) => new Array<number>(weights[at] as number).fill(at));
    });
    const least = (values: number[]) => Math.min(...values);
    const figures = drawn.map((cases) => agreeByDefinition(cases.map((at) => rows[at] as number[])));
    // With so high a level the interval reaches from the least to the greatest.
    const found = agreementIntervals({ ...countChoices(choices), ...resampling, level: 1 - 1e-13 });
    expect(found.alpha.low).toBeCloseTo(least(figures.map(({ alpha }) => alpha)), 9);
    expect(found.kappa.low).toBeCloseTo(least(figures.map(({ kappa }) => kappa)), 9);
  });

  it("forgets the order of rows and the names of options, to the last digit", () => {
    const choices = randomChoices(6, 7, 30, 4);
    expect(measure(shuffleChoices(choices))).toEqual(measure(choices));
    expect(measure(renameOptions(choices))).toEqual(measure(choices));
  });

  it("says why there is none: unanimity, single choices, nothing", () => {
    const all = randomChoices(7, 4, 10, 3, 1);
    const same = measure({ ...all, choice: all.choice.map(() => 1) });
    expect(same.alpha).toMatchObject({ value: null, low: null, high: null, reason: "one_category" });
    expect(same.kappa).toMatchObject({ value: null, reason: "one_category" });
    expect(same.pairwise).toMatchObject({ value: 1, low: null, high: null, reason: "no_variation" });
    expect(same.unanimous).toMatchObject({ value: 1, reason: "no_variation" });
    const alone = measure(randomChoices(8, 1, 10, 3, 1));
    expect(alone.alpha).toMatchObject({ value: null, reason: "no_pairs" });
    expect(alone.n).toEqual({ cases: 10, pairable: 0, ratings: 10 });
    expect(measure(randomChoices(9, 0, 10, 3)).pairwise).toMatchObject({ value: null, reason: "no_items" });
  });

  it("is 1 where all agree on each of several things, without an interval", () => {
    const all = randomChoices(24, 4, 30, 3, 1);
    const found = measure({ ...all, choice: all.choice.map((_, i) => (all.case[i] as number) % 3) });
    for (const figure of [found.alpha, found.kappa, found.pairwise, found.unanimous])
      expect(figure).toMatchObject({ value: 1, low: null, high: null, reason: "no_variation" });
  });

  it("counts the resamples in which everybody agreed on one thing", () => {
    const all = randomChoices(10, 3, 6, 3, 1);
    const odd = measure({ ...all, choice: all.choice.map((_, i) => (i === 0 ? 2 : 1)) });
    expect(odd.alpha.discarded).toBeGreaterThan(20);
    expect(odd.alpha.value).not.toBeNull();
    expect(odd.pairwise.discarded).toBe(0);
  });
});
