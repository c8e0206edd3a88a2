import { expect, test } from "vitest";
import type { StoredPerson } from "#lib/study-results/rows/answers-queries.ts";
import { layOutAnswers } from "#lib/study-results/rows/answer-columns.ts";
import { memoize, weighMade } from "#lib/study-results/rows/memoize.ts";
import { fitInto, weigh, weighRows } from "#lib/study-results/rows/weigh.ts";
import { makeCase, makePerson, makeRows } from "#lib/study-results/testing/made-rows.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";

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

test("what rows take is told in bytes: some fifty an answer", () => {
  const rows = makeRandomRows({ people: 200, cases: 50, runs: 0, seed: 3 });
  const bytes = weighRows(rows) - weighRows({ ...rows, answers: layOutAnswers([], ["choice"], []).columns });
  expect(bytes / rows.answers.length).toBeGreaterThan(40);
  expect(bytes / rows.answers.length).toBeLessThan(80);
});

test("what was made of rows is weighed with all it holds, and what it shares once", async () => {
  const rows = makeRandomRows({ people: 5, cases: 5, runs: 1, seed: 3 });
  expect(weighMade(rows)).toBe(0);
  const held = new Float64Array(1000);
  memoize(rows, "a", () => ({ rows, held, also: [rows.people, ...rows.cases] }));
  const one = weighMade(rows);
  expect(one).toBeGreaterThan(8000);
  expect(one).toBeLessThan(9000);
  await memoize(rows, "b", () => Promise.resolve(new Map([["again", held]])));
  expect(weighMade(rows) - one).toBeLessThan(200);
  expect(weigh("x".repeat(1000), new WeakSet())).toBeGreaterThan(1000);
});

test("who was asked for last stays, and of the others as many as fit", () => {
  const named = (sizes: readonly number[]) => sizes.map((bytes, name) => ({ name, bytes }));
  const forgotten = (most: number, sizes: readonly number[]) =>
    fitInto(most, named(sizes)).forgotten.map(({ name }) => name);
  expect(forgotten(100, [])).toEqual([]);
  expect(forgotten(100, [500, 1])).toEqual([1]);
  expect(forgotten(100, [40, 40, 40, 20])).toEqual([2]);
  expect(fitInto(100, named([40, 40, 40, 20])).fits).toBe(100);
});
