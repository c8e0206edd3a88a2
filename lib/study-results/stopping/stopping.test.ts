import { describe, expect, test } from "vitest";
import { computePeopleInterval } from "#lib/study-results/overview/intervals.ts";
import { getSelection } from "#lib/study-results/overview/overview.ts";
import { endedAsPlanned, readStopping } from "#lib/study-results/stopping/stopping.ts";
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

/** One after the other. */
const oneByOne = (i: number) => ({ startedAt: 10 * i, submittedAt: 10 * i + 9 });

function follow(
  people: number,
  rule: Rule | null,
  { state = "open" as StudyState, interim = true, planned = 20, times = oneByOne } = {},
) {
  // Somebody in the middle doesn't count for the rule: when it is closed, they are left out.
  const sitters = Array.from({ length: people }, (_, i) => person(i + 1, times(i)));
  const claims = { comparator: null, margin: null, epsilon: 0.2, siblings: [], stopping: rule };
  const rows = makeRows({
    cases,
    state,
    people: [...sitters, person(people + 1, { state: "started" })],
    parts: { rules: { interim }, assignment: { people: planned }, claims },
  });
  return { rows, stopping: readStopping(rows) };
}

test("a rule is followed by those who would count, and by an interval that holds at every look", () => {
  const { stopping } = follow(8, { halfWidth: 0.01, mostPeople: 40 });
  expect(stopping).toMatchObject({ people: 8, mostPeople: 40, plannedHalfWidth: 0.01, met: null });
  const { rows } = follow(7, { halfWidth: 0.01, mostPeople: 40 });
  // Seven who finished and one in the middle, of whom the overview tells.
  const { low, high, method } = computePeopleInterval(getSelection(rows, mainView("people")));
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

describe("a study ended as planned", () => {
  const ended = (people: number, rule: Rule | null, changes: Parameters<typeof follow>[2] = {}) =>
    endedAsPlanned(follow(people, rule, { state: "closed", ...changes }).rows, "people");
  const together = () => ({ startedAt: 0, submittedAt: 100 });

  test("with its planned number, and neither before nor after", () => {
    expect([8, 9, 10].map((people) => ended(people, null, { planned: 9 }))).toEqual([false, true, false]);
  });

  test("with more people who were under way when the last of them finished", () => {
    expect(ended(12, null, { planned: 9, times: together })).toBe(true);
  });

  test("by the largest number of its rule", () => {
    const rule = { halfWidth: 0.01, mostPeople: 8 };
    expect([7, 8, 9].map((people) => ended(people, rule))).toEqual([false, true, false]);
  });

  test("by the half width of its rule, when it was met first", () => {
    const rule = { halfWidth: 0.1, mostPeople: 40 };
    const met = Array.from({ length: 14 }, (_, i) => follow(i + 2, rule).stopping?.met ?? null);
    const first = met.indexOf("half_width") + 2;
    expect(first).toBeGreaterThan(3);
    expect([first - 1, first, first + 1].map((people) => ended(people, rule))).toEqual([false, true, false]);
    expect(
      computePeopleInterval(getSelection(follow(first, rule, { state: "closed" }).rows, mainView("people")))
        .method,
    ).toBe("two_way");
  });
});
