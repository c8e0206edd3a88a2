import { describe, expect, test } from "vitest";
import { computeHeadline } from "#lib/study-results/overview/headline.ts";
import { getPoints } from "#lib/study-results/overview/overview.ts";
import { getPeople } from "#lib/study-results/people/people.ts";
import { selectAnswers } from "#lib/study-results/rows/selection.ts";
import { getPlaces } from "#lib/study-results/overview/places.ts";
import { hasEnoughForGap } from "#lib/study-results/overview/types.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { makeCase, makePerson, makeRows, makeRun, wrongOf } from "#lib/study-results/testing/made-rows.ts";
import { makePaperRows } from "#lib/study-results/testing/paper-rows.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";
import { mainScores, type StudyRows } from "#lib/study-results/rows/rows.ts";

const headlineOf = (rows: StudyRows) => {
  const view = { ...mainView("people"), excluded: "with" as const };
  return computeHeadline(rows, view);
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
  expect(models.map(hasEnoughForGap)).toEqual([false, false]);
  const more = makeRandomRows({ people: 4, cases: 12, runs: 2, seed: 6, isSelected: false, missing: 0 });
  const told = getPoints(more, { ...mainView("people"), excluded: "with" }).models;
  expect(told.map(hasEnoughForGap)).toEqual([true, true]);
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
    apart: "fake",
    isRanked: false,
    isTested: false,
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

describe("the numbers of a headline belong together", () => {
  const made = makeRandomRows({ people: 9, cases: 40, runs: 2, seed: 11, isSelected: false });
  const [run] = made.runs;
  const rows = { ...made, study: { ...made.study, comparatorRunId: run?.id ?? null } };
  const view = { ...mainView("people"), excluded: "with" as const };
  const { people, comparator } = computeHeadline(rows, view);

  test("people less the model is the difference, each case weighing as many answers as it got", () => {
    const { value, sides } = comparator?.difference ?? {};
    const { answers } = selectAnswers(rows, view);
    const scores = mainScores((run as StudyRows["runs"][number]).predictions);
    const both = Array.from(answers, (i) => ({
      person: mainScores(rows.answers)[i] as number,
      model: scores[rows.answers.case[i] as number] as number,
    })).filter(({ model }) => !Number.isNaN(model));
    const mean = (of: "person" | "model") => both.reduce((sum, one) => sum + one[of], 0) / both.length;
    expect(sides?.people.value).toBeCloseTo(mean("person"), 12);
    expect(sides?.model.value).toBeCloseTo(mean("model"), 12);
    expect((sides?.people.value ?? 0) - (sides?.model.value ?? 0)).toBeCloseTo(value ?? NaN, 12);
    // Else it would be told with the weights of the table, in which each case counts once.
    expect(sides?.model.value).not.toBeCloseTo(comparator?.model.top1 ?? NaN, 6);
  });

  test("the mean of persons’ shares stands beside where some answered more than others", () => {
    const shares = getPeople(rows, view).people.map(({ right, n }) => right / n);
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    expect(people.ofPersons?.value).toBeCloseTo(mean, 12);
    const { low, high } = people.ofPersons?.interval ?? {};
    expect(low).toBeLessThan(mean);
    expect(high).toBeGreaterThan(mean);
    expect(headlineOf(makePaperRows()).people.ofPersons).toBeNull();
  });
});

describe("what a headline says of the comparison beside its numbers", () => {
  const cases = Array.from({ length: 40 }, (_, i) => makeCase(i, { track: i < 20 ? 0 : 1 }));
  const wrong = (isWrong: boolean) => (row: (typeof cases)[number]) =>
    isWrong ? { choice: wrongOf(row) } : {};
  const answering = (isWrong: (row: (typeof cases)[number], place: number, person: number) => boolean) =>
    Array.from({ length: 12 }, (_, person) =>
      makePerson(person + 1, cases, (row, place) => wrong(isWrong(row, place, person))(row)),
    );
  const modelRight = (isRight: (place: number) => boolean) =>
    makeRun(1, cases, (row, place) => ({ choice: isRight(place) ? (row.gold ?? 0) : wrongOf(row) }));
  const told = (run: StudyRows["runs"][number], people: ReturnType<typeof answering>, parts = {}) => {
    const rows = makeRows({ cases, people, runs: [run], tracks: ["Literary", "Drama"], parts });
    return { ...rows, study: { ...rows.study, comparatorRunId: run.id } };
  };
  const errs = (_: unknown, place: number, person: number) => (person + place) % 5 === 0;
  // People are right in four of five; the model in all of the one track and in few of the other.
  const split = told(
    modelRight((place) => place < 20 || place % 5 === 0),
    answering(errs),
  );

  test("names the tracks in which people are ahead and those in which the model is", () => {
    const { disagreement } = headlineOf(split);
    expect(disagreement?.model.map(({ track }) => track)).toEqual(["Literary"]);
    expect(disagreement?.people.map(({ track }) => track)).toEqual(["Drama"]);
    expect(disagreement?.people[0]?.points).toBeCloseTo(0.6, 12);
    expect(disagreement?.model[0]?.points).toBeCloseTo(0.2, 12);
    expect(
      headlineOf(
        told(
          modelRight((place) => place % 4 === 0),
          answering(errs),
        ),
      ).disagreement,
    ).toBeNull();
    expect(computeHeadline(split, { ...mainView("people"), track: "Drama" }).disagreement).toBeNull();
  });

  test("says that the model guesses, or was the only candidate", () => {
    const weaknessOf = (run: StudyRows["runs"][number], candidates: number | null = null) => {
      const rows = told(run, answering(errs));
      return headlineOf({ ...rows, study: { ...rows.study, comparatorCandidates: candidates } }).comparator
        ?.weakness;
    };
    expect(weaknessOf(modelRight((place) => place % 4 === 0))).toBe("guesses");
    expect(weaknessOf(modelRight((place) => place % 4 !== 0))).toBeNull();
    expect(
      weaknessOf(
        modelRight((place) => place % 4 !== 0),
        1,
      ),
    ).toBe("only_candidate");
    expect(
      weaknessOf(
        modelRight((place) => place % 4 !== 0),
        2,
      ),
    ).toBeNull();
  });

  test("says how many people are left out, and what people’s share is with them", () => {
    const people = answering((row, place, person) =>
      person === 0 ? place % 2 === 0 : errs(row, place, person),
    );
    const hasty = people.map((person, i) => (i === 0 ? { ...person, excludedReason: "asleep" } : person));
    const rows = told(
      modelRight(() => true),
      hasty,
    );
    const { n, leftOut, people: counted } = computeHeadline(rows, mainView("people"));
    expect([n.people, leftOut?.people, counted.accuracy]).toEqual([11, 1, 0.8]);
    expect(leftOut?.accuracy).toBeCloseTo((11 * 0.8 + 0.5) / 12, 12);
    expect(computeHeadline(rows, { ...mainView("people"), excluded: "with" }).leftOut).toBeNull();
  });
});
