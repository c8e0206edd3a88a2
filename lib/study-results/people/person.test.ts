import { describe, expect, test } from "vitest";
import { findPerson, listAnswersOf } from "#lib/study-results/people/person.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { makeCase, makePerson, makeRows, makeRun, wrongOf } from "#lib/study-results/testing/made-rows.ts";

const cases = [makeCase(0), makeCase(1), makeCase(2, { stratum: "attention" })];
const view = mainView("people");

describe("one participant's answers", () => {
  const rows = makeRows({
    cases,
    people: [
      makePerson(4, cases, (_, place) => (place === 1 ? { choice: null, shownAt: null } : {})),
      makePerson(5, cases, (row) => ({ choice: wrongOf(row) })),
      makePerson(6, cases),
      makePerson(7, cases, (row) => ({ choice: wrongOf(row) }), { excludedReason: "" }),
      makePerson(8, cases, (row) => ({ choice: wrongOf(row) }), { isSimulated: true }),
    ],
    runs: [
      makeRun(1, cases, (row) => ({ choice: wrongOf(row) }), { apart: "selecting" }),
      makeRun(2, cases, (row) => ({ choice: row.gold ?? 0 })),
      makeRun(3, cases, (row, place) => (place === 0 ? { choice: wrongOf(row) } : null)),
    ],
  });
  const [first, second, check] = listAnswersOf(rows, 0, view);

  test("stand in the order asked, checks among them but outside the figures", () => {
    expect(first).toMatchObject({ position: 1, choice: 0, isRight: true, isInView: true });
    expect(second).toMatchObject({ position: 2, choice: null, isRight: null, isInView: false });
    expect(check).toMatchObject({ position: 3, isRight: true, isInView: false });
  });

  test("stand beside what others chose: of their kind, who count, without themselves", () => {
    expect(first?.others).toEqual({ n: 2, most: [0, 1], count: 1 });
    const all = listAnswersOf(rows, 0, { ...view, excluded: "with" })[0]?.others;
    expect(all).toEqual({ n: 3, most: [1], count: 2 });
    expect(listAnswersOf(rows, 4, { ...view, who: "simulated" })[0]?.others.n).toBe(0);
  });

  test("stand beside the models that answered, the selecting one apart", () => {
    expect(first?.models).toEqual({ right: [1], wrong: [2] });
    expect(second?.models).toEqual({ right: [1], wrong: [] });
    expect(first?.selecting).toEqual({ run: 0, isRight: false });
  });

  test("are found by the participant's number", () => {
    expect([findPerson(rows, 6), findPerson(rows, 1)]).toEqual([2, null]);
  });
});
