import { describe, expect, test } from "vitest";
import { calibratePeople, calibrateRun } from "#lib/study-results/people/calibration-of-people.ts";
import {
  countSure,
  sureInBin,
  sureInGroup,
  type ConfidenceRange,
} from "#lib/study-results/cases/case-confidence.ts";
import { readCaseQuery, wholeList, writeCaseQuery } from "#lib/study-results/cases/case-filters.ts";
import { listCases } from "#lib/study-results/cases/cases.ts";
import { getModelDetail } from "#lib/study-results/models/models.ts";
import { mainView, type View } from "#lib/study-results/schema.ts";
import { selectAnswers } from "#lib/study-results/rows/selection.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";

// People say how sure they are in whole percents, so that many of them lie on the edge of a bin.
const rows = makeRandomRows({
  people: 14,
  cases: 160,
  runs: 5,
  seed: 8,
  answersEach: 60,
  controls: 0.2,
  attention: 0.05,
  reported: 0.1,
  excluded: 0.2,
  simulated: 0.3,
  known: 0.2,
  cohorts: ["PhD", "crowd"],
});
const view = mainView("people");
const views: readonly View[] = [
  view,
  { ...view, stratum: "all", excluded: "with", known: "without" },
  { ...view, track: "Drama", reported: "without", cohort: "PhD" },
  mainView("simulated"),
];

/** How many cases the list shows to whoever follows the address. */
function countListed(asked: View, sure: ConfidenceRange): number {
  const written = writeCaseQuery(asked, { ...wholeList, sure });
  return listCases(rows, asked, readCaseQuery(Object.fromEntries(written), rows)).total;
}

describe.each(views)("the cases behind a number: %j", (asked) => {
  test("a bin of a model has as many as it counts, and so has a group by confidence", () => {
    for (const run of rows.runs) {
      const { bins } = calibrateRun(rows, asked, run);
      expect(bins.map((_, place) => countListed(asked, sureInBin(run.id, place)))).toEqual(
        bins.map(({ n }) => n),
      );
      const { byConfidence } = getModelDetail(rows, asked, run);
      expect(byConfidence.map((group) => countListed(asked, sureInGroup(run.id, group)))).toEqual(
        byConfidence.map(({ n }) => n),
      );
    }
  });

  test("a bin of people has the cases that its answers were given to", () => {
    const { bins } = calibratePeople(rows, asked);
    const answers = [...selectAnswers(rows, asked).answers];
    const { confidence, case: caseOf } = rows.answers;
    expect(bins.filter(({ n }) => n > 0).length).toBeGreaterThan(10);
    bins.forEach(({ n, from, to }, place) => {
      const found = countSure(rows, asked, sureInBin("people", place));
      expect([...found.values()].reduce((sum, count) => sum + count, 0)).toBe(n);
      const percents = (i: number) => Math.round(100 * (confidence[i] ?? NaN));
      const given = answers.filter((i) => percents(i) > 100 * from && percents(i) <= Math.round(100 * to));
      expect(new Set(found.keys())).toEqual(new Set(given.map((i) => caseOf[i])));
      expect(countListed(asked, sureInBin("people", place))).toBe(found.size);
    });
  });
});

test("a case that no answer of the view is to has none, whatever a model said of it", () => {
  const sure: ConfidenceRange = { of: 2, from: 0, to: 1, isAbove: false };
  const found = listCases(rows, view, { ...wholeList, filter: "unanswered", sure });
  expect(found.counts.unanswered).toBeGreaterThan(0);
  expect(found.total).toBe(0);
});
