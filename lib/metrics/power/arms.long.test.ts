import { beforeAll, describe, expect, test } from "vitest";
import { simulateArms, type ArmPower, type ArmPowerInput } from "#lib/metrics/power/arms.ts";
import { randomShares } from "#lib/metrics/testing/random-answers.ts";
import { betweenInterval, measureBetween, measureWithin } from "#lib/metrics/two-way/between.ts";
import { twoWayMean, type TwoWayMean } from "#lib/metrics/two-way/variance.ts";
import { thorough } from "#lib/testing/thorough.ts";

const plan: ArmPowerInput = {
  design: "same",
  people: 10,
  casesPerPerson: 40,
  arms: 2,
  unit: "people",
  accuracy: 0.75,
  personSpread: 0.5,
  caseSpread: 1,
  seed: 7,
  simulations: 200,
};

/** Studies drawn by other means: how often one arm is found harder that is so much harder on the log-odds scale. */
function countFound(
  { people, casesPerPerson: cases, unit, accuracy }: ArmPowerInput,
  detectable: number,
): number {
  const middleOf = (wanted: number) => {
    let [low, high] = [-9, 9];
    const nodes = Array.from({ length: 400 }, (_, i) => Math.sqrt(1.25) * normalAt((i + 0.5) / 400));
    for (let turn = 0; turn < 50; turn++) {
      const middle = (low + high) / 2;
      const mean = nodes.reduce((sum, z) => sum + 1 / (1 + Math.exp(-middle - z)), 0) / nodes.length;
      if (mean < wanted) low = middle;
      else high = middle;
    }
    return low;
  };
  const ways = [middleOf(accuracy), middleOf(accuracy - detectable)];
  const studies = 300;
  let found = 0;
  for (let seed = 1; seed <= studies; seed++) {
    const { share } = randomShares(seed);
    const normal = () => Math.sqrt(-2 * Math.log(1 - share())) * Math.cos(2 * Math.PI * share());
    const ease = Array.from({ length: cases }, normal);
    const able = Array.from({ length: people * 2 }, () => 0.5 * normal());
    const means = ways.map((middle, way): TwoWayMean => {
      const asked = able.flatMap((ability, person) =>
        ease.flatMap((easy, at) => {
          const isHere = unit === "people" ? person % 2 === way : (person + at) % 2 === way;
          return isHere ? [{ person, at, logit: middle + ability + easy }] : [];
        }),
      );
      const mean = twoWayMean({
        people: people * 2,
        cases,
        person: Int32Array.from(asked, ({ person }) => person),
        case: Int32Array.from(asked, ({ at }) => at),
        score: Float64Array.from(asked, ({ logit }) => Number(share() < 1 / (1 + Math.exp(-logit)))),
      });
      if (!mean) throw new Error("nobody answered");
      return mean;
    });
    const [one, other] = means as [TwoWayMean, TwoWayMean];
    const measured = unit === "people" ? measureBetween(one, other) : measureWithin(one, other);
    if ((betweenInterval(measured).low ?? 0) > 0) found += 1;
  }
  return found / studies;
}

/** By halves of the error function's integral: good to four digits. */
function normalAt(share: number): number {
  let [low, high] = [-8, 8];
  const below = (z: number) => {
    let sum = 0;
    for (let i = 0; i < 200; i++) sum += Math.exp(-(((z * (i + 0.5)) / 200) ** 2) / 2);
    return 0.5 + (sum * z) / 200 / Math.sqrt(2 * Math.PI);
  };
  for (let turn = 0; turn < 40; turn++) {
    const middle = (low + high) / 2;
    if (below(middle) < share) low = middle;
    else high = middle;
  }
  return low;
}

describe.each(["people", "cases"] as const)("two arms, %s divided", (unit) => {
  let power: ArmPower;
  beforeAll(() => {
    power = simulateArms({ ...plan, unit });
  });

  test("have as many answers as are planned, and are seldom found apart where they are alike", () => {
    expect(power).toMatchObject({
      answers: 400,
      cases: 40,
      people: unit === "people" ? 10 : 20,
      reason: null,
    });
    expect(power.falseAlarms).toBeLessThan(0.1);
    expect(simulateArms({ ...plan, unit })).toEqual(power);
  });

  thorough("are found apart in four of five studies of the smallest difference that is told", () => {
    const found = countFound({ ...plan, unit }, power.detectable ?? NaN);
    expect(found).toBeGreaterThan(0.7);
    expect(found).toBeLessThan(0.9);
  });

  thorough("are told apart more closely by more people and by more cases", () => {
    const many = simulateArms({ ...plan, unit, people: 40, simulations: 100 });
    const longer = simulateArms({ ...plan, unit, casesPerPerson: 120, simulations: 100 });
    for (const more of [many, longer]) {
      expect(more.half).toBeLessThan(power.half ?? 0);
      expect(more.detectable).toBeLessThan(power.detectable ?? 0);
    }
  });
});

test("the same people in both arms tell them apart more closely than people of their own", () => {
  const spread = { ...plan, personSpread: 1, simulations: 100 };
  const people = simulateArms(spread);
  const cases = simulateArms({ ...spread, unit: "cases" });
  expect(cases.answers).toBe(people.answers);
  expect(cases.half).toBeLessThan(0.8 * (people.half ?? 0));
});

test("of several arms each has its share of the cases of everybody", () => {
  expect(simulateArms({ ...plan, unit: "cases", arms: 4, people: 5 })).toMatchObject({
    people: 20,
    answers: 200,
    cases: 40,
  });
});

test("nothing is told of fewer answers, people or cases than a claim may rest on", () => {
  const none = { half: null, detectable: null, falseAlarms: null, simulations: 0 };
  expect(simulateArms({ ...plan, people: 1 })).toMatchObject({ ...none, reason: "too_few_people" });
  expect(simulateArms({ ...plan, casesPerPerson: 1 })).toMatchObject({ ...none, reason: "too_few_cases" });
  expect(simulateArms({ ...plan, casesPerPerson: 9 })).toMatchObject({ ...none, reason: "no_headline" });
  expect(simulateArms({ ...plan, people: 5000 })).toMatchObject({ ...none, reason: "too_many_answers" });
});
