import { describe, expect, it, test } from "vitest";
import { caseBootstrap } from "#lib/metrics/testing/case-bootstrap.ts";
import { concludeBootstrap, crossedBootstrap } from "#lib/metrics/crossed/bootstrap.ts";
import type { CrossedInput } from "#lib/metrics/crossed/input.ts";
import { drawReplicates, placeStatistics } from "#lib/metrics/crossed/replicates.ts";
import { caseStream, drawWeights, peopleStream } from "#lib/metrics/crossed/resampling-weights.ts";
import { randomCrossed, randomShares, shuffledOrder } from "#lib/metrics/testing/random-answers.ts";
import { thorough } from "#lib/testing/thorough.ts";

/** Straight from the definition, answer by answer. */
type ModelScores = CrossedInput["models"][number]["correct"];

function weighSlowly(input: CrossedInput, replicate: number) {
  const { cases, people, answers, models, seed } = input;
  const [byCase, byPerson] = [new Uint8Array(cases), new Uint8Array(people)];
  drawWeights(byCase, seed, caseStream(replicate));
  drawWeights(byPerson, seed, peopleStream(replicate));
  const mean = (model: ModelScores | null, once: boolean) => {
    let [sum, weightSum] = [0, 0];
    for (const [i, person] of answers.person.entries()) {
      const at = answers.case[i] as number;
      const answer = model ? (model[at] as number) : 0;
      if (answer === -1 || Number.isNaN(answer)) continue;
      const weight = (byCase[at] as number) * (once ? 1 : (byPerson[person] as number));
      sum += weight * ((answers.right[i] as number) - answer);
      weightSum += weight;
    }
    return sum / weightSum;
  };
  const ofModel = (model: ModelScores) => {
    let [sum, weightSum] = [0, 0];
    for (const [at, answer] of model.entries()) {
      if (answer === -1 || Number.isNaN(answer)) continue;
      sum += (byCase[at] as number) * answer;
      weightSum += byCase[at] as number;
    }
    return sum / weightSum;
  };
  return [
    mean(null, false),
    mean(null, true),
    ...models.map(({ correct }) => ofModel(correct)),
    ...models.map(({ correct }) => mean(correct, false)),
    ...models.map(({ correct }) => mean(correct, true)),
  ];
}

const withScores = (input: CrossedInput): CrossedInput => {
  const { share } = randomShares(99);
  const right = Float64Array.from(input.answers.right, (one) => one * share());
  const models = input.models.map(({ correct }, m) => ({
    correct: m % 2 === 0 ? correct : Float64Array.from(correct, (one) => (one === -1 ? NaN : one * share())),
  }));
  return { ...input, answers: { ...input.answers, right }, models };
};

describe("the replicates of the crossed bootstrap", () => {
  it.each([
    ["a few people", randomCrossed(1, { people: 9, cases: 14, models: 7 })],
    ["more people than answers to a case", randomCrossed(2, { people: 20, cases: 30, models: 4 })],
    ["no models", randomCrossed(3, { people: 5, cases: 8 })],
    ["more models than a word holds", randomCrossed(4, { people: 6, cases: 40, models: 41 })],
    ["scores", withScores(randomCrossed(5, { people: 12, cases: 20, models: 5 }))],
    [
      "cases that hardly anybody answered",
      randomCrossed(6, { people: 4, cases: 60, models: 3, answered: 0.05 }),
    ],
    // So many answers that three sums don't fit into one number, and cases and people into sixteen bits.
    ["many answers", randomCrossed(7, { people: 35, cases: 33_000, models: 3, answered: 0.55 })],
    ["many people", randomCrossed(16, { people: 66_000, cases: 2, models: 1, answered: 0.5 })],
  ])("are what the definition says: %s", (_, input) => {
    const { count } = placeStatistics(input.models.length);
    const replicates = input.answers.person.length > 10_000 ? 2 : 25;
    const { values } = drawReplicates(input, 3, 3 + replicates);
    for (let r = 0; r < replicates; r += 1) {
      const slow = weighSlowly(input, 3 + r);
      expect(slow).toHaveLength(count);
      for (const [place, value] of slow.entries()) {
        const found = values[place * replicates + r] as number;
        if (Number.isNaN(value)) expect(found).toBeNaN();
        else expect(Math.abs(found - value)).toBeLessThan(1e-12);
      }
    }
  });

  it("don't depend on how they are split up, nor on the order of the parts", () => {
    const input = randomCrossed(8, { people: 10, cases: 25, models: 3 });
    const parts = [
      drawReplicates(input, 150, 200),
      drawReplicates(input, 0, 7),
      drawReplicates(input, 7, 150),
    ];
    expect(concludeBootstrap(input, parts)).toEqual(crossedBootstrap(input));
  });
});

describe("the figures of the crossed bootstrap", () => {
  it("are percentiles of the replicates, and a p-value from their rarer side", () => {
    const input = randomCrossed(9, { people: 10, cases: 25, models: 1, b: 99 });
    const { values } = drawReplicates(input, 0, 99);
    const { gap } = placeStatistics(1);
    const sorted = values.slice(gap(0) * 99, (gap(0) + 1) * 99).sort();
    const found = crossedBootstrap(input).gaps[0];
    expect(found?.low).toBeCloseTo(0.55 * (sorted[2] as number) + 0.45 * (sorted[3] as number), 12);
    expect(found?.high).toBeCloseTo(0.45 * (sorted[95] as number) + 0.55 * (sorted[96] as number), 12);
    const [below, above] = [sorted.filter((gap) => gap <= 0).length, sorted.filter((gap) => gap >= 0).length];
    expect(found?.p).toBe(Math.min(1, (2 * (1 + Math.min(below, above))) / 100));
  });

  it("forget the order in which answers came, to the last digit", () => {
    for (const input of [
      randomCrossed(10, { people: 15, cases: 30, models: 4 }),
      withScores(randomCrossed(11, { people: 15, cases: 30, models: 2 })),
    ]) {
      const order = Int32Array.from(shuffledOrder(input.answers.person.length, 5));
      const pick = (column: Int32Array) => order.map((i) => column[i] as number);
      const right = input.answers.right.slice();
      order.forEach((i, to) => (right[to] = input.answers.right[i] as number));
      const answers = { person: pick(input.answers.person), case: pick(input.answers.case), right };
      expect(crossedBootstrap({ ...input, answers })).toEqual(crossedBootstrap(input));
    }
  });

  it("are those of resampled cases for a single person", () => {
    const input = randomCrossed(12, { people: 1, cases: 40, models: 2, answered: 1, b: 500 });
    const { casesOnly, answers, ...crossed } = crossedBootstrap(input).people;
    expect(answers).toBe(40);
    expect(casesOnly).toEqual(crossed);
    expect(caseBootstrap(Float64Array.from(input.answers.right), { b: 500, seed: 12 })).toMatchObject(
      crossed,
    );
  });

  it("don't narrow by people counted twice where only cases are resampled", () => {
    const input = randomCrossed(13, { people: 12, cases: 30, models: 4, b: 300 });
    const { person, case: caseOf, right } = input.answers;
    const twice: CrossedInput = {
      ...input,
      people: 24,
      answers: {
        person: Int32Array.from([...person, ...person.map((one) => one + 12)]),
        case: Int32Array.from([...caseOf, ...caseOf]),
        right: Uint8Array.from([...right, ...right]),
      },
    };
    const [once, again] = [crossedBootstrap(input), crossedBootstrap(twice)];
    expect(again.models).toEqual(once.models);
    expect(again.people.casesOnly).toEqual(once.people.casesOnly);
    expect(again.gaps.map(({ casesOnly }) => casesOnly)).toEqual(once.gaps.map(({ casesOnly }) => casesOnly));
    // While people pretend to be more than they are, the crossed interval never gets narrower than that of the cases.
    const width = ({ low, high }: { low: number | null; high: number | null }) => (high ?? 0) - (low ?? 0);
    expect(width(again.people)).toBeGreaterThan(width(once.people.casesOnly) * 0.95);
  });

  it("are 1 for perfect raters, without an interval, since nothing varies", () => {
    const input = randomCrossed(14, { people: 5, cases: 10, models: 1 });
    const perfect = { ...input.answers, right: input.answers.right.map(() => 1) };
    const alike = { correct: new Int8Array(10).fill(1) };
    const found = crossedBootstrap({ ...input, answers: perfect, models: [alike, ...input.models] });
    const nothing = { low: null, high: null, reason: "no_variation", discarded: 0 };
    expect(found.people).toMatchObject({ value: 1, ...nothing });
    expect(found.models[0]).toMatchObject({ value: 1, ...nothing });
    expect(found.gaps[0]).toMatchObject({ value: 0, p: null, ...nothing });
    expect(found.gaps[1]?.low).toBeGreaterThan(0);
  });

  it("count replicates in which there is nothing, and say so where there is never anything", () => {
    const input: CrossedInput = {
      people: 3,
      cases: 3,
      answers: {
        person: Int32Array.of(0, 1, 1),
        case: Int32Array.of(0, 0, 1),
        right: Uint8Array.of(1, 0, 1),
      },
      models: [{ correct: Int8Array.of(1, -1, 0) }, { correct: new Int8Array(3).fill(-1) }],
      b: 400,
      seed: 3,
    };
    const { people, models, gaps } = crossedBootstrap(input);
    expect(people).toMatchObject({ value: 2 / 3, reason: null });
    expect(people.discarded).toBeGreaterThan(10);
    expect(gaps[0]).toMatchObject({ value: -0.5, low: -1, high: 0, reason: null });
    const nothing = { value: null, low: null, high: null, reason: "no_items" };
    for (const figure of [models[1], gaps[1]]) expect(figure).toMatchObject({ ...nothing, discarded: 400 });
  });

  it("refuse what can't be", () => {
    const input = randomCrossed(15, { people: 3, cases: 4, models: 1 });
    expect(() => crossedBootstrap({ ...input, b: 0 })).toThrow(/b is 0/);
    expect(() => crossedBootstrap({ ...input, cases: 3 })).toThrow(/case|model/);
    const right = input.answers.right.map(() => 2);
    expect(() => crossedBootstrap({ ...input, answers: { ...input.answers, right } })).toThrow(/right is 2/);
  });
});

test("the interval holds the truth in most of twenty studies drawn with people and cases that differ", () =>
  expect(shareHeld(20)).toBeGreaterThan(0.8));

thorough(
  "the interval holds the truth about as often as it says, in studies drawn with people and cases that differ",
  () => {
    const held = shareHeld(200);
    expect(held).toBeGreaterThan(0.9);
    expect(held).toBeLessThan(0.99);
  },
);

function shareHeld(studies: number): number {
  const { share } = randomShares(77);
  const normal = () => Math.sqrt(-2 * Math.log(share())) * Math.cos(2 * Math.PI * share());
  const chance = (person: number, difficulty: number) => 1 / (1 + Math.exp(-(1 + person + difficulty)));
  let truth = 0;
  for (let i = 0; i < 40_000; i += 1) truth += chance(0.6 * normal(), normal()) / 40_000;
  const [people, cases] = [20, 40];
  let covered = 0;
  for (let study = 0; study < studies; study += 1) {
    const skills = Array.from({ length: people }, () => 0.6 * normal());
    const difficulties = Array.from({ length: cases }, normal);
    const input: CrossedInput = {
      people,
      cases,
      models: [],
      b: 300,
      seed: study,
      answers: {
        person: Int32Array.from({ length: people * cases }, (_, i) => Math.floor(i / cases)),
        case: Int32Array.from({ length: people * cases }, (_, i) => i % cases),
        right: Uint8Array.from(
          skills.flatMap((skill) => difficulties.map((each) => (share() < chance(skill, each) ? 1 : 0))),
        ),
      },
    };
    const { low, high } = crossedBootstrap(input).people;
    if ((low as number) <= truth && truth <= (high as number)) covered += 1;
  }
  return covered / studies;
}
