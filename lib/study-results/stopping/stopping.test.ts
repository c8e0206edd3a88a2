import { expect, test } from "vitest";
import { tellPeople } from "#lib/study-results/overview/intervals.ts";
import { getSelection } from "#lib/study-results/overview/overview.ts";
import { readStopping } from "#lib/study-results/stopping/stopping.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { makeCase, makePerson, makeRows, wrongOf } from "#lib/study-results/testing/made-rows.ts";
import type { StudyState } from "#lib/studies/schema.ts";

const cases = Array.from({ length: 20 }, (_, i) => makeCase(i));
const person = (number: number, changes = {}) =>
  makePerson(
    number,
    cases,
    (row, place) => (place % 7 === number % 7 ? { choice: wrongOf(row) } : {}),
    changes,
  );

type Rule = { halfWidth: number; mostPeople: number };

function follow(people: number, rule: Rule | null, { state = "open" as StudyState, interim = true } = {}) {
  // Somebody in the middle doesn't count for the rule: when it is closed, they are left out.
  const sitters = Array.from({ length: people }, (_, i) => person(i + 1));
  const claims = { comparator: null, margin: null, epsilon: 0.2, siblings: [], stopping: rule };
  const rows = makeRows({
    ...{ cases, state, people: [...sitters, person(people + 1, { state: "started" })] },
    parts: { rules: { interim }, claims },
  });
  return { rows, stopping: readStopping(rows) };
}

test("a rule is followed by those who would count, and by an interval that holds at every look", () => {
  const { stopping } = follow(8, { halfWidth: 0.01, mostPeople: 40 });
  expect(stopping).toMatchObject({ people: 8, mostPeople: 40, plannedHalfWidth: 0.01, met: null });
  const { rows } = follow(7, { halfWidth: 0.01, mostPeople: 40 });
  // Seven who finished and one in the middle, of whom the overview tells.
  const { low, high, method } = tellPeople(getSelection(rows, mainView("people")));
  expect(method).toBe("every_look");
  expect(stopping?.halfWidth).toBeCloseTo(((high ?? 0) - (low ?? 1)) / 2, 12);
});

test("it is met by width or by people, and as long as too little is known by neither", () => {
  const wide = follow(8, { halfWidth: 0.25, mostPeople: 40 }).stopping;
  expect(wide?.met).toBe("half_width");
  expect(follow(8, { halfWidth: 0.01, mostPeople: 8 }).stopping?.met).toBe("most_people");
  expect(follow(1, { halfWidth: 0.25, mostPeople: 40 }).stopping).toMatchObject({
    halfWidth: null,
    met: null,
  });
});

test("without a rule, or a look, or when it is over, there is nothing to follow", () => {
  const rule = { halfWidth: 0.25, mostPeople: 40 };
  expect(follow(8, null).stopping).toBeNull();
  expect(follow(8, rule, { interim: false }).stopping).toBeNull();
  expect(follow(8, rule, { state: "closed" }).stopping).toBeNull();
});
