import { describe, expect, it } from "vitest";
import {
  marginalAccuracy,
  listOddsFactors,
  solveWrongOdds,
  exponential,
} from "#lib/metrics/power/difficulty.ts";
import { layOutAnswers } from "#lib/metrics/power/layout.ts";
import { prepareTrials } from "#lib/metrics/power/trial.ts";
import { gapInterval, measureGap, moverInterval, weighPeople } from "#lib/metrics/two-way/gap.ts";
import { modelInterval, peopleInterval } from "#lib/metrics/two-way/intervals.ts";
import { rangeOfSpreads } from "#lib/metrics/power/spread.ts";
import { thorough } from "#lib/testing/thorough.ts";
import { chooseSimulations, type PowerInput, simulatePower, smallCell } from "#lib/metrics/power/power.ts";

const plan: PowerInput = {
  design: "same",
  people: 20,
  casesPerPerson: 50,
  accuracy: 0.9,
  personSpread: 0.5,
  caseSpread: 1,
  seed: 11,
  simulations: 400,
};
const alike = { personSpread: 0, caseSpread: 0 };
const usual = simulatePower(plan);
const usualWidth = usual.intervalWidth as number;
const widthOf = (input: Partial<PowerInput>) => simulatePower({ ...plan, ...input }).intervalWidth as number;

describe("the expected interval", () => {
  it("has the binomial width where nobody and nothing differs", () => {
    const own = { ...plan, ...alike, design: "own" as const, people: 200, casesPerPerson: 10 };
    const width = simulatePower({ ...own, simulations: 300 }).intervalWidth as number;
    const binomial = 2 * 1.959964 * Math.sqrt((0.9 * 0.1) / 2000);
    expect(width).toBeGreaterThan(binomial * 0.995);
    expect(width).toBeLessThan(binomial * 1.05);
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
    expect(usual.coverage).toBeGreaterThan(0.93);
    expect(usual.coverage).toBeLessThan(0.98);
  });
});

const designs = [
  { ...plan },
  { ...plan, accuracy: 0.7, people: 12 },
  { ...plan, design: "own" as const, distinctCases: 700 },
  { ...plan, design: "blocks" as const, people: 22, ratersPerCase: 3 },
  { ...plan, design: "blocks" as const, people: 21, ratersPerCase: 3, linked: 5 },
  { ...plan, people: 60, casesPerPerson: 20, accuracy: 0.97 },
];
const peopleOf = ({ accuracy }: PowerInput) => solveWrongOdds(accuracy, listOddsFactors(Math.sqrt(1.25)));

describe("a drawn study", () => {
  it.each(designs)("has exactly the intervals that results would tell: $design, $people people", (input) => {
    const layout = layOutAnswers(input);
    const draw = prepareTrials(layout, input, peopleOf(input), 3);
    const odds = solveWrongOdds(input.accuracy - 0.05, listOddsFactors(1));
    for (let stream = 0; stream < 5; stream++) {
      const { people, compare, drawn } = draw(stream);
      const { model, correlation } = compare(odds);
      const person = Int32Array.from(drawn.right, (_, i) => Math.floor(i / input.casesPerPerson));
      const weighed = weighPeople({
        people: layout.people,
        cases: layout.cases,
        person,
        score: Float64Array.from(drawn.right),
        case: person.map(
          (one, i) =>
            layout.setCases[(layout.setOf[one] ?? 0) * input.casesPerPerson + (i % input.casesPerPerson)] ??
            -1,
        ),
      })!;
      const gap = measureGap(
        weighed,
        Float64Array.from(drawn.modelLimit, (limit) => (odds < limit ? 1 : 0)),
      )!;
      const told = { mean: people.mean, ...peopleInterval(people) };
      const its = { mean: model.mean, ...modelInterval(model) };
      const real = peopleInterval(weighed.people);
      expect(told.low).toBeCloseTo(real.low ?? -1, 10);
      expect(told.high).toBeCloseTo(real.high ?? -1, 10);
      expect(correlation).toBeCloseTo(gap.correlation, 8);
      const [drawnGap, realGap] = [moverInterval(told, its, correlation), gapInterval(gap)];
      expect(drawnGap.low).toBeCloseTo(realGap.low ?? -2, 8);
      expect(drawnGap.high).toBeCloseTo(realGap.high ?? -2, 8);
    }
  });
});

describe("the detectable gap", () => {
  const [same, ...otherDesigns] = designs;
  const name = "is found in four of five other studies: $design, $people people";
  it.each([same!])(name, expectToBeFound);
  thorough.each(otherDesigns)(name, expectToBeFound);

  function expectToBeFound(input: PowerInput): void {
    const { detectableGap } = simulatePower({ ...input, simulations: 1500 });
    const gap = detectableGap as number;
    expect(gap).toBeGreaterThan(0);
    const model = solveWrongOdds(input.accuracy - gap, listOddsFactors(1));
    const draw = prepareTrials(layOutAnswers(input), input, peopleOf(input), 987_654_321);
    const found = Array.from({ length: 1500 }, (_, stream) => {
      const { people, compare } = draw(stream);
      const beside = compare(model);
      const told = { mean: people.mean, ...peopleInterval(people) };
      const its = { mean: beside.model.mean, ...modelInterval(beside.model) };
      return (moverInterval(told, its, beside.correlation).low ?? -1) > 0;
    }).filter(Boolean).length;
    expect(Math.abs(found / 1500 - 0.8)).toBeLessThan(0.05);
  }

  it("is told beside how often rounder ones are found, and equivalence within the margin is shown", () => {
    const { found, equivalent, detectableGap } = usual;
    expect(equivalent).toBeNull();
    expect(found.map(({ gap }) => gap)).toEqual([0.05, 0.1, 0.15, 0.2]);
    const shares = found.map(({ share }) => share);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    const nearest = found.filter(({ gap }) => gap <= (detectableGap ?? 0)).at(-1);
    expect(nearest?.share).toBeLessThanOrEqual(0.8);
    const shown = (margin: number) => simulatePower({ ...plan, margin }).equivalent as number;
    expect(shown(0.02)).toBeLessThan(0.05);
    expect(shown(0.1)).toBeGreaterThan(0.3);
    expect(shown(0.2)).toBeGreaterThan(0.9);
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
    [{ people: 2, casesPerPerson: 14 }, "no_headline"],
    [{ people: 10, casesPerPerson: 10, accuracy: 0.5, caseSpread: 3 }, "false_alarms"],
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
        "detectableGap": 0.13204579798485072,
        "falseAlarms": 0.064,
        "intervalWidth": 0.07376408354034233,
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
    const drawn = Array.from({ length: 400 }, (_, stream) => draw(stream).people.mean);
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
