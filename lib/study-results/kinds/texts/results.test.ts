import { expect, test } from "vitest";
import { mainView } from "#lib/study-results/schema.ts";
import { makeCase, makePerson, makeRows, makeRun } from "#lib/study-results/testing/made-rows.ts";
import { computeMcq } from "#lib/study-results/kinds/texts/results.ts";

const view = mainView("people");
const types = ["correct", "opposite_negation", "near_miss", "plausible_misconception"];
/** Twelve questions about four people; the right one is the longest of every third. */
const cases = Array.from({ length: 12 }, (_, index) =>
  makeCase(index, {
    kind: "texts",
    gold: 0,
    noted: types,
    group: `person ${index % 4}`,
    attributes: { training_pairs: String(10 * (1 + (index % 4))) },
    optionNames: [index % 3 === 0 ? "The longest of all." : "Short.", "It isn't so.", "Nearly.", "Surely."],
  }),
);
const people = [1, 2, 3].map((number) => makePerson(number, cases, (_, place) => ({ choice: place % 3 })));
const run = makeRun(1, cases, (_, place) => (place < 10 ? { choice: place < 6 ? 0 : 1 } : null));
// One call failed, and one case is missing.
run.predictions.failed[10] = 1;
const rows = makeRows({ cases, people, runs: [run] });

test("accuracy, reward and shares are of people and of every run, by groups", () => {
  const found = computeMcq(rows, view);
  const [ofPeople, ofRun] = found?.answered ?? [];
  expect(found).toMatchObject({
    types: ["correct", "near_miss", "opposite_negation", "plausible_misconception"],
    hasReward: true,
    places: 4,
  });
  expect(ofPeople).toMatchObject({ runId: null, n: 36, people: 3, cases: 12 });
  expect(ofPeople?.leftOut.accuracy).toMatchObject({ mean: 1 / 3, n: 36, groups: 4, raters: 3 });
  // A third right, a third opposite, a third nearly.
  expect(ofPeople?.leftOut.reward?.mean).toBeCloseTo((1 - 1 - 0.5) / 3);
  expect(ofRun).toMatchObject({
    n: 10,
    cases: 11,
    leftOut: { malformed: 1, accuracy: { mean: 0.6, raters: null } },
  });
  expect(ofRun?.leftOut.reward?.mean).toBeCloseTo(0.6 - 0.4);
  expect(ofRun?.leftOut.shares.map(({ mean }) => mean)).toEqual([0.6, 0, 0.4, 0]);
});

test("an answer that names no option is left out, and beside it scored as the reference code does", () => {
  const ofRun = computeMcq(rows, view)?.answered[1];
  expect(ofRun?.asPublicCode.accuracy.mean).toBeCloseTo(6 / 11);
  expect(ofRun?.asPublicCode.reward?.mean).toBeCloseTo((6 - 4 - 0.5) / 11);
});

test("accuracy is told by length, and by how much there was to train on", () => {
  const found = computeMcq(rows, view);
  expect(found?.training).toEqual([10, 20, 30, 40].map((pairs) => ({ from: pairs, to: pairs })));
  const [ofPeople] = found?.answered ?? [];
  // Chosen was the first option of every third case, which is where it is the longest.
  expect([ofPeople?.leftOut.longest.mean, ofPeople?.leftOut.notLongest.mean]).toEqual([1, 0]);
  expect(ofPeople?.leftOut.choosingLongest.mean).toBeCloseTo(1 / 3);
  expect(ofPeople?.byTraining.map(({ n, groups, reason }) => [n, groups, reason])).toEqual(
    Array.from({ length: 4 }, () => [9, 1, "too_few_groups"]),
  );
});

test("many amounts are cut into parts that leave nothing out", () => {
  const many = cases.map((row, index) => ({ ...row, attributes: { training_pairs: String(index * 7) } }));
  const { training = [], answered: [ofPeople] = [] } =
    computeMcq(makeRows({ cases: many, people }), view) ?? {};
  expect(training).toEqual([
    { from: 0, to: 14 },
    { from: 21, to: 35 },
    { from: 42, to: 56 },
    { from: 63, to: 77 },
  ]);
  expect(ofPeople?.byTraining.reduce((sum, { n }) => sum + n, 0)).toBe(36);
});

test("types of another benchmark have no reward, and without a known right answer there is nothing", () => {
  const other = cases.map((row) => ({
    ...row,
    noted: ["faithful", "overstated", "contradicted", "plausible"],
  }));
  const found = computeMcq(makeRows({ cases: other, people }), view);
  expect([found?.hasReward, found?.answered[0]?.leftOut.accuracy.mean]).toEqual([false, 1 / 3]);
  const open = cases.map((row) => ({ ...row, gold: null }));
  expect(computeMcq(makeRows({ cases: open, people }), view)).toBeNull();
});
