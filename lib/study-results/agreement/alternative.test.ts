import { describe, expect, test } from "vitest";
import { altTestOfRatings } from "#lib/metrics/agreement/alt-test-of-ratings.ts";
import { shareOfEqual } from "#lib/metrics/testing/plain-agreement.ts";
import {
  chooseTested,
  falseDiscovery,
  minItems,
  readAgreementQuery,
  readEpsilon,
  getAlternatives,
  testRun,
} from "#lib/study-results/agreement/alternative.ts";
import { stepSchemas } from "#lib/studies/schema.ts";
import type { RunRow, StudyRows } from "#lib/study-results/rows/rows.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { selectAnswers } from "#lib/study-results/rows/selection.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";
import { shuffleRows } from "#lib/study-results/testing/shuffled.ts";

const view = mainView("people");
const make = (seed: number, answersEach: number) =>
  makeRandomRows({ people: 6, cases: 60, runs: 5, seed, answersEach });

const withEpsilon = (rows: StudyRows, epsilon: number): StudyRows => {
  const claims = stepSchemas.claims.parse({ epsilon });
  return { ...rows, study: { ...rows.study, design: { ...rows.study.design, claims } } };
};

function testSlowly(rows: StudyRows, run: RunRow, epsilon: number) {
  const { people, cases, answers } = selectAnswers(rows, view);
  const given = new Map([...answers].map((i) => [`${rows.answers.person[i]} ${rows.answers.case[i]}`, i]));
  const humans = [...people].map((person) =>
    [...cases].map((at) => rows.answers.choice[given.get(`${person} ${at}`) ?? -1] ?? null),
  );
  const model = [...cases].map((at) => {
    const choice = run.predictions.choice[at] ?? -1;
    return choice < 0 ? null : choice;
  });
  const settings = { epsilon, q: falseDiscovery, minItemsPerHuman: minItems };
  const { annotators, ...found } = altTestOfRatings(humans, model, settings, shareOfEqual);
  return { ...found, annotators: annotators.map((person) => people[person]) };
}

describe.each([1, 2, 3])("a study drawn with seed %i", (seed) => {
  const rows = make(seed, 50);

  test.each([null, 0.1, 0.15])(
    "tests every model as the metric does, with the plan’s epsilon: %s",
    async (epsilon) => {
      const planned = epsilon === null ? rows : withEpsilon(rows, epsilon);
      expect(readEpsilon(planned)).toEqual({ epsilon: epsilon ?? 0.2, isPlanned: epsilon !== null });
      const found = await getAlternatives(planned, view);
      expect(found).toHaveLength(rows.runs.length);
      for (const result of found) {
        if (result.run.apart === "selecting") continue;
        const slow = testSlowly(rows, result.run, epsilon ?? 0.2);
        expect(result).toMatchObject({
          omega: slow.winningRate,
          rho: slow.advantageProbability,
          passes: slow.passes,
          reason: null,
          eligible: slow.annotators.length,
        });
        const byPerson = new Map(slow.annotators.map((index, i) => [index, slow.pValues[i]]));
        expect(result.annotators.map(({ p }) => p)).toEqual(
          result.annotators.map(({ index }) => byPerson.get(index)),
        );
        expect(result.annotators.filter(({ isBeaten }) => isBeaten)).toHaveLength(
          slow.rejected.filter(Boolean).length,
        );
      }
    },
  );

  test("leaves out the model that the cases were chosen against", async () => {
    const found = await getAlternatives(rows, view);
    expect(found.at(-1)).toMatchObject({ run: { apart: "selecting" }, reason: "apart", omega: null });
    expect(chooseTested(rows, "1")?.apart).toBeNull();
  });

  test("finds the same whatever the order of answers and the names of options", async () => {
    const strip = (found: Awaited<ReturnType<typeof getAlternatives>>) =>
      found.map(({ run, ...rest }) => ({ id: run.id, ...rest }));
    const other = await getAlternatives(shuffleRows(rows, seed), view);
    expect(strip(other)).toEqual(strip(await getAlternatives(rows, view)));
  });
});

test("who has too few cases counts as a person and not as one to be compared", () => {
  const rows = make(4, 20);
  const run = rows.runs[1] as RunRow;
  expect(testRun(rows, view, run)).toMatchObject({
    people: 6,
    eligible: 0,
    omega: null,
    rho: null,
    passes: null,
    reason: "not_eligible",
    annotators: [],
  });
});

test("two people are too few, however much they answered", () => {
  const rows = makeRandomRows({ people: 2, cases: 60, runs: 2, seed: 5 });
  expect(testRun(rows, view, rows.runs[1] as RunRow)).toMatchObject({
    people: 2,
    eligible: 2,
    reason: "not_eligible",
  });
});

test("an address that asks for nothing known gets what is usual", () => {
  expect(readAgreementQuery({})).toEqual({ page: 1, model: null, check: null });
  expect(readAgreementQuery({ page: "-3", model: ["7", "8"] })).toEqual({ page: 1, model: "7", check: null });
});

test("finds the same of many people, aside, while this thread answers others", async () => {
  const rows = makeRandomRows({ people: 200, cases: 100, runs: 3, seed: 4, answersEach: 50 });
  let turns = 0;
  const counting = setInterval(() => (turns += 1));
  const found = await getAlternatives(rows, view);
  clearInterval(counting);
  expect(found.length).toBeGreaterThan(1);
  for (const result of found)
    if (result.run.apart === null) expect(result).toEqual(testRun(rows, view, result.run));
  expect(turns).toBeGreaterThan(3);
});

test("nothing is tested where figures have to hold at every look", () => {
  const rows = make(5, 60);
  const { design } = rows.study;
  const seen: StudyRows = {
    ...rows,
    study: { ...rows.study, design: { ...design, rules: { ...design.rules, interim: true } } },
  };
  const [one, held] = [rows, seen].map((of) => testRun(of, view, of.runs[1] as RunRow));
  expect([one?.passes === null, one?.annotators.length]).toEqual([false, 6]);
  const left = { omega: null, passes: null, reason: "interim", annotators: [] };
  expect(held).toEqual({ ...one, ...left });
});
