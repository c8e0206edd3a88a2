import { expect, test } from "vitest";
import { codeAgreement, codeShares } from "#lib/metrics/codes/coded-answers.ts";
import { makePeople, type SimulatedPerson } from "#lib/simulated-people/person.ts";
import { hasCode, type CodesValue } from "#lib/task-kinds/label/value.ts";
import { coders, leaningOf, simulatedCodes, standsOut } from "#lib/task-kinds/label/server-kind.ts";
import { thorough } from "#lib/testing/thorough.ts";

const everybody = makePeople(17, 60);
const attentive = everybody.filter(({ habit }) => habit === "attentive");
const book = ["Motive", "Feeling", "Past", "Plan"];
const cases = Array.from({ length: 150 }, (_, at) => ({
  name: `thought ${at}`,
  optionNames: book,
  right: undefined,
  position: (at % 50) + 1,
}));

const decided = new Map<SimulatedPerson, number[]>();

/** What one finds of every case: worked out once for all codes. */
function decideAll(person: SimulatedPerson): number[] {
  const known = decided.get(person) ?? cases.map((on) => simulatedCodes.decide(person, on).codes ?? 0);
  decided.set(person, known);
  return known;
}

/** What these people find of one code, in the form that metrics take. */
function code(people: readonly SimulatedPerson[], at: number) {
  const entries = people.flatMap((person, rater) =>
    decideAll(person).map((codes, index) => ({ rater, index, codes })),
  );
  return {
    raters: people.length,
    cases: cases.length,
    methods: 1,
    rater: Int32Array.from(entries, ({ rater }) => rater),
    case: Int32Array.from(entries, ({ index }) => index),
    found: entries.map(({ codes }) => Number(hasCode(codes, at))),
    groupOf: Int32Array.from(cases, (_, index) => index),
    methodOf: new Int32Array(cases.length),
  };
}

thorough("who codes with noise, a leaning and a drift finds codes as often as they were put in", () => {
  const [anybody] = attentive;
  if (!anybody) throw new Error("nobody is attentive");
  for (const [at, name] of book.entries()) {
    const put =
      cases.filter((on) => standsOut(anybody, on.name, name) > coders.threshold).length / cases.length;
    const [{ mean, low, high } = { mean: null, low: null, high: null }] = codeShares(code(attentive, at));
    expect(Math.abs((mean ?? NaN) - put)).toBeLessThan(0.05);
    expect(low).toBeLessThan(put);
    expect(high).toBeGreaterThan(put);
  }
});

test("alpha tells how noisy those are who code", () => {
  const alphaOf = (habit: SimulatedPerson["habit"]) =>
    codeAgreement(
      code(
        attentive.slice(0, 5).map((person) => ({ ...person, habit })),
        0,
      ),
    ).alpha.value ?? NaN;
  expect(alphaOf("attentive")).toBeGreaterThan(alphaOf("position_bias") + 0.05);
  expect(alphaOf("position_bias")).toBeGreaterThan(alphaOf("hasty") + 0.05);
  expect(alphaOf("hasty")).toBeGreaterThan(0.1);
});

test("who leans towards codes finds more of them, in the order in which they lean", () => {
  const byLeaning = attentive.slice(0, 12).toSorted((a, b) => leaningOf(a) - leaningOf(b));
  const share = (person: SimulatedPerson) => codeShares(code([person], 0))[0]?.mean ?? NaN;
  const [most, least] = [byLeaning.slice(-3), byLeaning.slice(0, 3)].map(
    (some) => some.map(share).reduce((sum, one) => sum + one, 0) / some.length,
  );
  expect(most).toBeGreaterThan((least ?? NaN) + 0.05);
});

test("who changes their mind moves one code", () => {
  for (const [at, on] of cases.entries()) {
    const person = attentive[at % attentive.length] as SimulatedPerson;
    const before = simulatedCodes.decide(person, on);
    const after = simulatedCodes.waver(person, on, before) as CodesValue;
    const moved = book.filter((_, one) => hasCode(before.codes ?? 0, one) !== hasCode(after.codes ?? 0, one));
    expect(moved).toHaveLength(1);
  }
});
