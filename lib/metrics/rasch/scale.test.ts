import { describe, expect, test } from "vitest";
import { countGroups } from "#lib/metrics/rasch/connected.ts";
import { measureFit } from "#lib/metrics/rasch/item-fit.ts";
import { raschScale, type ScalePlace, type RaschScale } from "#lib/metrics/rasch/scale.ts";
import { warmEstimate } from "#lib/metrics/rasch/warm-estimate.ts";
import { randomShares } from "#lib/metrics/testing/random-answers.ts";
import type { TwoWayInput } from "#lib/metrics/two-way/input.ts";

type DrawnStudy = { input: TwoWayInput; abilities: number[]; difficulties: number[]; share: () => number };

/** Everybody gets `of` cases, each person the next ones. */
function drawStudy(seed: number, people: number, cases: number, of = cases): DrawnStudy {
  const { share } = randomShares(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - share())) * Math.cos(2 * Math.PI * share());
  const abilities = Array.from({ length: people }, () => 0.8 + 0.9 * normal());
  const drawn = Array.from({ length: cases }, () => 1.2 * normal());
  const middle = drawn.reduce((sum, one) => sum + one, 0) / cases;
  const difficulties = drawn.map((one) => one - middle);
  const pairs = abilities.flatMap((_, i) => Array.from({ length: of }, (__, k) => [i, (i * 3 + k) % cases]));
  const input = {
    people,
    cases,
    person: Int32Array.from(pairs, ([i = 0]) => i),
    case: Int32Array.from(pairs, ([, j = 0]) => j),
    score: Float64Array.from(pairs, ([i = 0, j = 0]) =>
      share() < 1 / (1 + Math.exp((difficulties[j] ?? 0) - (abilities[i] ?? 0))) ? 1 : 0,
    ),
  };
  return { input, abilities, difficulties, share };
}

function scaleOf(input: TwoWayInput, models: readonly Float64Array[] = []): RaschScale {
  const scale = raschScale(input, models);
  if (typeof scale === "string") throw new Error(scale);
  return scale;
}

function correlate(a: readonly number[], b: readonly number[]): number {
  const mean = (of: readonly number[]) => of.reduce((sum, one) => sum + one, 0) / of.length;
  const [ma, mb] = [mean(a), mean(b)];
  const product = (x: readonly number[], mx: number, y: readonly number[], my: number) =>
    x.reduce((sum, one, i) => sum + (one - mx) * ((y[i] ?? 0) - my), 0);
  return product(a, ma, b, mb) / Math.sqrt(product(a, ma, a, ma) * product(b, mb, b, mb));
}

const shareWithin = (placed: readonly ScalePlace[], truth: readonly number[]) =>
  placed.filter(({ place, error }, i) => Math.abs(place - (truth[i] ?? 0)) < 1.96 * error).length /
  placed.length;
const places = (placed: readonly ScalePlace[]) => placed.map(({ place }) => place);

describe("people, cases and models on one scale", () => {
  test.each([
    ["everybody answers every case", 40, 40, 40],
    ["half is missing by design", 80, 40, 20],
  ])("finds again what was drawn: %s", (_, people, cases, of) => {
    const { input, abilities, difficulties, share } = drawStudy(11, people, cases, of);
    const truth = [-1, 0.5, 2];
    const models = truth.map((ability) =>
      Float64Array.from(difficulties, (one) => (share() < 1 / (1 + Math.exp(one - ability)) ? 1 : 0)),
    );
    const scale = scaleOf(input, models);
    expect(correlate(places(scale.people), abilities)).toBeGreaterThan(0.8);
    expect(correlate(places(scale.cases), difficulties)).toBeGreaterThan(0.9);
    expect(shareWithin(scale.people, abilities)).toBeGreaterThan(0.88);
    expect(shareWithin(scale.cases, difficulties)).toBeGreaterThan(0.88);
    scale.models.forEach((model, i) => {
      expect(Math.abs((model?.place ?? NaN) - (truth[i] ?? 0))).toBeLessThan(2.5 * (model?.error ?? 0));
      expect(model?.fits).toBe(true);
    });
  });

  test("whoever has all right, or all wrong, has a place with an error, and is marked", () => {
    const { input } = drawStudy(3, 30, 20);
    const score = input.score.map((one, i) =>
      input.person[i] === 0 ? 1 : input.case[i] === 4 && input.person[i] !== 0 ? 0 : one,
    );
    const scale = scaleOf({ ...input, score }, [new Float64Array(20).fill(1), new Float64Array(20)]);
    const [best, worst] = scale.models;
    for (const one of [scale.people[0], best, worst]) {
      expect(one?.isExtreme).toBe(true);
      expect(Number.isFinite(one?.place) && (one?.error ?? 0) > 0.5).toBe(true);
    }
    expect(best?.place).toBeGreaterThan(Math.max(...places(scale.people)));
    expect(worst?.place).toBeLessThan(Math.min(...places(scale.people)));
    expect(scale.cases[4]?.place).toBe(Math.max(...places(scale.cases)));
  });

  test("a model moves nobody but itself, and what it left out is no wrong answer", () => {
    const { input, share } = drawStudy(5, 25, 30);
    const guesses = Float64Array.from({ length: 30 }, () => (share() < 0.5 ? 1 : 0));
    const some = guesses.map((one, i) => (i < 12 ? one : NaN));
    const few = guesses.map((one, i) => (i < 9 ? one : NaN));
    const scale = scaleOf(input, [some, few]);
    expect(scale.models[0]?.n).toBe(12);
    expect(scale.models[1]).toBeNull();
    expect(places(scale.people)).toEqual(places(scaleOf(input).people));
  });

  test("says who doesn't fit: a model that fails where people find it easy", () => {
    const { input, difficulties } = drawStudy(7, 60, 40);
    const turned = Float64Array.from(difficulties, (one) => (one > 0 ? 1 : 0));
    const [model] = scaleOf(input, [turned]).models;
    expect(model?.infit).toBeGreaterThan(1.3);
    expect(model?.fits).toBe(false);
  });

  test("is left out, with the reason, where the answers can't carry it", () => {
    expect(raschScale(drawStudy(1, 4, 20).input, [])).toBe("too_few_people");
    expect(raschScale(drawStudy(1, 20, 9).input, [])).toBe("too_few_cases");
    const { input } = drawStudy(1, 20, 20);
    expect(raschScale({ ...input, score: input.score.map(() => 1) }, [])).toBe("extreme_proportion");
    expect(raschScale({ ...input, score: input.score.map(() => 0.5) }, [])).toBe("not_binary");
    const apart = {
      ...input,
      case: input.case.map((one, i) => 2 * (one % 10) + ((input.person[i] ?? 0) % 2)),
    };
    const once = [...apart.case.keys()].filter((i) => (input.case[i] ?? 0) < 10);
    const groups = {
      ...input,
      person: Int32Array.from(once, (i) => input.person[i] ?? 0),
      case: Int32Array.from(once, (i) => apart.case[i] ?? 0),
      score: Float64Array.from(once, (i) => input.score[i] ?? 0),
    };
    expect(countGroups(groups)).toBe(2);
    expect(raschScale(groups, [])).toBe("separate_groups");
    const even = input.score.map((_, i) => ((input.person[i] ?? 0) + (input.case[i] ?? 0)) % 2);
    expect(raschScale({ ...input, score: even }, [])).toBe("people_alike");
    const inOrder = input.score.map((_, i) => ((input.person[i] ?? 0) > (input.case[i] ?? 0) ? 1 : 0));
    expect(raschScale({ ...input, score: inOrder }, [])).toBe("perfect_order");
  });
});

test("Warm's estimate is nought for half right of symmetric cases, and turns with the answers", () => {
  const difficulties = [-1, 0, 0, 1];
  expect(warmEstimate([1, 1, 0, 0], difficulties)).toBeCloseTo(0, 12);
  const up = warmEstimate([1, 1, 1, 0], difficulties);
  expect(warmEstimate([0, 1, 0, 0], difficulties)).toBeCloseTo(-up, 12);
  expect(warmEstimate([1, 1, 1, 1], difficulties)).toBeGreaterThan(up);
});

test("mean squares are 1 where answers do as expected; few answers are not judged", () => {
  const expected = Array.from({ length: 10 }, () => 0.5);
  const even = expected.map((_, i) => i % 2);
  expect(measureFit(even, expected)).toEqual({ infit: 1, outfit: 1, deviate: null, fits: true });
  expect(measureFit([1], [0.5]).fits).toBeNull();
  const surprised = measureFit(
    Array.from({ length: 40 }, (_, i) => i % 2),
    Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? 0.9 : 0.1)),
  );
  expect(surprised.outfit).toBeCloseTo(9, 9);
  expect(surprised.fits).toBe(false);
});
