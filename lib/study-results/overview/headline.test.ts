import { expect, test } from "vitest";
import { writeHeadline } from "#lib/study-results/overview/headline.ts";
import { getPoints } from "#lib/study-results/overview/overview.ts";
import { isGapTold } from "#lib/study-results/overview/types.ts";
import { mainView } from "#lib/study-results/schema.ts";
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
