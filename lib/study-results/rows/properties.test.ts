import { describe, expect, test } from "vitest";
import { wilsonInterval } from "#lib/metrics/tests/proportion-interval.ts";
import { caseBootstrap } from "#lib/metrics/crossed/case-bootstrap.ts";
import { computeOverview } from "#lib/study-results/overview/overview.ts";
import { writeResults } from "#lib/study-results/overview/results-document.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { mainView, resamples, type View } from "#lib/study-results/schema.ts";
import { makeCase, makePerson, makeRows, makeRun, wrongOf } from "#lib/study-results/testing/made-rows.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";
import { shuffleRows } from "#lib/study-results/testing/shuffled.ts";

const view: View = { ...mainView("people"), stratum: "all" };
const make = (seed: number) =>
  makeRandomRows({ people: 9, cases: 36, runs: 5, seed, controls: 0.3, known: 0.2, excluded: 0.2 });
const figuresOf = async (rows: StudyRows) => ({ ...(await writeResults(rows, view)), stamp: "" });
const cases = Array.from({ length: 24 }, (_, i) => makeCase(i));

/** The same study with the options of every case in another order. */
function turnOptions(rows: StudyRows): StudyRows {
  const optionsOf = (at: number) => rows.cases[at]?.optionNames.length ?? 1;
  const turn = (option: number, at: number) => (option < 0 ? option : (option + 1 + at) % optionsOf(at));
  const { answers } = rows;
  const choice = answers.choice.map((option, i) => turn(option, answers.case[i] ?? 0));
  return {
    ...rows,
    cases: rows.cases.map((row, at) => ({ ...row, gold: row.gold === null ? null : turn(row.gold, at) })),
    answers: { ...answers, choice },
    runs: rows.runs.map((run) => ({
      ...run,
      predictions: { ...run.predictions, choice: run.predictions.choice.map(turn) },
    })),
  };
}

describe.each([1, 2, 3])("every figure of random study %i", (seed) => {
  const rows = make(seed);

  test("is the same for answers in another order, and options of other names in another order", async () => {
    const usual = await figuresOf(rows);
    expect(await figuresOf(shuffleRows(rows, seed))).toEqual(usual);
    expect(await figuresOf(turnOptions(rows))).toEqual(usual);
  });
});

test("one participant is the naive case: their own share, their cases resampled, their answers as the vote", async () => {
  const errs = (row: (typeof cases)[number], place: number) =>
    place % 5 === 0 ? { choice: wrongOf(row) } : {};
  const rows = makeRows({ cases, people: [makePerson(1, cases, errs)] });
  const { people, consensus } = await writeResults(rows, view);
  const values = Float64Array.from(cases, (_, place) => (place % 5 === 0 ? 0 : 1));
  const { low, high } = caseBootstrap(values, { b: resamples, seed: 7 });
  expect(people).toMatchObject({ right: 19, accuracy: 19 / 24, interval: { low, high } });
  expect(people.casesOnly).toMatchObject({ low, high });
  expect(consensus).toMatchObject({ accuracy: 19 / 24, ties: 0, interval: { low, high } });
  // Where nothing varies, too.
  const perfect = await writeResults(makeRows({ cases, people: [makePerson(1, cases)] }), view);
  expect(perfect.people.interval).toMatchObject({ ...perfect.people.naive, method: "wilson", n: 24 });
});

describe("perfect raters", async () => {
  const runs = [makeRun(1, cases, (row) => ({ choice: row.gold ?? 0 }))];
  const study = (count: number) =>
    makeRows({ cases, runs, people: Array.from({ length: count }, (_, i) => makePerson(i + 1, cases)) });
  const [six, twelve] = await Promise.all([6, 12].map((count) => writeResults(study(count), view)));

  test("are 1, and so is their vote and the model that is as good", () => {
    expect([six?.people.accuracy, six?.consensus.accuracy, six?.models[0]?.top1]).toEqual([1, 1, 1]);
    expect(six?.models[0]?.gap).toMatchObject({ value: 0, p: null, interval: { reason: "no_variation" } });
    expect(six?.models[0]?.mcnemar).toMatchObject({ p: 1, holm: 1 });
  });

  test("have Wilson’s interval over the cases, which more people that are the same don’t narrow", () => {
    const { low, high } = wilsonInterval(24, 24);
    for (const results of [six, twelve])
      expect(results?.people.interval).toMatchObject({ low, high, method: "wilson", n: 24 });
  });
});

test("everybody counted twice narrows no interval that clusters by case, and changes no figure", async () => {
  const say = (number: number) => (row: (typeof cases)[number], place: number) =>
    (place * 7 + number * 3) % 11 < 3 ? { choice: wrongOf(row) } : {};
  const runs = [
    makeRun(1, cases, (row, place) => ({ choice: place % 3 === 0 ? wrongOf(row) : (row.gold ?? 0) })),
  ];
  const study = (times: number) => {
    const people = Array.from({ length: 5 * times }, (_, i) => makePerson(i + 1, cases, say(i % 5)));
    return makeRows({ cases, people, runs });
  };
  const [once, twice] = [await writeResults(study(1), view), await writeResults(study(2), view)];
  expect(twice.people.accuracy).toBe(once.people.accuracy);
  expect(twice.people.casesOnly).toEqual(once.people.casesOnly);
  expect(twice.consensus).toEqual(once.consensus);
  const [before, after] = [once.models[0], twice.models[0]];
  expect([after?.interval, after?.mcnemar, after?.gap.value]).toEqual([
    before?.interval,
    before?.mcnemar,
    before?.gap.value,
  ]);
  // The naive one, shown for contrast alone, is the one that falls for it.
  const width = ({ low, high }: { low: number | null; high: number | null }) => (high ?? 0) - (low ?? 0);
  expect(width(twice.people.naive)).toBeLessThan(width(once.people.naive) * 0.75);
  expect(width(computeOverview(study(2), view).people.naive)).toBe(width(twice.people.naive));
});
