import { describe, expect, test } from "vitest";
import {
  answersPerPage,
  listAnswersTo,
  medianTime,
  pageAnswers,
  viewOfCase,
} from "#lib/study-results/cases/case-answers.ts";
import { computeCaseFigures } from "#lib/study-results/cases/case-figures.ts";
import { drawCase } from "#lib/study-results/figures/case.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";

const view = { ...mainView("people"), track: "Literary", excluded: "with" as const };
const rows = makeRandomRows({
  people: 130,
  cases: 6,
  runs: 4,
  seed: 11,
  simulated: 0.2,
  controls: 0.3,
  reported: 0.3,
});

describe("the answers to one case", () => {
  test("are those its figures count, whichever track or stratum is looked at", () => {
    for (const { index, n, right, counts } of computeCaseFigures(rows, viewOfCase(view))) {
      const answers = listAnswersTo(rows, viewOfCase(view), index);
      expect(answers).toHaveLength(n);
      expect(answers.filter((answer) => answer.right === 1)).toHaveLength(right ?? NaN);
      const made = drawCase(rows, view, { index, probabilities: new Map() }, { locale: "en" });
      expect(made?.csv.filter(([by]) => by === "people").map((row) => row[7])).toEqual([...counts]);
      expect(answers.every(({ person }) => person.who === "people")).toBe(true);
    }
  });

  test("come in pages, those with a reason first, each once", () => {
    const answers = listAnswersTo(rows, viewOfCase(view), 0);
    const pages = [1, 2, 3].map((page) => pageAnswers(answers, page));
    expect(answers.length).toBeGreaterThan(answersPerPage);
    const shown = pages.slice(0, pages[0]?.pages).flatMap((page) => page.shown);
    expect(new Set(shown)).toEqual(new Set(answers));
    expect(shown).toHaveLength(answers.length);
    const reasons = shown.filter(({ hasReason }) => hasReason);
    expect(shown.slice(0, reasons.length)).toEqual(reasons);
    expect(pageAnswers(answers, 99).page).toBe(pages[0]?.pages);
  });

  test("have a median time over those that were timed", () => {
    const timed = [5, null, 1, 3, 100].map((activeMs) => ({ activeMs }));
    expect(medianTime(timed)).toEqual({ ms: 4, n: 4 });
    expect(medianTime([{ activeMs: null }])).toEqual({ ms: null, n: 0 });
  });
});

/** The same study with the options of every case in reverse, and its people from the last to the first. */
function turnedOver(given: StudyRows): StudyRows {
  const { answers, people, cases, runs } = given;
  const optionsOf = (at: number) => cases[at]?.optionNames.length ?? 0;
  const turn = (option: number, at: number) => (option < 0 ? option : optionsOf(at) - 1 - option);
  return {
    ...given,
    people: people.toReversed(),
    cases: cases.map((row, at) => ({
      ...row,
      optionNames: row.optionNames.toReversed(),
      gold: row.gold === null ? null : turn(row.gold, at),
    })),
    answers: {
      ...answers,
      person: answers.person.map((at) => people.length - 1 - at),
      choice: answers.choice.map((option, i) => turn(option, answers.case[i] ?? 0)),
    },
    runs: runs.map((run) => ({
      ...run,
      predictions: { ...run.predictions, choice: run.predictions.choice.map(turn) },
    })),
  };
}

test("the order of people and the names of options change no figure", () => {
  const plain = (of: StudyRows) =>
    computeCaseFigures(of, mainView("people")).map(({ counts: _counts, vote, disagreement, ...rest }) => ({
      ...rest,
      credit: vote.credit,
      disagreement: disagreement?.toFixed(12),
    }));
  expect(plain(turnedOver(rows))).toEqual(plain(rows));
});
