import { describe, expect, test } from "vitest";
import { fitMixedModel, maxOnSmallerSide, type MixedModel } from "#lib/metrics/mixed-model/fit.ts";
import type { TwoWayInput } from "#lib/metrics/two-way/input.ts";
import { randomShares } from "#lib/metrics/testing/random-answers.ts";

function drawStudy(seed: number, people: number, cases: number): TwoWayInput {
  const { share } = randomShares(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - share())) * Math.cos(2 * Math.PI * share());
  const skill = Array.from({ length: people }, () => 0.6 * normal());
  const ease = Array.from({ length: cases }, () => 1.1 * normal());
  const size = people * cases;
  return {
    people,
    cases,
    person: Int32Array.from({ length: size }, (_, i) => i % people),
    case: Int32Array.from({ length: size }, (_, i) => Math.floor(i / people)),
    score: Float64Array.from({ length: size }, (_, i) =>
      share() < 1 / (1 + Math.exp(-(1 + (skill[i % people] ?? 0) + (ease[Math.floor(i / people)] ?? 0))))
        ? 1
        : 0,
    ),
  };
}

const fit = (input: TwoWayInput): MixedModel => {
  const fitted = fitMixedModel(input);
  if (typeof fitted === "string") throw new Error(fitted);
  return fitted;
};

describe("a logistic model of people and cases", () => {
  test("finds again what was drawn", () => {
    const { intercept, people, cases, accuracy } = fit(drawStudy(6, 60, 60));
    expect(Math.abs(intercept - 1)).toBeLessThan(0.5);
    expect(Math.abs(people - 0.6)).toBeLessThan(0.2);
    expect(Math.abs(cases - 1.1)).toBeLessThan(0.3);
    expect(accuracy.low).toBeLessThan(accuracy.value);
    expect(accuracy.high).toBeGreaterThan(accuracy.value);
  });

  test("is the same whichever of people and cases are more", () => {
    const input = drawStudy(2, 9, 30);
    const turned = { ...input, people: 30, cases: 9, person: input.case, case: input.person };
    const [one, other] = [fit(input), fit(turned)];
    expect(other.intercept).toBeCloseTo(one.intercept, 3);
    expect(other.cases).toBeCloseTo(one.people, 3);
    expect(other.logLikelihood).toBeCloseTo(one.logLikelihood, 6);
    expect(other.case[0]).toBeCloseTo(one.person[0] as number, 3);
  });

  test("says why it can't be: nothing there, all right, more than can be waited for", () => {
    const empty = {
      people: 0,
      cases: 0,
      person: new Int32Array(),
      case: new Int32Array(),
      score: new Float64Array(),
    };
    expect(fitMixedModel(empty)).toBe("no_items");
    const input = drawStudy(2, 4, 4);
    expect(fitMixedModel({ ...input, score: input.score.map(() => 1) })).toBe("extreme_proportion");
    const many = maxOnSmallerSide + 1;
    const each = Int32Array.from({ length: many }, (_, at) => at);
    const large = { people: many, cases: many, person: each, case: each };
    expect(fitMixedModel({ ...large, score: Float64Array.from(each, (at) => at % 2) })).toBe("too_large");
  });
});
