import { expect, test } from "vitest";
import type { StoredPerson } from "#lib/study-results/rows/answers-queries.ts";
import { makeCase, makePerson, makeRows } from "#lib/study-results/testing/made-rows.ts";

const cases = Array.from({ length: 6 }, (_, i) =>
  makeCase(i, { stratum: i === 5 ? "attention" : "selected" }),
);
const people = Array.from({ length: 5 }, (_, i) =>
  makePerson(i + 1, cases.slice(i === 3 ? 6 : 0), ({ gold }, place) => ({
    choice: (place + i) % 3 === 0 ? null : (gold ?? 0),
    knows: i % 2 === 0,
    cannotRead: place === 4,
  })),
);

test("whose answers are unchanged is laid out from the columns as from what was read", () => {
  const whole = makeRows({ cases, people });
  const keep = (person: StoredPerson): StoredPerson => {
    const at = whole.people.findIndex(({ sittingId }) => sittingId === person.sittingId);
    const [from = 0, to = 0] = [whole.firstOf[at], whole.firstOf[at + 1]];
    return { ...person, answers: { columns: whole.answers, from, to } };
  };
  for (const kept of [[0], [1, 3], [0, 1, 2, 3, 4]]) {
    const mixed = people.map((person, i) => (kept.includes(i) ? keep(person) : person));
    expect(makeRows({ cases, people: mixed })).toEqual(whole);
  }
  // Somebody between the others withdrew, and somebody new came first.
  const fewer = [people[4], people[1], people[2]].filter((person) => person !== undefined);
  expect(makeRows({ cases, people: fewer.map(keep) })).toEqual(makeRows({ cases, people: fewer }));
});
