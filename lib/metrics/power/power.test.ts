import { describe, expect, it } from "vitest";
import {
  marginalAccuracy,
  listOddsFactors,
  solveWrongOdds,
  exponential,
} from "#lib/metrics/power/difficulty.ts";
import { layOutAnswers } from "#lib/metrics/power/layout.ts";
import { prepareTrials } from "#lib/metrics/power/trial.ts";
import { bootstrapVariance } from "#lib/metrics/power/variance.ts";
import { rangeOfSpreads } from "#lib/metrics/power/spread.ts";
import { chooseSimulations, type PowerInput, simulatePower, smallCell } from "#lib/metrics/power/power.ts";

const plan: PowerInput = {
  design: "same",
  people: 20,
  casesPerPerson: 50,
  accuracy: 0.9,
  personSpread: 0.5,
  caseSpread: 1,
  seed: 11,
  simulations: 800,
};
const alike = { personSpread: 0, caseSpread: 0 };
const usual = simulatePower(plan);
const usualWidth = usual.intervalWidth as number;
const widthOf = (input: Partial<PowerInput>) => simulatePower({ ...plan, ...input }).intervalWidth as number;

describe("the expected interval", () => {
  it("has the binomial width where nobody and nothing differs, and √3 times that when resampled crosswise", () => {
    const own = { ...plan, ...alike, design: "own" as const, people: 200, casesPerPerson: 10 };
    const { intervalWidth, twoWayWidth } = simulatePower({ ...own, simulations: 300 });
    const binomial = 2 * 1.959964 * Math.sqrt((0.9 * 0.1) / 2000);
    expect(twoWayWidth).toBeGreaterThan(binomial * 0.985);
    expect(twoWayWidth).toBeLessThan(binomial * 1.005);
    expect(intervalWidth).toBeGreaterThan(binomial * Math.sqrt(3) * 0.985);
    expect(intervalWidth).toBeLessThan(binomial * Math.sqrt(3) * 1.005);
  });

  it("narrows with more people and with more cases", () => {
    expect(widthOf({ people: 40 })).toBeLessThan(usualWidth);
    expect(widthOf({ casesPerPerson: 100 })).toBeLessThan(usualWidth);
  });

  it("is never narrower than what differs between cases leaves, however many people answer the same ones", () => {
    const crowd = widthOf({ people: 400, simulations: 400 });
    const factors = listOddsFactors(0.5);
    const middle = solveWrongOdds(0.9, listOddsFactors(Math.sqrt(1.25)));
    const byCase = Array.from(listOddsFactors(1).filter((_, i) => i % 16 === 8)).map((factor) =>
      marginalAccuracy(middle * factor, factors),
    );
    const mean = byCase.reduce((sum, one) => sum + one, 0) / byCase.length;
    const variance = byCase.reduce((sum, one) => sum + (one - mean) ** 2, 0) / byCase.length;
    const floor = 2 * 1.959964 * Math.sqrt(variance / 50);
    expect(crowd).toBeGreaterThan(floor * 0.93);
    expect(crowd).toBeLessThan(floor * 1.07);
    expect(widthOf({ people: 400, design: "own", simulations: 20 })).toBeLessThan(floor / 2.5);
  });

  it("holds the true accuracy about as often as it says", () => {
    expect(usual.coverage).toBeGreaterThan(0.94);
    expect(usual.coverage).toBeLessThan(0.99);
  });

  it("is what resampling persons and cases of a study comes to", () => {
    const layout = layOutAnswers({ ...plan, people: 8, casesPerPerson: 12 });
    const right = Array.from({ length: 8 }, (_, i) =>
      Array.from({ length: 12 }, (_, j): number => ((i * 7 + j * 5 + i * j) % 4 === 0 ? 0 : 1)),
    );
    const mean = right.flat().reduce((sum, one) => sum + one, 0) / 96;
    const square = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) ** 2;
    const rest = right.map((row) => row.map((one) => one - mean));
    const byPerson = rest.reduce((sum, row) => sum + square(row), 0);
    const byCase = Array.from({ length: 12 }, (_, j) => square(rest.map((row) => row[j] ?? 0))).reduce(
      (sum, one) => sum + one,
      0,
    );
    const byAnswer = rest.flat().reduce((sum, one) => sum + one * one, 0);

    const random = (() => {
      let state = 12345;
      return () => (state = (state * 16807) % 2147483647) / 2147483647;
    })();
    const means = Array.from({ length: 20_000 }, () => {
      const rows = right.map(() => right[Math.floor(random() * 8)] ?? []);
      const columns = Array.from({ length: 12 }, () => Math.floor(random() * 12));
      return rows.flatMap((row) => columns.map((j) => row[j] ?? 0)).reduce((sum, one) => sum + one, 0) / 96;
    });
    const centre = means.reduce((sum, one) => sum + one, 0) / means.length;
    const resampled = means.reduce((sum, one) => sum + (one - centre) ** 2, 0) / means.length;
    expect(bootstrapVariance({ byPerson, byCase, byAnswer }, layout) / resampled).toBeCloseTo(1, 1);
  });
});

describe("the detectable gap", () => {
  it.each([
    { ...plan },
    { ...plan, accuracy: 0.7, people: 12 },
    { ...plan, design: "own" as const, distinctCases: 700 },
    { ...plan, design: "blocks" as const, people: 21, ratersPerCase: 3 },
  ])("is found in four of five other studies: $design, $people people", (input) => {
    const gap = simulatePower({ ...input, simulations: 1500 }).detectableGap as number;
    expect(gap).toBeGreaterThan(0);
    const layout = layOutAnswers(input);
    const people = solveWrongOdds(input.accuracy, listOddsFactors(Math.sqrt(1.25)));
    const model = solveWrongOdds(input.accuracy - gap, listOddsFactors(1));
    const draw = prepareTrials(layout, input, people, 987_654_321);
    const found = Array.from({ length: 1500 }, (_, stream) => {
      const { difference, squares } = draw(stream).compare(model);
      return difference > 1.959964 * Math.sqrt(bootstrapVariance(squares, layout));
    }).filter(Boolean).length;
    expect(Math.abs(found / 1500 - 0.8)).toBeLessThan(0.05);
  });

  it("is smaller with cases of one's own, and with a lower demand on power", () => {
    const same = usual.detectableGap as number;
    expect(simulatePower({ ...plan, design: "own" }).detectableGap).toBeLessThan(same);
    expect(simulatePower({ ...plan, power: 0.5 }).detectableGap).toBeLessThan(same);
  });

  it.each([
    [{ people: 1 }, "too_few_people"],
    [{ casesPerPerson: 1 }, "too_few_cases"],
    [{ casesPerPerson: 3 }, "no_headline"],
    [{ casesPerPerson: 12 }, "false_alarms"],
    [{ people: 2, casesPerPerson: 15, accuracy: 0.05, caseSpread: 0 }, "not_reachable"],
    [{ people: 10_000, casesPerPerson: 101 }, "too_many_answers"],
  ])("is missing with its reason: %o", (input, reason) => {
    expect(simulatePower({ ...plan, ...input })).toMatchObject({ detectableGap: null, reason });
  });
});

describe("the simulation", () => {
  it("comes to the same figures for the same seed, to others for another", () => {
    expect(simulatePower({ ...plan })).toEqual(usual);
    expect(simulatePower({ ...plan, seed: 12 })).not.toEqual(usual);
  });

  it("comes to these figures on any machine", () => {
    const { intervalWidth, detectableGap, falseAlarms } = simulatePower({ ...plan, simulations: 500 });
    expect({ intervalWidth, detectableGap, falseAlarms }).toMatchInlineSnapshot(`
      {
        "detectableGap": 0.16162727666452315,
        "falseAlarms": 0.048,
        "intervalWidth": 0.08434429318460733,
      }
    `);
  });

  it.each([0.3, 0.5, 0.9, 0.99])("is about an accuracy of %f, over all persons and cases", (accuracy) => {
    const factors = listOddsFactors(1.5);
    expect(marginalAccuracy(solveWrongOdds(accuracy, factors), factors)).toBeCloseTo(accuracy, 12);
    const draw = prepareTrials(
      layOutAnswers({ ...plan, design: "own" }),
      plan,
      solveWrongOdds(accuracy, listOddsFactors(Math.sqrt(1.25))),
      5,
    );
    const drawn = Array.from({ length: 400 }, (_, stream) => draw(stream).accuracy);
    expect(drawn.reduce((sum, one) => sum + one, 0) / 400).toBeCloseTo(accuracy, 2);
  });

  it("has an exponential of its own, right to fourteen digits", () => {
    for (const x of [-30, -7.3, -1, -0.01, 0, 0.5, 1, 3.7, 20])
      expect(exponential(x) / Math.exp(x)).toBeCloseTo(1, 13);
  });

  it("takes fewer repetitions the more answers there are", () => {
    expect(chooseSimulations(1000, 50)).toBe(1000);
    expect(chooseSimulations(20_000, 20_000)).toBe(250);
    expect(chooseSimulations(100_000, 100_000)).toBe(100);
  });

  it("refuses what isn't a plan", () => {
    expect(() => simulatePower({ ...plan, people: 1.5 })).toThrow("people");
    expect(() => simulatePower({ ...plan, accuracy: 1 })).toThrow("accuracy");
    expect(() => simulatePower({ ...plan, caseSpread: -1 })).toThrow("caseSpread");
  });
});

it("says what spreads in log-odds come to", () => {
  const { people, cases } = rangeOfSpreads({ accuracy: 0.9, personSpread: 0, caseSpread: 1 });
  expect(people[0]).toBeCloseTo(0.9, 10);
  expect(people[1]).toBeCloseTo(0.9, 10);
  const middle = Math.log(1 / solveWrongOdds(0.9, listOddsFactors(1)));
  expect(cases[0]).toBeCloseTo(1 / (1 + Math.exp(1 - middle)), 10);
  expect(cases[1]).toBeCloseTo(1 / (1 + Math.exp(-1 - middle)), 10);
});

it("says of three right out of three that it may be 44 %", () => {
  expect(smallCell(3).low).toBeCloseTo(0.4385, 4);
  expect(smallCell(3).high).toBe(1);
  expect(smallCell(0)).toMatchObject({ low: null, reason: "no_items" });
});
