import { expect, test } from "vitest";
import { findFlags } from "#lib/study-results/people/flags.ts";
import { getPoints } from "#lib/study-results/overview/overview.ts";
import { getPeople } from "#lib/study-results/people/people.ts";
import { writeResults } from "#lib/results/document.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { countPassed } from "#lib/study-results/rows/selection.ts";
import { makeCase, makePerson, makeRows } from "#lib/study-results/testing/made-rows.ts";

const cases = Array.from({ length: 12 }, (_, i) => makeCase(i));
const passing = { choice: null, shownAt: null, confidence: null, cannotRead: true };
const view = mainView("people");

/** One answers everything right; one passes three cases; one leaves three without an answer. */
const rowsOf = (questions: { mayPass?: boolean }) =>
  makeRows({
    cases,
    people: [
      makePerson(1, cases),
      makePerson(2, cases, (_, place) => (place < 3 ? passing : {})),
      makePerson(3, cases, (_, place) => (place < 3 ? { choice: null, shownAt: null } : {})),
    ],
    parts: { questions },
  });
const rows = rowsOf({ mayPass: true });

test("cases that somebody passed are in no n, and unanswered like those left empty", () => {
  const { people } = getPoints(rows, view);
  expect(people).toMatchObject({
    n: { answers: 30, people: 3, cases: 12 },
    right: 30,
    accuracy: 1,
    withMissing: { missing: 6, wrong: 30 / 36, right: 1 },
  });
  expect(countPassed({ rows, view })).toBe(3);
  expect(countPassed({ rows, view: { ...view, who: "simulated" } })).toBe(0);
  expect(getPeople(rows, view).people.map(({ n, right }) => [right, n])).toEqual([
    [12, 12],
    [9, 9],
    [9, 9],
  ]);
  expect(rows.people.map(({ answered, passed }) => [answered, passed])).toEqual([
    [12, 0],
    [9, 3],
    [9, 0],
  ]);
});

test("nobody is flagged for passing", () => {
  const unanswered = [...findFlags(rows, view)].filter(([, flags]) =>
    flags.some(({ kind }) => kind === "unanswered"),
  );
  expect(unanswered.map(([index]) => index)).toEqual([2]);
});

test("the results tell them only where the plan offers it", async () => {
  expect((await writeResults(rows, view)).people.passed).toBe(3);
  expect(await writeResults(rowsOf({}), view)).not.toHaveProperty("people.passed");
});
