import { expect, test } from "vitest";
import figures from "#lib/published/figures.json" with { type: "json" };
import { getIntervals } from "#lib/study-results/overview/intervals.ts";
import { getResampled } from "#lib/study-results/overview/resampled.ts";
import { computeOverview } from "#lib/study-results/overview/overview.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { selectAnswers } from "#lib/study-results/rows/selection.ts";
import { makePaperRows } from "#lib/study-results/testing/paper-rows.ts";
import { mainScores } from "#lib/study-results/rows/rows.ts";

const { rows: printed, printedOverallPercent, derived } = figures.personaeval.humanStudy;
const rows = makePaperRows();
const view = mainView("people");

test("the paper's Table 5, entered as data, gives the 90.8 % that is printed", () => {
  const { people, tracks } = computeOverview(rows, view);
  expect(people).toMatchObject({ n: { people: 20, cases: 50, answers: 1000 }, right: 908, accuracy: 0.908 });
  expect((100 * (people.accuracy ?? 0)).toFixed(1)).toBe(String(printedOverallPercent));
  expect(tracks.map(({ name, points }) => [name, points.people.right, points.people.n.answers])).toEqual([
    ["Literary", derived.correct.literary, derived.answers.literary],
    ["Drama", derived.correct.drama, derived.answers.drama],
    ["Expertise", derived.correct.expertise, derived.answers.expertise],
  ]);
  // Three cases and two: no claim is made of them, however many people answered.
  expect(tracks.map(({ points }) => points.people.isClaimable)).toEqual([true, false, false]);
});

test("and the accuracy of every participant that is printed", () => {
  const { people, answers } = selectAnswers(rows, view);
  const found = Array.from(people, (person) => {
    const own = answers.filter((i) => rows.answers.person[i] === person);
    const right = own.filter((i) => mainScores(rows.answers)[i] === 1);
    return (100 * right.length) / own.length;
  });
  expect(found).toEqual(printed.map(({ accuracyPercent }) => accuracyPercent));
});

test("its interval is of people and of cases, wider than as if all answers were independent", async () => {
  const { people } = getIntervals(rows, view);
  const resampled = await getResampled(rows, view, null);
  const { low, high } = computeOverview(rows, view).people.naive;
  expect(people.method).toBe("two_way");
  const width = (interval: { low: number | null; high: number | null }) =>
    (interval.high ?? NaN) - (interval.low ?? NaN);
  expect(width(people)).toBeGreaterThan(width({ low, high }));
  // Tracks are parts of every such study; resampling takes what lies between them for chance.
  expect(width(people)).toBeLessThan(width(resampled.people));
});
