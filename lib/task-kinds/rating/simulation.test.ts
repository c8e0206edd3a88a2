import { expect, test } from "vitest";
import { measureSelfAgreement } from "#lib/metrics/agreement/self-agreement.ts";
import { severityOf as measureSeverity } from "#lib/metrics/ratings/severity.ts";
import { normal } from "#lib/simulated-people/chance.ts";
import { makePeople } from "#lib/simulated-people/person.ts";
import {
  driftOf,
  qualityOf,
  raters,
  severityOf,
  simulatedRatings,
} from "#lib/task-kinds/rating/server-kind.ts";

const optionNames = ["1", "2", "3", "4", "5"];
const cases = Array.from({ length: 200 }, (_, at) => ({
  name: `case ${at}`,
  optionNames,
  right: undefined,
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

/** Each in an order of their own. */
const placeOf = (person: number, at: number) => ((at + 17 * person) % 50) + 1;
const rated = people.map((person, who) =>
  cases.map((on, at) => simulatedRatings.decide(person, { ...on, position: placeOf(who, at) }).choice ?? -1),
);

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

/** The effects of raters in points of the scale, where everybody rated two thirds of the cases; each rating by the rater that `as` says. */
function measure(raterCount: number, as: (person: number, at: number) => number) {
  const given = people.flatMap((_, person) =>
    cases.flatMap((_, at) => ((person + at) % 3 === 0 ? [] : [{ person, at }])),
  );
  const found = measureSeverity({
    raters: raterCount,
    cases: cases.length,
    rater: Int32Array.from(given, ({ person, at }) => as(person, at)),
    case: Int32Array.from(given, ({ at }) => at),
    rating: Float64Array.from(given, ({ person, at }) => (rated[person]?.[at] ?? -1) + 1),
  });
  if (typeof found === "string") throw new Error(found);
  return found;
}
const steps = optionNames.length - 1;

test("severity and noise come out of the figures as large as they were put in", () => {
  const { raters: found, residual } = measure(people.length, (person) => person);
  const put = people.map((person) => steps * (severityOf(person) + driftOf(person) / 2));
  const middle = meanOf(put);
  const effects = found.map(({ effect }) => effect ?? Number.NaN);
  expect(correlate(effects, put)).toBeGreaterThan(0.95);
  // At the ends of the scale nobody can be more severe still.
  const off = meanOf(effects.map((effect, at) => Math.abs(effect - ((put[at] as number) - middle))));
  expect(off).toBeLessThan(0.15);
  // What rounding to whole points adds.
  const noise = Math.hypot(steps * raters.noise.attentive, Math.sqrt(1 / 12));
  expect(residual ?? 0).toBeGreaterThan(0.75 * noise);
  expect(residual ?? 0).toBeLessThan(1.1 * noise);
});

test("drift is the difference in severity between the two halves of a sitting", () => {
  const isLate = (person: number, at: number) => Number(placeOf(person, at) > 25);
  const { raters: found } = measure(2 * people.length, (person, at) => 2 * person + isLate(person, at));
  const differences = people.map((_, person) => {
    const [early, late] = [found[2 * person]?.effect, found[2 * person + 1]?.effect];
    return (late ?? Number.NaN) - (early ?? Number.NaN);
  });
  const put = people.map((person) => (steps * driftOf(person)) / 2);
  expect(correlate(differences, put)).toBeGreaterThan(0.7);
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

test("self-agreement is that of two ratings with an error each, neither more nor less", () => {
  const pairs = people.flatMap((person, rater) =>
    cases.slice(0, 40).map((on, at) => {
      const again = { ...on, position: on.position + 10, isAgain: true };
      const [first, second] = [on, again].map((one) => simulatedRatings.decide(person, one).choice ?? -1);
      const felt = (position: number) =>
        qualityOf(person, on.name) + severityOf(person) + (driftOf(person) * position) / 50;
      // Errors that the simulation knows nothing of, as large as its own.
      const rate = (position: number, time: string) => {
        const error = raters.noise.attentive * normal(91, time, rater, at);
        return Math.round(4 * Math.min(1, Math.max(0, felt(position) + error)));
      };
      const isExpectedSame = rate(on.position, "first") === rate(on.position + 10, "again");
      return { rater, group: at, first: first ?? -1, again: second ?? -1, isExpectedSame };
    }),
  );
  const { same, kappa } = measureSelfAgreement(
    {
      rater: Int32Array.from(pairs, ({ rater }) => rater),
      group: Int32Array.from(pairs, ({ group }) => group),
      first: Float64Array.from(pairs, (one) => one.first),
      again: Float64Array.from(pairs, (one) => one.again),
    },
    5,
  );
  const expected = meanOf(pairs.map(({ isExpectedSame }) => Number(isExpectedSame)));
  expect(Math.abs((same.mean ?? 0) - expected)).toBeLessThan(0.05);
  expect(expected).toBeLessThan(0.9);
  expect(kappa?.value).toBeLessThan(1);
});
