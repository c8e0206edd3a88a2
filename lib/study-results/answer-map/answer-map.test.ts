import { describe, expect, test } from "vitest";
import { getAnswerMap, getPersonMap, readPerson, readRun } from "#lib/study-results/answer-map/answer-map.ts";
import { bandTogether } from "#lib/study-results/answer-map/bands.ts";
import {
  fitsInCells,
  narrow,
  readWindow,
  wholeMap,
  writeWindow,
} from "#lib/study-results/answer-map/window.ts";
import { makeAnswerMap } from "#lib/study-results/figures/answer-map.ts";
import { getPoints } from "#lib/study-results/overview/overview.ts";
import { getPeople } from "#lib/study-results/people/people.ts";
import { mainView, type View } from "#lib/study-results/schema.ts";
import { makeCase, makePerson, makeRows, makeRun, wrongOf } from "#lib/study-results/testing/made-rows.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";

const view: View = { ...mainView("people"), stratum: "all" };

describe("a study by hand", () => {
  const cases = [
    makeCase(0),
    makeCase(1),
    makeCase(2, { track: 1 }),
    makeCase(3, { track: 1 }),
    makeCase(4, { track: 1, gold: null }),
  ];
  const [first, second, third] = cases;
  const wrong =
    (...keys: (string | undefined)[]) =>
    (row: (typeof cases)[number]) =>
      keys.includes(row.key) ? { choice: wrongOf(row) } : {};
  const rows = makeRows({
    cases,
    tracks: ["Literary", "Drama"],
    people: [
      makePerson(1, cases.slice(0, 4), wrong(first?.key, second?.key)),
      makePerson(2, cases, (row) => ({ ...wrong(first?.key)(row), ...(row === cases[4] && { choice: 2 }) })),
      makePerson(3, cases.slice(0, 4), (row) => (row === third ? { choice: null } : {})),
      makePerson(4, cases.slice(0, 2), wrong(first?.key), { excludedReason: "told by phone" }),
    ],
    runs: [
      makeRun(7, cases, (row) => (row === second ? null : { choice: wrongOf(row) })),
      makeRun(8, cases, (row) => ({ choice: row.gold ?? 0 })),
      makeRun(9, cases, (row) => ({ choice: wrongOf(row) }), { apart: "selecting" }),
    ],
  });
  const numbers = (map: ReturnType<typeof getAnswerMap>) =>
    map.people.map(({ index }) => rows.people[index]?.number);
  const keys = (map: ReturnType<typeof getAnswerMap>) => map.cases.map(({ index }) => rows.cases[index]?.key);
  const marksOf = (map: ReturnType<typeof getAnswerMap>, of: View, place: number) =>
    readPerson(rows, of, map.people[place]?.index ?? -1, map.cases).map(({ outcome }) => outcome);

  test("people stand from the best on, cases track by track from the easiest on, those without a right answer last", () => {
    const map = getAnswerMap(rows, view);
    expect(numbers(map)).toEqual([3, 2, 1]);
    expect(keys(map)).toEqual(["case-2", "case-1", "case-3", "case-4", "case-5"]);
    expect(map.cases.map(({ right, n }) => [right, n])).toEqual([[2, 3], [1, 3], [2, 2], [3, 3], [0, 0]]); // oxfmt-ignore
    expect(map.runs.map(({ index }) => rows.runs[index]?.id)).toEqual([8, 7, 9]);
    expect(map.runs.at(-1)?.accuracy).toBeNull();
  });

  test("a cell is right, wrong, unanswered, not given, or answered where nobody knows what is right", () => {
    const map = getAnswerMap(rows, view);
    expect(marksOf(map, view, 0)).toEqual(["right", "right", "unanswered", "right", "none"]);
    expect(marksOf(map, view, 1)).toEqual(["right", "wrong", "right", "right", "unscored"]);
    expect(marksOf(map, view, 2)).toEqual(["wrong", "wrong", "right", "right", "none"]);
    const run = rows.runs.findIndex(({ id }) => id === 7);
    expect(readRun(rows, run, map.cases)[0]).toEqual({ outcome: "unanswered", choice: null });
    expect(readRun(rows, run, map.cases)[1]).toEqual({ outcome: "wrong", choice: 1 });
  });

  test("who is excluded comes in with the view's switch, and always has a row alone", () => {
    expect(numbers(getAnswerMap(rows, { ...view, excluded: "with" }))).toContain(4);
    const alone = getPersonMap(rows, view, 3);
    expect(numbers(alone)).toEqual([4]);
    expect(keys(alone)).toEqual(["case-2", "case-1"]);
  });

  test("a file names no participant, and its numbers are a line a cell", async () => {
    const made = await makeAnswerMap(rows, view, new URLSearchParams(), "en");
    expect(made?.figure.kind).toBe("answerMap");
    expect(JSON.stringify(made?.figure)).not.toMatch(/Participant \d/);
    const lines = made?.csv.slice(1) ?? [];
    expect(lines.filter(([by]) => by === "people")).toHaveLength(13);
    expect(lines.filter(([by]) => by === "model")).toHaveLength(15);
    const ofOther = new URLSearchParams({ participant: "1" });
    expect(await makeAnswerMap(rows, { ...view, who: "simulated" }, ofOther, "en")).toBeNull();
  });
});

test.each([1, 2, 3])("its margins are the figures of the other rooms, with seed %i", (seed) => {
  const rows = makeRandomRows({
    people: 12,
    cases: 40,
    runs: 5,
    seed,
    answersEach: 25,
    excluded: 0.2,
    attention: 0.1,
  });
  const map = getAnswerMap(rows, view);
  const { totals } = getPeople(rows, view);
  expect(map.people.reduce((sum, { n }) => sum + n, 0)).toBe(totals.n);
  expect(map.cases.reduce((sum, { right }) => sum + right, 0)).toBe(totals.right);
  const scored = map.people.flatMap(({ index }) => readPerson(rows, view, index, map.cases));
  expect(scored.filter(({ outcome }) => outcome === "right")).toHaveLength(totals.right);
  for (const { index, right } of map.runs) {
    const points = getPoints(rows, view).models.find(({ runId }) => runId === rows.runs[index]?.id);
    expect(right).toBe(points?.right ?? 0);
  }
});

describe("more than can be told apart", () => {
  const rows = makeRandomRows({
    people: 200,
    cases: 600,
    runs: 3,
    seed: 5,
    answersEach: 50,
    cohorts: ["Readers", "Students"],
  });
  const whole = narrow(rows, view, getAnswerMap(rows, view), wholeMap);
  const { totals } = getPeople(rows, view);

  test("is banded by cohort, and every answer is in one band", () => {
    expect(fitsInCells(whole.map)).toBe(false);
    const bands = bandTogether(rows, view, whole);
    expect(bands.byCohort).toBe(true);
    expect(bands.rows.map(({ band }) => band.cohort)).toEqual(["Readers", "Students"]);
    expect(new Set(bands.columns.map(({ track }) => track)).size).toBe(3);
    const cells = bands.rows.flatMap((row) => row.cells);
    expect(cells.reduce((sum, { n }) => sum + n, 0)).toBe(totals.n);
    expect(cells.reduce((sum, { right }) => sum + right, 0)).toBe(totals.right);
  });

  test("a part of it has bands by accuracy, and so on until there are cells", () => {
    const one: View = { ...view, cohort: "Readers" };
    const all = getAnswerMap(rows, one);
    const { rows: banded, columns } = bandTogether(rows, one, narrow(rows, one, all, wholeMap));
    const [band, column] = [banded[1]?.band, columns[1]];
    const window = readWindow(
      Object.fromEntries(
        writeWindow(new URLSearchParams(), {
          people: { from: band?.from ?? 0, to: band?.to ?? 0 },
          cases: { from: column?.cases[0]?.place ?? 0, to: column?.cases.at(-1)?.place ?? 0 },
        }),
      ),
    );
    const part = narrow(rows, one, all, window);
    expect(fitsInCells(part.map)).toBe(true);
    expect(part.map.people).toEqual(band?.people);
    const answers = part.map.people.flatMap(({ index }) => readPerson(rows, one, index, part.map.cases));
    expect(answers.filter(({ outcome }) => outcome === "right")).toHaveLength(
      banded[1]?.cells[1]?.right ?? -1,
    );
  });

  test("a part that holds nobody is the whole; what isn't a part is no part", () => {
    const far = { people: { from: 900, to: 950 }, cases: null };
    expect(narrow(rows, view, getAnswerMap(rows, view), far).isWhole).toBe(true);
    for (const people of ["", "0-4", "9-3", "1-", "a-b", ["7-8", "1-2"]])
      expect(readWindow({ people }).people).toEqual(Array.isArray(people) ? { from: 7, to: 8 } : null);
  });
});
