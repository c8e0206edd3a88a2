import { expect, test } from "vitest";
import { wilsonInterval } from "#lib/metrics/tests/proportion-interval.ts";
import { listAnswersTo, viewOfCase } from "#lib/study-results/cases/case-answers.ts";
import { computeCaseFigures } from "#lib/study-results/cases/case-figures.ts";
import { getPoints } from "#lib/study-results/overview/overview.ts";
import { countWithoutGold } from "#lib/study-results/rows/selection.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { makeCase, makePerson, makeRows } from "#lib/study-results/testing/made-rows.ts";
import { countChosenTypes } from "#lib/study-results/kinds/texts/results.ts";

const view = mainView("people");
const optionNames = ["One.", "Two.", "Three."];
const types = ["faithful", "contradicted", "contradicted"];
/** Of every other case it is known what is right. */
const cases = [0, 1, 2, 3].map((index) =>
  makeCase(index, { kind: "texts", optionNames, noted: types, gold: index % 2 === 0 ? 0 : null }),
);
const rows = makeRows({
  cases,
  people: [
    makePerson(1, cases, () => ({ choice: 0 })),
    makePerson(2, cases, (_, place) => ({ choice: place === 3 ? null : 1 + (place % 2) })),
  ],
});

test("what was chosen is counted by type, in cases of which no right answer is known, too", () => {
  const [found, ...others] = countChosenTypes(rows, view);
  expect(others).toEqual([]);
  expect(found).toMatchObject({ n: 7, people: 2, cases: 4 });
  expect(found?.types.map(({ type, chosen }) => [type, chosen])).toEqual([
    ["faithful", 4],
    ["contradicted", 3],
  ]);
  for (const { type, chosen, share, guessing } of found?.types ?? []) {
    const { mean, low, high } = share;
    expect(mean).toBeCloseTo(chosen / 7);
    expect(guessing).toBeCloseTo(type === "faithful" ? 1 / 3 : 2 / 3);
    // Of people and cases like these: wider than if every answer were a draw of its own.
    const naive = wilsonInterval(chosen, 7);
    expect(low).toBeLessThanOrEqual(naive.low ?? NaN);
    expect(high).toBeGreaterThanOrEqual(naive.high ?? NaN);
  }
});

test("there are none without a choice, nor where it is known what is right in every case", () => {
  expect(countChosenTypes(rows, { ...view, who: "simulated" })).toEqual([]);
  const known = makeRows({
    cases: cases.map((row) => ({ ...row, gold: 0 })),
    people: [makePerson(1, cases, () => ({ choice: 1 }))],
  });
  expect(countChosenTypes(known, view)).toEqual([]);
});

test("an answer to a case without a right one is neither right nor wrong, and how many there are is known", () => {
  const { people, consensus } = getPoints(rows, view);
  expect(people).toMatchObject({ n: { answers: 4, people: 2, cases: 2 }, right: 2, accuracy: 0.5 });
  expect(consensus.cases).toBe(2);
  expect(countWithoutGold(rows, view)).toEqual({ cases: 4, count: 2 });
  const [known, unknown] = computeCaseFigures(rows, view);
  expect(known).toMatchObject({ n: 2, right: 1, shareRight: 0.5 });
  expect(unknown).toMatchObject({
    n: 2,
    right: null,
    shareRight: null,
    difficulty: null,
    vote: { credit: null },
  });
  expect([...(unknown?.counts ?? [])]).toEqual([1, 0, 1]);
  expect(listAnswersTo(rows, viewOfCase(view), 1).map(({ right }) => right)).toEqual([null, null]);
  const open = cases.map((one) => ({ ...one, gold: null }));
  const undecided = makeRows({ cases: open, people: [makePerson(1, open, () => ({ choice: 0 }))] });
  expect(getPoints(undecided, view).people).toMatchObject({ accuracy: null, reason: "no_items" });
});
