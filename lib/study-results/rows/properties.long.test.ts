import { describe, expect, test } from "vitest";
import { wilsonInterval } from "#lib/metrics/tests/proportion-interval.ts";
import { computeOverview } from "#lib/study-results/overview/overview.ts";
import { writeResults } from "#lib/results/document.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { mainView, type View } from "#lib/study-results/schema.ts";
import { makeCase, makePerson, makeRows, makeRun, wrongOf } from "#lib/study-results/testing/made-rows.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";
import { shuffleRows } from "#lib/study-results/testing/shuffled.ts";
import { thorough } from "#lib/testing/thorough.ts";

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

const anyOrder = "every figure is the same for answers and options in another order: random study %i";
test.each([1])(anyOrder, expectSameFigures);
thorough.each([2, 3])(anyOrder, expectSameFigures);

async function expectSameFigures(seed: number): Promise<void> {
  const rows = make(seed);
  const usual = await figuresOf(rows);
  expect(await figuresOf(shuffleRows(rows, seed))).toEqual(usual);
  expect(await figuresOf(turnOptions(rows))).toEqual(usual);
}

test("one participant is no people: their share is told, and nothing claimed of anybody else", async () => {
  const errs = (row: (typeof cases)[number], place: number) =>
    place % 5 === 0 ? { choice: wrongOf(row) } : {};
  const rows = makeRows({ cases, people: [makePerson(1, cases, errs)] });
  const { people, consensus } = await writeResults(rows, view);
  const none = { low: null, high: null, reason: "too_few_raters" };
  expect(people).toMatchObject({ right: 19, accuracy: 19 / 24, isClaimable: false, interval: none });
  // Their answers are the vote, over cases like these.
  const { low, high } = wilsonInterval(19, 24);
  expect(consensus).toMatchObject({ accuracy: 19 / 24, ties: 0, interval: { low, high } });
});

describe("perfect raters", async () => {
  const runs = [makeRun(1, cases, (row) => ({ choice: row.gold ?? 0 }))];
  const study = (count: number) =>
    makeRows({ cases, runs, people: Array.from({ length: count }, (_, i) => makePerson(i + 1, cases)) });
  const [six, twelve] = await Promise.all([6, 12].map((count) => writeResults(study(count), view)));

  test("are 1, and so is their vote and the model that is as good, and no difference is claimed", () => {
    expect([six?.people.accuracy, six?.consensus.accuracy, six?.models[0]?.top1]).toEqual([1, 1, 1]);
    const { peopleLessModel, consensusLessModel } = six?.models[0] ?? {};
    expect(peopleLessModel).toMatchObject({ value: 0, p: 1, holm: 1 });
    expect(peopleLessModel?.interval?.low).toBeLessThan(-0.1);
    expect(peopleLessModel?.interval?.high).toBeGreaterThan(0.1);
    expect(consensusLessModel).toMatchObject({ value: 0, p: 1, midP: 1, holm: 1 });
  });

  test("have an interval over the cases, which no number of people that are the same closes", () => {
    const { low } = wilsonInterval(24, 24);
    for (const results of [six, twelve]) {
      expect(results?.people.interval).toMatchObject({ high: 1, method: "two_way" });
      expect(results?.people.interval.low).toBeLessThan(low ?? 0);
    }
  });
});

test("everybody counted twice changes no figure, and narrows nothing by as much as it seems", async () => {
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
  expect(twice.resampled.peopleCasesOnly).toEqual(once.resampled.peopleCasesOnly);
  const { votes: _, fewer: __, ...vote } = once.consensus;
  expect(twice.consensus).toMatchObject(vote);
  const [before, after] = [once.models[0], twice.models[0]];
  expect([after?.interval, after?.consensusLessModel]).toEqual([
    before?.interval,
    before?.consensusLessModel,
  ]);
  expect(after?.peopleLessModel.value).toBeCloseTo(before?.peopleLessModel.value ?? NaN, 12);
  // The naive one, shown for contrast alone, is the one that falls for it.
  const width = ({ low, high }: { low: number | null; high: number | null }) => (high ?? 0) - (low ?? 0);
  expect(width(twice.people.naive)).toBeLessThan(width(once.people.naive) * 0.75);
  expect(width(computeOverview(study(2), view).people.naive)).toBe(width(twice.people.naive));
});
