import { describe, expect, test } from "vitest";
import { computeCaseFigures } from "#lib/study-results/cases/case-figures.ts";
import {
  caseColumns,
  wholeList as everything,
  type CaseFilter,
} from "#lib/study-results/cases/case-filters.ts";
import { getScatter } from "#lib/study-results/cases/case-scatter.ts";
import { casesPerPage, findCases, findNeighbours, listCases } from "#lib/study-results/cases/cases.ts";
import { mainScores, type StudyRows } from "#lib/study-results/rows/rows.ts";
import { mainView, type View } from "#lib/study-results/schema.ts";
import { selectAnswers } from "#lib/study-results/rows/selection.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";

const view = mainView("people");

/** Four options, the first right. Each case: what people chose, and what the second run chose. */
type CaseInput = { choices: readonly number[]; model: number | null; report?: string; check?: true };

function rowsOf(given: Readonly<Record<string, CaseInput>>): StudyRows {
  const people = Math.max(...Object.values(given).map(({ choices }) => choices.length));
  const cases = Object.entries(given);
  const rows = makeRandomRows({
    people,
    cases: cases.length,
    runs: 2,
    seed: 1,
    tracks: ["Literary"],
    missing: 0,
  });
  const { answers, runs } = rows;
  for (let i = 0; i < answers.length; i++) {
    const chosen = cases[answers.case[i] ?? 0]?.[1].choices[answers.person[i] ?? 0] ?? -1;
    answers.choice[i] = chosen;
    mainScores(answers)[i] = chosen < 0 ? NaN : Number(chosen === 0);
  }
  cases.forEach(([, { model }], i) => {
    const [, run] = runs;
    if (!run) return;
    run.predictions.choice[i] = model ?? -1;
    mainScores(run.predictions)[i] = model === null ? NaN : Number(model === 0);
    run.predictions.goldProbability[i] = model === null ? NaN : model === 0 ? 0.7 : 0.1;
  });
  return {
    ...rows,
    cases: rows.cases.map((row, i) => {
      const [key = "", { report, check } = {}] = cases[i] ?? [];
      const found = report === undefined ? null : { reason: report, at: new Date(0), by: null };
      return { ...row, key, gold: 0, stratum: check ? "attention" : "selected", report: found };
    }),
  };
}

const example = rowsOf({
  agreed: { choices: [0, 0, 0, 0], model: 1 },
  "agreed-too": { choices: [0, 0, 0, 0], model: 0 },
  fooled: { choices: [1, 1, 1, 0], model: 0 },
  "fooled-all": { choices: [2, 2, 2, 2], model: 2 },
  halved: { choices: [0, 0, 3, 3], model: 3 },
  scattered: { choices: [0, 1, 2, 0], model: null },
  "one-wrong": { choices: [3], model: 0 },
  nobody: { choices: [], model: 0 },
  doubted: { choices: [0, 0, 0, 1], model: 0, report: "two could say it" },
  check: { choices: [0, 0, 0, 0], model: 0, check: true },
});

describe("the questions that a list of cases answers", () => {
  test.each<[CaseFilter, string[]]>([
    [
      "all",
      [
        "agreed",
        "agreed-too",
        "fooled",
        "fooled-all",
        "halved",
        "scattered",
        "one-wrong",
        "nobody",
        "doubted",
      ],
    ],
    ["people_right", ["agreed"]],
    ["people_wrong", ["fooled", "one-wrong"]],
    ["split", ["halved", "scattered"]],
    ["everyone_wrong", ["fooled-all"]],
    ["tied", ["halved"]],
    ["reported", ["doubted"]],
    ["attention", ["check"]],
    ["unanswered", ["nobody"]],
  ])("%s finds %j", (filter, keys) => {
    const found = findCases(example, view, { ...everything, filter });
    expect(found.map(({ index }) => example.cases[index]?.key)).toEqual(keys);
    expect(listCases(example, view, everything).counts[filter]).toBe(keys.length);
  });

  test("a case no model answered is none that all models got wrong, and the selecting run says nothing", () => {
    const rows = rowsOf({ alone: { choices: [0, 0, 0], model: null } });
    expect(rows.runs[0]).toMatchObject({ apart: "selecting" });
    expect(rows.runs[0]?.predictions.measures[0]?.[0]).toBe(0);
    expect(computeCaseFigures(rows, view)[0]?.models).toMatchObject({ answered: 0, right: 0 });
    expect(findCases(rows, view, { ...everything, filter: "people_right" })).toEqual([]);
  });

  test("a reported case can be found where reported ones are left out, and counts nowhere there", () => {
    const without: View = { ...view, reported: "without" };
    const found = findCases(example, without, { ...everything, filter: "reported" });
    expect(found.map(({ index, isInView, place }) => [example.cases[index]?.key, isInView, place])).toEqual([
      ["doubted", false, null],
    ]);
    expect(listCases(example, without, everything).counts.all).toBe(8);
  });

  test("the hardest come first, and equal ones share their place", () => {
    const placed = computeCaseFigures(example, view).filter(({ place }) => place !== null);
    const places = Object.fromEntries(placed.map(({ index, place }) => [example.cases[index]?.key, place]));
    expect(places).toEqual({
      "fooled-all": 1,
      "one-wrong": 1,
      fooled: 3,
      halved: 4,
      scattered: 4,
      doubted: 6,
      agreed: 7,
      "agreed-too": 7,
    });
  });
});

const random = (seed: number): StudyRows =>
  makeRandomRows({
    people: 12,
    cases: 120,
    runs: 5,
    seed,
    answersEach: 25,
    controls: 0.2,
    attention: 0.05,
    reported: 0.1,
    excluded: 0.2,
    simulated: 0.3,
    known: 0.2,
    cohorts: ["PhD", "crowd"],
  });
const views: readonly View[] = [
  view,
  { ...view, stratum: "all", excluded: "with" },
  { ...view, track: "Drama", known: "without", reported: "without" },
  { ...mainView("simulated"), stratum: "control" },
  { ...view, cohort: "PhD" },
];

describe.each([1, 2, 3])("on random answers, seed %i", (seed) => {
  const rows = random(seed);

  test.each(views)("the figures count exactly the answers that every other page counts: %j", (asked) => {
    const selection = selectAnswers(rows, asked);
    const figures = computeCaseFigures(rows, asked).filter(({ isInView }) => isInView);
    expect(figures.filter(({ n }) => n > 0).map(({ index }) => index)).toEqual([...selection.cases]);
    for (const { index, n, right, counts, disagreement, difficulty } of figures) {
      const answers = [...selection.answers].filter((i) => rows.answers.case[i] === index);
      const chosen = answers.map((i) => rows.answers.choice[i] ?? -1);
      const { gold, optionNames } = rows.cases[index] ?? { gold: null, optionNames: [] };
      expect([n, right]).toEqual([chosen.length, chosen.filter((choice) => choice === gold).length]);
      expect([...counts]).toEqual(optionNames.map((_, i) => chosen.filter((choice) => choice === i).length));
      if (n < 2) expect(disagreement).toBeNull();
      else {
        const bits = [...new Set(chosen)].map(
          (choice) => chosen.filter((other) => other === choice).length / n,
        );
        const entropy = bits.reduce((sum, share) => sum - share * Math.log2(share), 0);
        expect(disagreement).toBeCloseTo(entropy / Math.log2(optionNames.length), 12);
      }
      expect(difficulty).toBe(n === 0 ? null : (n - (right ?? NaN)) / n);
    }
  });

  test("every column sorts both ways, what has no value comes last, and pages are the list in parts", () => {
    const query = { ...everything, models: [2] };
    const all = findCases(rows, { ...view, stratum: "all" }, query).map(({ index }) => index);
    expect(all.length).toBeGreaterThan(2 * casesPerPage);
    for (const column of [...caseColumns, "run-2"] as const)
      for (const descending of [false, true]) {
        const asked = { ...query, sort: { column, descending } };
        const pages = [1, 2, 3].map((page) =>
          listCases(rows, { ...view, stratum: "all" }, { ...asked, page }),
        );
        const shown = pages.flatMap((page) => page.shown);
        expect(shown.map(({ index }) => index).toSorted((a, b) => a - b)).toEqual(all);
        if (column !== "difficulty") continue;
        const values = shown.map(({ difficulty }) => difficulty);
        const known = values.filter((value) => value !== null);
        expect(values.slice(0, known.length)).toEqual(known);
        expect(known).toEqual(known.toSorted((a, b) => (descending ? b - a : a - b)));
      }
  });

  test("from each case one gets to the next of the list and back", () => {
    const found = findCases(rows, view, { ...everything, filter: "split" });
    found.forEach(({ index }, i) => {
      const { place, of, previous, next } = findNeighbours(found, index);
      expect([place, of, previous ?? undefined, next ?? undefined]).toEqual([
        i + 1,
        found.length,
        found[i - 1]?.index,
        found[i + 1]?.index,
      ]);
    });
    const other = computeCaseFigures(rows, view).find(({ index }) =>
      found.every((figures) => figures.index !== index),
    );
    expect(findNeighbours(found, other?.index ?? -1)).toMatchObject({
      place: null,
      previous: null,
      next: null,
    });
  });

  test("a plot has the cases that people and the model both have, each in one quadrant", () => {
    const scatter = getScatter(rows, view, 2);
    const probabilities = rows.runs.find(({ id }) => id === 2)?.predictions.goldProbability;
    const both = [...selectAnswers(rows, view).cases].filter((at) => !Number.isNaN(probabilities?.[at]));
    expect(scatter?.points.map(({ index }) => index)).toEqual(both);
    expect(Object.values(scatter?.quadrants ?? {}).reduce((sum, n) => sum + n, 0)).toBe(both.length);
    expect(getScatter(rows, view, 999)?.run.apart === "selecting").toBe(false);
  });
});
