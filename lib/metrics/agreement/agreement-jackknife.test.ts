import { describe, expect, test } from "vitest";
import { agreeTwoWay } from "#lib/metrics/agreement/agreement-jackknife.ts";
import {
  countByCase,
  emptyTally,
  judgeTally,
  tallyCase,
  type AgreementMeasure,
  type Categories,
} from "#lib/metrics/agreement/agreement-tally.ts";
import { krippendorffAlpha } from "#lib/metrics/agreement/krippendorff-alpha.ts";
import type { Choices } from "#lib/metrics/agreement/trusted-answers.ts";
import { studentDeviate } from "#lib/metrics/tests/proportion-interval.ts";
import { randomShares } from "#lib/metrics/testing/random-answers.ts";

/** People who are mostly right, on cases with five options each; some left some out. */
function drawChoices(seed: number, { people = 7, cases = 12, options = 5 } = {}): Choices {
  const { share, below } = randomShares(seed);
  const [person, caseOf, choice]: [number[], number[], number[]] = [[], [], []];
  for (let at = 0; at < cases; at++) {
    const right = below(options);
    for (let one = 0; one < people; one++) {
      if (share() < 0.15) continue;
      person.push(one);
      caseOf.push(at);
      choice.push(share() < 0.7 ? right : below(options));
    }
  }
  return { people, person, case: caseOf, choice, options: Array.from({ length: cases }, () => options) };
}

const shared = (ordered: boolean): Categories => ({ are: "shared", count: 5, ordered });

function judge(choices: Choices, categories: Categories) {
  const tally = emptyTally(categories);
  for (const counts of countByCase(choices, categories)) tallyCase(tally, counts, categories);
  return judgeTally(tally, categories);
}

const without = (choices: Choices, isLeft: (i: number) => boolean): Choices => {
  const kept = [...Array.from(choices.choice).keys()].filter((i) => !isLeft(i));
  const take = (values: ArrayLike<number>) => kept.map((i) => values[i] as number);
  return { ...choices, person: take(choices.person), case: take(choices.case), choice: take(choices.choice) };
};

describe("agreement of people like these on cases like these", () => {
  test.each([
    ["ordinal", true],
    ["nominal", false],
  ])("has the alpha of every other reckoning: %s", (_name, ordered) => {
    const choices = drawChoices(3);
    const ratings = Array.from({ length: 7 }, (): (number | null)[] =>
      Array.from({ length: 12 }, () => null),
    );
    for (let i = 0; i < choices.choice.length; i++)
      (ratings[choices.person[i] as number] as (number | null)[])[choices.case[i] as number] = choices.choice[
        i
      ] as number;
    const { alpha } = judge(choices, shared(ordered));
    if (ordered) expect(alpha).toBeCloseTo(krippendorffAlpha(ratings, "ordinal").alpha as number, 12);
    else expect(alpha).toBeCloseTo(agreeNominally(ratings), 12);
  });

  test("leaves out each person and each case once, as if the rest had been all there is", () => {
    const choices = drawChoices(5);
    const categories = shared(true);
    const { figures } = agreeTwoWay(choices, categories);
    const spread = (name: AgreementMeasure, lefts: Choices[]) => {
      const values = lefts.map((left) => judge(left, categories)[name]);
      const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
      const squares = values.reduce((sum, one) => sum + (one - mean) ** 2, 0);
      return (squares * (values.length - 1)) / values.length;
    };
    const people = Array.from({ length: 7 }, (_, one) => without(choices, (i) => choices.person[i] === one));
    const cases = Array.from({ length: 12 }, (_, at) => without(choices, (i) => choices.case[i] === at));
    for (const name of ["pairwise", "freeKappa", "alpha"] as const) {
      const half = studentDeviate(0.95, 6) * Math.sqrt(spread(name, people) + spread(name, cases));
      const { value, low, high } = figures[name];
      expect(value).toBeCloseTo(judge(choices, categories)[name], 12);
      expect(low).toBeCloseTo(Math.max(name === "pairwise" ? 0 : -1, (value as number) - half), 9);
      expect(high).toBeCloseTo(Math.min(1, (value as number) + half), 9);
    }
  });

  test("is the same in whatever order the options of a case stand", () => {
    const choices = drawChoices(8);
    const turned = {
      ...choices,
      choice: Array.from(choices.choice, (choice, i) => (choice + (choices.case[i] as number)) % 5),
    };
    const own = (one: Choices) => agreeTwoWay(one, { are: "own" }).figures;
    expect(own(turned)).toEqual(own(choices));
    expect(own(choices).alpha).toMatchObject({ value: null, reason: "own_categories" });
  });

  test("takes one in so many options of each case as what guessing agrees on", () => {
    // Two cases of two and four options, two people: they agree on the first.
    const { pairwise, freeKappa } = agreeTwoWay(
      { people: 2, person: [0, 1, 0, 1], case: [0, 0, 1, 1], choice: [1, 1, 0, 3], options: [2, 4] },
      { are: "own" },
    ).figures;
    expect(pairwise.value).toBe(0.5);
    expect(freeKappa.value).toBeCloseTo((0.5 - 0.375) / (1 - 0.375), 12);
  });

  test("guesses among the categories that a case offers, not among all there are", () => {
    const asked = { people: 2, person: [0, 1, 0, 1], case: [0, 0, 1, 1], choice: [4, 4, 0, 3] };
    const offered = agreeTwoWay({ ...asked, options: [2, 4] }, shared(false)).figures;
    expect(offered.freeKappa.value).toBeCloseTo((0.5 - 0.375) / (1 - 0.375), 12);
  });

  test.each([
    ["nobody", [], "no_items", "no_items"],
    ["one choice a case", [[0], [1]], "no_pairs", "no_pairs"],
    ["one category", [[2, 2], [2, 2]], "one_category", "one_category"], // oxfmt-ignore
    ["one category, by different numbers", [[2, 2], [2, 2, 2]], "one_category", "unequal_ratings"], // oxfmt-ignore
  ])("says why there is none: %s", (_what, chosen, alpha, fleiss) => {
    const { figures } = agreeTwoWay(choicesOf(chosen), shared(false));
    expect([figures.alpha.reason, figures.fleiss.reason]).toEqual([alpha, fleiss]);
  });

  test("is exactly 1 where all agree on several things, without an interval, and -1 for two who never do", () => {
    const agreed = agreeTwoWay(choicesOf([[0, 0, 0], [1, 1, 1], [3, 3, 3]]), shared(false)).figures; // oxfmt-ignore
    for (const figure of Object.values(agreed))
      expect(figure).toEqual({ value: 1, low: null, high: null, reason: "no_variation" });
    const never = agreeTwoWay(choicesOf([[0, 1], [1, 0]]), shared(false)).figures; // oxfmt-ignore
    expect(never.fleiss).toEqual({ value: -1, low: null, high: null, reason: "too_few_raters" });
  });
});

/** Who answered first is the first person, of every case. */
function choicesOf(chosen: readonly (readonly number[])[]): Choices {
  const given = chosen.flatMap((choices, at) => choices.map((choice, person) => ({ at, choice, person })));
  return {
    people: Math.max(0, ...chosen.map(({ length }) => length)),
    options: chosen.map(() => 5),
    person: given.map(({ person }) => person),
    case: given.map(({ at }) => at),
    choice: given.map(({ choice }) => choice),
  };
}

/** Krippendorff's own way for nominal data, from the pairs themselves. */
function agreeNominally(ratings: readonly (readonly (number | null)[])[]): number {
  const units = (ratings[0] ?? []).map((_, at) =>
    ratings.map((row) => row[at]).filter((value) => value !== null && value !== undefined),
  );
  const pairable = units.filter((unit) => unit.length > 1);
  const all = pairable.flat();
  const differ = (values: readonly number[]) =>
    values.reduce((sum, a) => sum + values.filter((b) => b !== a).length, 0);
  const observed = pairable.reduce((sum, unit) => sum + differ(unit) / (unit.length - 1), 0) / all.length;
  return 1 - observed / (differ(all) / (all.length * (all.length - 1)));
}
