import { expect, test } from "vitest";
import { makePeople } from "#lib/simulation/person.ts";
import { qualityOf, severityOf, simulatedRatings } from "#lib/task-kinds/rating/simulation.ts";

const optionNames = ["1", "2", "3", "4", "5"];
const cases = Array.from({ length: 200 }, (_, at) => ({
  ...{ name: `case ${at}`, optionNames, right: undefined },
  position: (at % 50) + 1,
}));
const people = makePeople(17, 60).filter(({ habit }) => habit === "attentive");
const meanOf = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;

function correlate(xs: readonly number[], ys: readonly number[]): number {
  const [x, y] = [meanOf(xs), meanOf(ys)];
  const sum = (of: (at: number) => number) => xs.reduce((all, _, at) => all + of(at), 0);
  const [dx, dy] = [(at: number) => (xs[at] as number) - x, (at: number) => (ys[at] as number) - y];
  return sum((at) => dx(at) * dy(at)) / Math.sqrt(sum((at) => dx(at) ** 2) * sum((at) => dy(at) ** 2));
}

const rated = people.map((person) => cases.map((on) => simulatedRatings.decide(person, on).choice ?? -1));

test("ratings tell what was put into them: how good a case is, and how severe who rates", () => {
  expect(rated.flat().every((choice) => choice >= 0 && choice < 5)).toBe(true);
  const severity = people.map((person) => severityOf(person));
  expect(correlate(rated.map(meanOf), severity)).toBeGreaterThan(0.9);
  const [first] = people;
  if (!first) throw new Error("there is nobody");
  const quality = cases.map(({ name }) => qualityOf(first, name));
  expect(
    correlate(
      cases.map((_, at) => meanOf(rated.map((own) => own[at] as number))),
      quality,
    ),
  ).toBeGreaterThan(0.9);
});

test("who changes their mind gives the point beside", () => {
  const [person] = people;
  if (!person) throw new Error("there is nobody");
  for (const on of cases.slice(0, 20))
    for (const choice of optionNames.keys()) {
      const other = simulatedRatings.waver(person, on, { choice, probabilities: [] })?.choice ?? -9;
      expect(Math.abs(other - choice)).toBe(1);
      expect(optionNames[other]).toBeDefined();
    }
});
