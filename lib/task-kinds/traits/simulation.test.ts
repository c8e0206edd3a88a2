import { expect, test } from "vitest";
import { similarityOfPeople } from "#lib/metrics/scores/trait-levels.ts";
import { makePeople } from "#lib/simulated-people/person.ts";
import { profileOf, simulatedTraits, truthOf } from "#lib/task-kinds/traits/server-kind.ts";
import { levelsOf, traitNames, type TraitsValue } from "#lib/task-kinds/traits/profile.ts";
import { thorough } from "#lib/testing/thorough.ts";

const people = makePeople(17, 30).filter(({ habit }) => habit === "attentive");
const [anybody] = people;
if (!anybody) throw new Error("nobody is attentive");
const sides = Array.from({ length: 80 }, (_, at) => ({
  reference: { name: `person ${at}, reference`, optionNames: [], right: undefined, position: (at % 50) + 1 },
  generated: { name: `person ${at}, generated`, optionNames: [], right: undefined, position: (at % 50) + 1 },
}));
const decided = (on: (typeof sides)[number]["reference"]) =>
  people.map((person) => profileOf(levelsOf(simulatedTraits.decide(person, on)).map((level) => level ?? 1)));
const truly = ({ name }: { name: string }) =>
  profileOf(traitNames.map((trait) => Math.round(Math.min(2, Math.max(0, truthOf(anybody, name, trait))))));

thorough("who judges with noise, a leaning and a drift finds the similarity that was put in", () => {
  const put = similarityOfPeople(
    sides.map(({ reference, generated }) => ({
      reference: [truly(reference)],
      generated: [truly(generated)],
    })),
  ).similarity;
  const found = similarityOfPeople(
    sides.map(({ reference, generated }) => ({
      reference: decided(reference),
      generated: decided(generated),
    })),
  ).similarity;
  expect(Math.abs((found.mean ?? NaN) - (put.mean ?? NaN))).toBeLessThan(0.02);
  expect(found.low).toBeLessThan(put.mean ?? 0);
  expect(found.high).toBeGreaterThan(put.mean ?? 1);
});

test("who changes their mind moves one trait by one level", () => {
  for (const [at, { reference: on }] of sides.entries()) {
    const person = people[at % people.length] ?? anybody;
    const before = simulatedTraits.decide(person, on);
    const after = simulatedTraits.waver(person, on, before) as TraitsValue;
    const moves = traitNames.map((trait) => Math.abs((after[trait] ?? 9) - (before[trait] ?? 9)));
    expect(moves.sort()).toEqual([0, 0, 0, 0, 1]);
  }
});
