import { describe, expect, test } from "vitest";
import { writeHeadline } from "#lib/study-results/overview/headline.ts";
import { getPoints } from "#lib/study-results/overview/overview.ts";
import { getPlaces } from "#lib/study-results/overview/places.ts";
import { isGapTold } from "#lib/study-results/overview/types.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { makeCase, makePerson, makeRows, makeRun, wrongOf } from "#lib/study-results/testing/made-rows.ts";
import { makePaperRows } from "#lib/study-results/testing/paper-rows.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";
import { mainScores, type StudyRows } from "#lib/study-results/rows/rows.ts";

const headlineOf = (rows: StudyRows) => {
  const view = { ...mainView("people"), excluded: "with" as const };
  return writeHeadline(rows, view);
};

test("everybody answered every case", () => {
  expect(headlineOf(makePaperRows())).toMatchObject({
    spread: { kind: "all" },
    n: { people: 20, cases: 50 },
    isClaimable: true,
    best: null,
  });
});

test("everybody answered as many cases, but others", () => {
  const rows = makeRandomRows({ people: 8, cases: 30, runs: 3, seed: 3, answersEach: 10, isSelected: false });
  // Nobody left one out.
  rows.answers.choice.forEach((choice, i) => {
    if (choice < 0) mainScores(rows.answers)[i] = 0;
  });
  expect(headlineOf(rows).spread).toEqual({ kind: "each", answers: 10 });
});

test("some answered more than others; and the best model is none that the cases were chosen by", () => {
  const rows = makeRandomRows({ people: 8, cases: 30, runs: 3, seed: 3 });
  const { spread, best } = headlineOf(rows);
  expect(spread).toEqual({ kind: "unequal" });
  expect(best?.model).toMatchObject({ apart: null, isRanked: true });
  const shares = getPoints(rows, mainView("people")).models.map(({ top1 }) => top1 ?? 0);
  expect(best?.model.top1).toBe(Math.max(...shares));
});

test("a difference from people is told where there are answers enough to claim something of them", () => {
  // A dozen answers to a dozen cases: a model’s share can be told, and not how far it is from people’s.
  const rows = makeRandomRows({ people: 1, cases: 12, runs: 2, seed: 6, isSelected: false, missing: 0 });
  const { models } = getPoints(rows, { ...mainView("people"), excluded: "with" });
  expect(models.map(isGapTold)).toEqual([false, false]);
  const more = makeRandomRows({ people: 4, cases: 12, runs: 2, seed: 6, isSelected: false, missing: 0 });
  const told = getPoints(more, { ...mainView("people"), excluded: "with" }).models;
  expect(told.map(isGapTold)).toEqual([true, true]);
});

test("three cases are too few to claim anything of, however many answered them", () => {
  const rows = makeRandomRows({ people: 40, cases: 3, runs: 1, seed: 3, isSelected: false });
  expect(headlineOf(rows)).toMatchObject({ isClaimable: false, n: { cases: 3 } });
});

test("the model that the plan names stays held against people where it filtered the benchmark, but is not ranked", () => {
  const made = makeRandomRows({ people: 8, cases: 30, runs: 4, seed: 3, isSelected: false });
  const [named, other] = made.runs;
  const apart = (run: StudyRows["runs"][number]) =>
    run === named || run === other ? { ...run, apart: "filter" as const } : run;
  const study = { ...made.study, comparatorRunId: named?.id ?? null };
  const { comparator, best } = headlineOf({ ...made, study, runs: made.runs.map(apart) });
  expect(comparator).toMatchObject({ model: { runId: named?.id, apart: "filter", isRanked: false } });
  expect(comparator?.difference.p).not.toBeNull();
  expect(best?.model.apart).toBeNull();
  const { models } = getPoints({ ...made, study, runs: made.runs.map(apart) }, mainView("people"));
  expect(models.find(({ runId }) => runId === other?.id)).toMatchObject({ isRanked: false, isTested: false });
});

test("what a fake server made is in no ranking and no test, even where the plan names it", () => {
  const made = makeRandomRows({ people: 8, cases: 30, runs: 3, seed: 3, isSelected: false });
  const [fake] = made.runs;
  const runs = made.runs.map((run) => (run === fake ? { ...run, apart: "fake" as const } : run));
  const rows = { ...made, runs, study: { ...made.study, comparatorRunId: fake?.id ?? null } };
  const { models } = getPoints(rows, mainView("people"));
  expect(models.find(({ runId }) => runId === fake?.id)).toMatchObject({
    ...{ apart: "fake", isRanked: false, isTested: false },
  });
  const { comparator, best } = headlineOf(rows);
  expect(comparator).toBeNull();
  expect(best?.model.apart).toBeNull();
  expect(models.at(-1)?.runId).toBe(fake?.id);
  expect(getPlaces(rows, mainView("people")).has(fake?.id ?? 0)).toBe(false);
});

describe("what the model that the plan names left out", () => {
  const cases = Array.from({ length: 40 }, (_, i) => makeCase(i));
  const missed = (places: readonly number[]) => (row: (typeof cases)[number], place: number) =>
    places.includes(place) ? { choice: wrongOf(row) } : {};
  const right = ({ gold }: (typeof cases)[number]) => ({ choice: gold ?? 0 });
  // Everybody errs in eight cases of forty, each in others.
  const people = Array.from({ length: 12 }, (_, i) =>
    makePerson(i + 1, cases, missed(Array.from({ length: 8 }, (_, j) => (i + 5 * j) % 40))),
  );
  const outcomeOf = (run: StudyRows["runs"][number]) => {
    const rows = makeRows({ cases, people, runs: [run], parts: { claims: { margin: 0.05 } } });
    return headlineOf({ ...rows, study: { ...rows.study, comparatorRunId: run.id } }).comparator;
  };

  test("decides nothing: ahead on what it answered, and not where the rest counts as wrong", () => {
    const all = outcomeOf(makeRun(1, cases, right));
    expect(all).toMatchObject({ outcome: "model_ahead", strict: null, isNoWorse: true });
    const without = outcomeOf(makeRun(1, cases, (row, place) => (place < 30 ? right(row) : null)));
    expect(without?.model).toMatchObject({ top1: 1, withMissing: { missing: 10, wrong: 0.75 } });
    expect(without).toMatchObject({ outcome: "left_out", isNoWorse: false });
    expect(without?.strict?.value).toBeCloseTo(0.8 - 0.75, 12);
  });

  test("changes nothing where it would be ahead all the same", () => {
    const found = outcomeOf(makeRun(1, cases, (row, place) => (place < 38 ? right(row) : null)));
    expect(found?.outcome).toBe("model_ahead");
    expect(found?.strict?.value).toBeCloseTo(0.8 - 38 / 40, 12);
  });
});
