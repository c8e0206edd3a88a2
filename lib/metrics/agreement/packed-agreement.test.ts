import { describe, expect, it } from "vitest";
import { altTest } from "#lib/metrics/agreement/alt-test.ts";
import { altTestOfRatings } from "#lib/metrics/agreement/alt-test-of-ratings.ts";
import type { Choices } from "#lib/metrics/scores/choice-table.ts";
import { leaveOneOut } from "#lib/metrics/scores/leave-one-out.ts";
import { agreeByPair } from "#lib/metrics/agreement/pairwise-agreement.ts";
import { shareOfEqual } from "#lib/metrics/testing/plain-agreement.ts";
import {
  randomChoices,
  randomShares,
  renameOptions,
  shuffleChoices,
  tabulateChoices,
} from "#lib/metrics/testing/random-answers.ts";

describe("the alternative annotator test", () => {
  it.each([
    [11, 4, 60, 3, 1],
    [12, 8, 90, 5, 0.6],
    [13, 3, 45, 2, 0.8],
  ])(
    "finds what comparing each person with each other finds: %i",
    (seed, people, cases, options, answered) => {
      const choices = randomChoices(seed, people, cases, options, answered);
      const { share, below } = randomShares(seed);
      const model = Int8Array.from({ length: cases }, (_, at) =>
        share() < 0.1 ? -1 : share() < 0.7 ? at % options : below(options),
      );
      const answers = [...model].map((answer) => (answer === -1 ? null : answer));
      for (const minItemsPerHuman of [1, 30, 40]) {
        const settings = { epsilon: 0.15, minItemsPerHuman, minAnnotators: 0 };
        const slow = altTestOfRatings(tabulateChoices(choices), answers, settings, shareOfEqual);
        for (const own of [choices, shuffleChoices(choices)])
          expect(altTest({ ...own, ...settings, model })).toEqual(slow);
      }
    },
  );

  it("is for three people and more with thirty cases each", () => {
    const model = Int8Array.from({ length: 40 }, (_, at) => at % 3);
    const test = (choices: Choices) => altTest({ ...choices, model, epsilon: 0.1 });
    expect(test(randomChoices(14, 2, 40, 3, 1))).toMatchObject({ reason: "too_few_raters", passes: null });
    expect(test(randomChoices(15, 5, 40, 3, 0.5))).toMatchObject({ reason: "too_few_items", annotators: [] });
    expect(test(randomChoices(16, 3, 40, 3, 1))).toMatchObject({ reason: null, cases: 40 });
    expect(
      altTest({ ...randomChoices(17, 3, 40, 3, 1), model: model.map(() => -1), epsilon: 0.1 }),
    ).toMatchObject({ reason: "no_items", cases: 0 });
  });
});

describe("agreement by pair", () => {
  const raters = [18, 19, 20].map((seed) => {
    const { share, below } = randomShares(seed);
    return Int8Array.from({ length: 200 }, (_, at) =>
      share() < 0.2 ? -1 : share() < 0.5 ? at % 4 : below(4),
    );
  });

  it("is share and kappa of each two, over what both answered", () => {
    // Guessing agrees once in four or five times, by the case.
    const options = Int32Array.from({ length: 200 }, (_, at) => 4 + (at % 2));
    const pairs = agreeByPair([...raters, raters[0]!], options);
    expect(pairs.map(({ first, second }) => [first, second])).toEqual([
      [0, 1],
      [0, 2],
      [1, 2],
      [0, 3],
      [1, 3],
      [2, 3],
    ]);
    for (const { first, second, agreement, kappa, n } of pairs.slice(0, 3)) {
      const both = [...raters[first]!].flatMap((one, at) => {
        const other = raters[second]![at]!;
        return one === -1 || other === -1 ? [] : [[one, other, 1 / options[at]!] as const];
      });
      const alike = both.filter(([one, other]) => one === other).length / both.length;
      const chance = both.reduce((sum, [, , guess]) => sum + guess, 0) / both.length;
      expect({ agreement, n }).toEqual({ agreement: alike, n: both.length });
      expect(kappa).toBeCloseTo((alike - chance) / (1 - chance), 13);
    }
    expect(pairs[3]).toMatchObject({ agreement: 1, kappa: 1 });
  });

  it("has no kappa where a case has one option only, and nothing where they share no case", () => {
    const one = new Int8Array(5);
    const alone = new Int32Array(5).fill(1);
    const none = new Int8Array(5).fill(-1);
    expect(agreeByPair([one, one], alone)[0]).toMatchObject({
      agreement: 1,
      kappa: null,
      reason: "one_category",
      n: 5,
    });
    expect(agreeByPair([one, none], alone)[0]).toMatchObject({ agreement: null, reason: "no_items", n: 0 });
  });
});

describe("each person's agreement with the others", () => {
  it("is the mean share of the others who chose the same, ties of their majority left out", () => {
    // Cases in columns: 0 0 1 / 0 1 1 / 0 1 1 / 2 0 -
    const rows = [
      [0, 0, 1],
      [0, 1, 1],
      [0, 1, 1],
      [2, 0, null],
    ];
    const cells = rows.flatMap((row, person) =>
      row.flatMap((choice, at) => (choice === null ? [] : [{ person, at, choice }])),
    );
    const choices: Choices = {
      people: 4,
      cases: 3,
      options: 3,
      person: Int32Array.from(cells, ({ person }) => person),
      case: Int32Array.from(cells, ({ at }) => at),
      choice: Int8Array.from(cells, ({ choice }) => choice),
    };
    const options = Int32Array.of(3, 3, 2);
    const found = leaveOneOut(choices, options);
    const [share, chance] = [(2 / 3 + 1 / 3 + 1) / 3, (1 / 3 + 1 / 3 + 1 / 2) / 3];
    expect(found[0]?.kappa).toBeCloseTo((share - chance) / (1 - chance), 13);
    expect(found[0]).toMatchObject({
      agreement: share,
      n: 3,
      withMajority: 2 / 3,
      majorityN: 3,
    });
    expect(found[3]).toMatchObject({ agreement: (0 + 1 / 3) / 2, n: 2, withMajority: 0, majorityN: 2 });
    expect(leaveOneOut(shuffleChoices(choices), options)).toEqual(found);
    expect(leaveOneOut(renameOptions(choices), options)).toEqual(found);
  });

  it("lies far from the median for who answers unlike everybody else", () => {
    const all = randomChoices(23, 9, 60, 4);
    const contrary = all.choice.map((choice, i) =>
      all.person[i] === 2 ? ((all.case[i] as number) + 1) % 4 : choice,
    );
    const found = leaveOneOut({ ...all, choice: contrary }, new Int32Array(60).fill(4));
    expect(found[2]?.z).toBeLessThan(-3.5);
    const usual = found.map(({ z }) => Math.abs(z as number)).sort((a, b) => a - b);
    // Half of all lie within one median absolute deviation, which is 0.6745 standard deviations.
    expect(usual[4]).toBeCloseTo(0.6745, 4);
  });

  it("has no distance where most agree alike, and nothing for who was alone", () => {
    const all = randomChoices(21, 5, 10, 3, 1);
    const options = new Int32Array(10).fill(3);
    const same = leaveOneOut({ ...all, choice: all.choice.map(() => 1) }, options);
    expect(same[0]).toEqual({ agreement: 1, kappa: 1, n: 10, withMajority: 1, majorityN: 10, z: null });
    expect(leaveOneOut(randomChoices(22, 1, 10, 3, 1), options)).toEqual([
      { agreement: null, kappa: null, n: 0, withMajority: null, majorityN: 0, z: null },
    ]);
  });
});
