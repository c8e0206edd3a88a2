import { describe, expect, test } from "vitest";
import { countArms, getArms } from "#lib/study-results/arms/arms.ts";
import { getArmDifferences } from "#lib/study-results/arms/differences.ts";
import { findArm, findPlainArm, formatArmName } from "#lib/study-results/arms/place.ts";
import { computeHeadline } from "#lib/study-results/overview/headline.ts";
import { getIntervals } from "#lib/study-results/overview/intervals.ts";
import { getPoints, getSelection } from "#lib/study-results/overview/overview.ts";
import { packSelection } from "#lib/study-results/overview/packed-selection.ts";
import { computeFlow } from "#lib/study-results/people/flow.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { mainView, formatCaseName, readCaseName } from "#lib/study-results/schema.ts";
import { isWrong, makeArmedRows } from "#lib/study-results/testing/armed-rows.ts";
import { makeCase, makePerson, makeRows, makeRun, wrongOf } from "#lib/study-results/testing/made-rows.ts";
import { armsSchema, type Arms } from "#lib/studies/arms/schema.ts";

const view = mainView("people");
const instructions = armsSchema.parse({
  differ: "instructions",
  arms: [
    { name: "As before", instructions: { en: "" } },
    { name: "Slowly", instructions: { en: "Slowly." } },
  ],
});

/** Counted answer by answer: how many of an arm's are right, and of how many. */
function countByHand({ answers, cases, people }: StudyRows, arm: number) {
  let [right, n] = [0, 0];
  for (let i = 0; i < answers.length; i++) {
    const row = cases[answers.case[i] ?? 0];
    if ((people[answers.person[i] ?? 0]?.arm ?? row?.arm) !== arm) continue;
    n += 1;
    right += Number(answers.choice[i] === row?.gold);
  }
  return { right, n };
}

describe.each(["people", "cases"] as const)("arms of %s", (unit) => {
  const rows = makeArmedRows(unit);

  test("each have the answers that were given under it, and the models that were asked about what it shows", () => {
    const arms = getArms(rows, view);
    expect(arms.map(({ name }) => name)).toEqual(["All turns", "Four turns"]);
    for (const { arm, people, models } of arms) {
      const { right, n } = countByHand(rows, arm);
      expect([people.right, people.n.answers, people.n.cases]).toEqual([right, n, 12]);
      expect(people.n.people).toBe(unit === "people" ? 4 : 8);
      expect(models.map(({ points }) => points.runId).toSorted()).toEqual(arm === 1 ? [1, 2] : [1]);
    }
    expect(arms.flatMap(({ models }) => models.map(({ points }) => points.answered))).toEqual([12, 12, 12]);
    expect(countArms(rows, view).map(({ n }) => n.answers)).toEqual([48, 48]);
  });

  test("show no more cases together than each does: a case in two versions is one, and each person answered all", () => {
    const { people, models, consensus } = getPoints(rows, view);
    expect(people.n).toMatchObject({ answers: 96, people: 8, cases: 12 });
    expect(models.map(({ gap }) => gap.cases)).toEqual([12, 12]);
    expect(computeHeadline(rows, view)).toMatchObject({ n: { cases: 12 }, spread: { kind: "all" } });
    expect(computeFlow(rows, "people", { coming: [], invited: 0 }).cases).toBe(12);
    // Votes are cast on each version.
    expect(consensus.cases).toBe(24);
  });

  test("differ by what the shares of both differ by, over the same cases, with an interval about it", () => {
    const { people, models } = getArmDifferences(rows, view);
    const [one, other] = [countByHand(rows, 1), countByHand(rows, 2)];
    expect(people).toHaveLength(1);
    const [found] = people;
    expect(found).toMatchObject({ first: 1, second: 2, cases: 12, reason: null });
    expect(found?.value).toBeCloseTo(one.right / one.n - other.right / other.n, 12);
    expect(found?.low).toBeLessThan(found?.value ?? 0);
    expect(found?.high).toBeGreaterThan(found?.value ?? 0);
    expect(found?.holm).toBe(found?.p);
    // The second run knows the cases as they are alone.
    expect(models.map(({ runs }) => runs[0].id)).toEqual([1]);
    expect(models[0]).toMatchObject({ cases: 12, ofFirst: 8 / 12, ofSecond: 8 / 12, value: 0, p: 1 });
  });

  test("while people still answer no interval of a difference is told, and nothing is tested", () => {
    const [found] = getArmDifferences(makeArmedRows(unit, "open"), view).people;
    expect(found).toMatchObject({ low: null, high: null, p: null, holm: null, reason: "interim" });
  });
});

test("a difference is over the cases that have answers under both arms, and says where there are none", () => {
  const rows = makeArmedRows("people");
  const reported = rows.cases.map((row) =>
    row.arm === 2 && row.id > 300 ? { ...row, report: { reason: "bad", at: new Date(0), by: null } } : row,
  );
  const left = { ...view, reported: "without" } as const;
  expect(getArmDifferences({ ...rows, cases: reported }, left).people[0]).toMatchObject({
    cases: 1,
    reason: "too_few",
    low: null,
  });
  expect(getArmDifferences(rows, { ...view, track: "Elsewhere" }).people[0]).toMatchObject({
    cases: 0,
    value: null,
    reason: "no_items",
  });
});

test("all arms together are in the overview, where the two ways of a case are one, drawn by chance together", () => {
  const rows = makeArmedRows("people");
  expect(getIntervals(rows, view).works).toBeNull();
  expect(new Set(packSelection(getSelection(rows, view)).clusterOf).size).toBe(12);
});

describe("arms that people are told something else in", () => {
  const cases = Array.from({ length: 12 }, (_, at) => makeCase(at));
  const people = Array.from({ length: 6 }, (_, at) =>
    makePerson(at + 1, cases, (row, place) => (isWrong(at, place, at % 2) ? { choice: wrongOf(row) } : {}), {
      arm: (at % 2) + 1,
    }),
  );
  const ask = (id: number, arm: number | null, method: string, wrong: number) =>
    makeRun(id, cases, (row, at) => ({ choice: at < wrong ? wrongOf(row) : (row.gold ?? 0) }), {
      arm,
      method,
      model: "model-a",
    });
  const runs = [ask(1, 1, "plain", 2), ask(2, 2, "slow", 5), ask(3, null, "zero-shot", 0)];
  const rows = makeRows({ cases, people, runs, parts: { assignment: { arms: instructions } } });

  test("have the runs that were made for them, two of one model as a pair", () => {
    const arms = getArms(rows, view);
    expect(arms.map(({ models }) => models.map(({ points }) => points.runId))).toEqual([[1], [2]]);
    expect(arms.map(({ people: { n } }) => n)).toEqual([
      { answers: 36, people: 3, cases: 12 },
      { answers: 36, people: 3, cases: 12 },
    ]);
    const [found] = getArmDifferences(rows, view).models;
    expect(found?.runs.map(({ id }) => id)).toEqual([1, 2]);
    expect(found?.value).toBeCloseTo(10 / 12 - 7 / 12, 12);
    // Three cases the one way and none the other: by sign alone 2 × (1/2)³.
    expect(found?.p).toBeCloseTo(0.25, 12);
  });

  test("where several runs of a model may be meant, none is", () => {
    const more = [...runs, ask(4, 2, "slower", 1)];
    expect(getArmDifferences({ ...rows, runs: more }, view).models).toEqual([]);
  });
});

test("a case is called by its key and how it is shown, and found again by that", () => {
  expect(formatCaseName("k", null)).toBe("k");
  expect(readCaseName(formatCaseName("k (2)", "context:4"))).toEqual([
    { key: "k (2) (context:4)", variation: null },
    { key: "k (2)", variation: "context:4" },
  ]);
  expect(readCaseName("k")).toEqual([{ key: "k", variation: null }]);
});

test("the arm of a case follows from how it is shown", () => {
  const { design } = makeArmedRows("cases").study;
  expect([null, "context:4", "context:5"].map((way) => findArm(design, way))).toEqual([1, 2, null]);
  expect(findPlainArm(design)).toBe(1);
  expect([1, 2, null].map((arm) => formatArmName(design, arm))).toEqual(["All turns", "Four turns", null]);
  const drawn: Arms = {
    differ: "distractors",
    unit: "people",
    arms: [
      { name: "Near", distractors: "near" },
      { name: "Random", distractors: "random" },
    ],
  };
  const other = { ...design, assignment: { ...design.assignment, arms: drawn } };
  const ways = ["distractors:random:7", "distractors:random:7:0123abcd", "distractors:random:71", null];
  expect(ways.map((way) => findArm(other, way))).toEqual([2, 2, null, 1]);
  const told = { ...design, assignment: { ...design.assignment, arms: instructions } };
  expect(findArm(told, null)).toBeNull();
});
