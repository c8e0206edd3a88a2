import { expect, test } from "vitest";
import { randomShares } from "#lib/metrics/testing/random-answers.ts";
import { betweenInterval, measureBetween } from "#lib/metrics/two-way/between.ts";
import { twoWayMean, type TwoWayMean } from "#lib/metrics/two-way/variance.ts";

const CASES = 50;

/** Two groups of ten on the same cases, near the ceiling: what people and cases differ by is in log-odds. */
function drawGroups(seed: number): [TwoWayMean, TwoWayMean] {
  const { share } = randomShares(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - share())) * Math.cos(2 * Math.PI * share());
  const easy = Array.from({ length: CASES }, () => 3 + normal());
  const drawGroup = () => {
    const able = Array.from({ length: 10 }, () => 0.5 * normal());
    const cells = able.flatMap((ability, person) =>
      easy.map((ease, at) => ({ person, at, right: share() < 1 / (1 + Math.exp(-ability - ease)) })),
    );
    const mean = twoWayMean({
      people: 10,
      cases: CASES,
      person: Int32Array.from(cells, ({ person }) => person),
      case: Int32Array.from(cells, ({ at }) => at),
      score: Float64Array.from(cells, ({ right }) => Number(right)),
    });
    if (!mean) throw new Error("nobody answered");
    return mean;
  };
  return [drawGroup(), drawGroup()];
}

test("of two groups of equal skill near the ceiling it is seldom claimed that one is ahead", () => {
  const studies = 300;
  let ahead = 0;
  for (let seed = 1; seed <= studies; seed++) {
    const { low, high } = betweenInterval(measureBetween(...drawGroups(seed)));
    if ((low ?? 0) > 0 || (high ?? 0) < 0) ahead += 1;
  }
  // Five in a hundred by construction; by chance at most so many of 300.
  expect(ahead).toBeLessThanOrEqual(25);
  expect(ahead).toBeGreaterThan(3);
});

test("the other way round it is the same difference", () => {
  const [first, second] = drawGroups(7);
  const [there, back] = [measureBetween(first, second), measureBetween(second, first)];
  const [one, other] = [betweenInterval(there), betweenInterval(back)];
  expect(back.value).toBeCloseTo(-there.value, 12);
  expect(back.correlation).toBeCloseTo(there.correlation, 12);
  expect(one.low).toBeCloseTo(-(other.high ?? NaN), 12);
  expect(one.high).toBeCloseTo(-(other.low ?? NaN), 12);
});

test("one person alone is no group to claim anything of", () => {
  const [first] = drawGroups(7);
  const alone = twoWayMean({
    people: 1,
    cases: CASES,
    person: new Int32Array(CASES),
    case: Int32Array.from({ length: CASES }, (_, at) => at),
    score: Float64Array.from({ length: CASES }, (_, at) => at % 2),
  });
  expect(alone && betweenInterval(measureBetween(first, alone))).toMatchObject({
    low: null,
    reason: "too_few_raters",
  });
});
