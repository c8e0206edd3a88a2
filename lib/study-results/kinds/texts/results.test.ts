import { describe, expect, test } from "vitest";
import { getStudyTables } from "#lib/results/automatic/study-tables.ts";
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
  const [found, ...others] = computeMcq(rows, view);
  const [ofPeople, ofRun] = found?.answered ?? [];
  expect(others).toEqual([]);
  expect(found).toMatchObject({
    types: ["correct", "near_miss", "opposite_negation", "plausible_misconception"],
    hasReward: true,
    options: 4,
    guessing: [0.25, 0.25, 0.25, 0.25],
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
  const ofRun = computeMcq(rows, view)[0]?.answered[1];
  expect(ofRun?.asPublicCode.accuracy.mean).toBeCloseTo(6 / 11);
  expect(ofRun?.asPublicCode.reward?.mean).toBeCloseTo((6 - 4 - 0.5) / 11);
});

test("accuracy is told by length, and by how much there was to train on", () => {
  const [found] = computeMcq(rows, view);
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
    computeMcq(makeRows({ cases: many, people }), view)[0] ?? {};
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
  const [found] = computeMcq(makeRows({ cases: other, people }), view);
  expect([found?.hasReward, found?.answered[0]?.leftOut.accuracy.mean]).toEqual([false, 1 / 3]);
  const open = cases.map((row) => ({ ...row, gold: null }));
  expect(computeMcq(makeRows({ cases: open, people }), view)).toEqual([]);
});

describe("questions of several formats", () => {
  /** Every other one has three options, in both tracks. */
  const mixed = cases.map((row, index) => ({
    ...row,
    track: Math.floor(index / 6),
    ...(index % 2 === 1 && { noted: types.slice(0, 3), optionNames: row.optionNames.slice(0, 3) }),
  }));
  const both = makeRows({ cases: mixed, people, runs: [run], tracks: ["First", "Second"] });

  test("are a table each, which together have every answer", () => {
    const found = computeMcq(both, view);
    expect(found.map(({ options, types: own }) => [options, own.length])).toEqual([
      [3, 3],
      [4, 4],
    ]);
    expect(found[0]?.guessing).toEqual([1 / 3, 1 / 3, 1 / 3]);
    expect(found.map(({ answered }) => answered.map(({ n }) => n))).toEqual([
      [18, 5],
      [18, 5],
    ]);
    // Of every third case the first option is chosen, which is right.
    const right = found.map(({ answered: [ofPeople] }) => ofPeople?.leftOut.accuracy.mean);
    expect(right).toEqual([1 / 3, 1 / 3]);
  });

  test("are those of the track alone that is looked at", () => {
    const first = computeMcq(both, { ...view, track: "First" });
    expect(first.map(({ options, answered: [ofPeople] }) => [options, ofPeople?.n])).toEqual([
      [3, 9],
      [4, 9],
    ]);
    const alone = makeRows({
      cases: mixed.map((row, index) => ({ ...row, track: index % 2 })),
      people,
      tracks: ["Four", "Three"],
    });
    expect(computeMcq(alone, { ...view, track: "Three" }).map(({ options }) => options)).toEqual([3]);
  });

  test("are apart by the types that have no reward, and together by those that have one", () => {
    const others = ["faithful", "overstated", "contradicted", "plausible"];
    const several = cases.map((row, index) => ({
      ...row,
      noted: index % 3 === 0 ? others : index % 3 === 1 ? types : [...types.slice(0, 3), "near_miss"],
    }));
    const found = computeMcq(makeRows({ cases: several, people }), view);
    expect(found.map(({ hasReward, answered: [ofPeople] }) => [hasReward, ofPeople?.cases])).toEqual([
      [true, 8],
      [false, 4],
    ]);
    // Half of these have one plausible misconception among four, half have none.
    expect(found[0]?.guessing.at(-1)).toBeCloseTo(1 / 8);
  });

  test("of one track stand side by side in the automatic tables", async () => {
    const { tables } = await getStudyTables(both, view);
    expect(tables[0]?.parts).toEqual(
      ["First", "Second"].flatMap((track) => ["MCQ-3", "MCQ-4"].map((standard) => ({ track, standard }))),
    );
    const alone = await getStudyTables(rows, view);
    expect(alone.tables[0]?.parts).toEqual([{ track: "Literary", standard: null }]);
  });
});
