import { describe, expect, test } from "vitest";
import { computeEce } from "#lib/metrics/calibration/calibration.ts";
import { makePeers } from "#lib/study-results/figures/people.ts";
import {
  makeModelAgreement,
  makeModelPositions,
  makeModelReliability,
} from "#lib/study-results/figures/models.ts";
import { compareRaters, findClosest, findWithPeople } from "#lib/study-results/models/model-agreement.ts";
import { chooseRun, getModelDetail, distinctName } from "#lib/study-results/models/models.ts";
import { getPoints } from "#lib/study-results/overview/overview.ts";
import { mainScores, type RunRow, type StudyRows } from "#lib/study-results/rows/rows.ts";
import { mainView, type View } from "#lib/study-results/schema.ts";
import { selectAnswers } from "#lib/study-results/rows/selection.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";
import { shuffleRows } from "#lib/study-results/testing/shuffled.ts";

const view: View = { ...mainView("people"), stratum: "all" };
const seeds = [1, 2, 3, 4, 5];
const make = (seed: number) =>
  makeRandomRows({ people: 5, cases: 60, runs: 6, seed, controls: 0.3, attention: 0.1, answersEach: 25 });

/** The same by hand: what somebody chose on each counted case. */
function listChoices(rows: StudyRows, run: RunRow | null): (number | null)[] {
  const { cases, answers } = selectAnswers(rows, view);
  return [...cases].map((at) => {
    if (run) return run.predictions.choice[at] === -1 ? null : (run.predictions.choice[at] ?? null);
    const counts = new Map<number, number>();
    for (const i of answers) {
      const choice = rows.answers.choice[i] ?? -1;
      if (rows.answers.case[i] === at) counts.set(choice, (counts.get(choice) ?? 0) + 1);
    }
    const most = Math.max(...counts.values());
    const leading = [...counts].filter(([, count]) => count === most);
    return leading.length === 1 ? (leading[0]?.[0] ?? null) : null;
  });
}

describe.each(seeds)("a study drawn with seed %i", (seed) => {
  const rows = make(seed);

  test("agreement of every two is corrected for guessing among each case’s options, over the cases that both answered", () => {
    const { runs, pairs } = compareRaters(rows, view);
    expect(runs).toHaveLength(rows.runs.length + 1);
    const withPeople = pairs.slice(1).map(([pair]) => pair?.agreement ?? -1);
    expect(withPeople).toEqual(withPeople.toSorted((a, b) => b - a));
    for (const { first, second, n, agreement, kappa } of pairs.flat()) {
      const [a, b] = [listChoices(rows, runs[first] ?? null), listChoices(rows, runs[second] ?? null)];
      const both = [...a.keys()].filter((i) => a[i] !== null && b[i] !== null);
      const share = both.filter((i) => a[i] === b[i]).length / both.length;
      const { cases } = selectAnswers(rows, view);
      const options = both.map((i) => rows.cases[cases[i] ?? 0]?.optionNames.length ?? 0);
      const chance = options.reduce((sum, count) => sum + 1 / count, 0) / both.length;
      expect([n, agreement]).toEqual([both.length, share]);
      expect(kappa).toBeCloseTo((share - chance) / (1 - chance), 12);
    }
  });

  test("what is told of a model adds up to its answers on the counted cases", () => {
    const { models } = getPoints(rows, view);
    for (const run of rows.runs) {
      const detail = getModelDetail(rows, view, run);
      const points = models.find(({ runId }) => runId === run.id);
      const { answered, failed, missing } = detail;
      expect({ answered, failed, missing }).toEqual({
        answered: points?.answered,
        failed: points?.failed,
        missing: points?.missing,
      });
      if (run.apart === null) expect(detail.right).toBe(points?.right);
      const { positions, byLength, byConfidence, calibration } = detail;
      expect(positions.n).toBe(answered);
      expect(positions.counts.reduce((sum, row, i) => sum + (row[i] ?? 0), 0)).toBe(detail.right);
      expect(byLength.reduce((sum, bin) => sum + bin.right, 0)).toBe(detail.right);
      expect(byConfidence.reduce((sum, { n }) => sum + n, 0)).toBe(calibration.n);
      const { cases } = selectAnswers(rows, view);
      const { confidence } = run.predictions;
      const sure = [...cases].filter((at) => !Number.isNaN(confidence[at]));
      const slow = computeEce(
        sure.map((at) => confidence[at] ?? 0),
        sure.map((at) => mainScores(run.predictions)[at] ?? 0),
      );
      expect(calibration.ece).toBe(slow.ece);
    }
  });

  test("neither the order of answers nor the names of options change anything", () => {
    const shuffled = shuffleRows(rows, seed);
    expect(compareRaters(shuffled, view)).toEqual(compareRaters(rows, view));
    for (const run of rows.runs)
      expect(getModelDetail(shuffled, view, run)).toEqual(getModelDetail(rows, view, run));
  });
});

describe("which model is looked at", () => {
  const rows = make(9);
  test("is the one asked for, else the best that was not selected by", () => {
    const selecting = rows.runs.find(({ apart }) => apart === "selecting");
    const [best] = getPoints(rows, view).models;
    expect(chooseRun(rows, view, null)?.id).toBe(best?.runId);
    expect(chooseRun(rows, view, "no such run")?.id).not.toBe(selecting?.id);
    expect(chooseRun(rows, view, String(selecting?.id))?.id).toBe(selecting?.id);
    expect(chooseRun({ ...rows, runs: [], stamp: "none" }, view, null)).toBeNull();
  });

  test("has more of a name only where another is called the same", () => {
    const [a, b] = rows.runs as [RunRow, RunRow];
    expect(distinctName(a, rows.runs)).toBe("model-01");
    const twice = [a, { ...b, model: a.model, version: "2" }];
    expect(twice.map((run) => distinctName(run, twice))).toEqual([
      "model-01 · zero-shot",
      "model-01 · zero-shot · 2",
    ]);
  });
});

test("a model that gave choices alone has no reliability, and still has its places", async () => {
  const rows = make(3);
  const choicesOnly = rows.runs[3] as RunRow;
  const asked = new URLSearchParams({ model: String(choicesOnly.id) });
  expect(getModelDetail(rows, view, choicesOnly).calibration).toMatchObject({ n: 0, ece: null });
  expect(await makeModelReliability(rows, view, asked, "en")).toBeNull();
  expect(await makeModelPositions(rows, view, asked, "en")).not.toBeNull();
});

test("what was decided when the cases were chosen is said of the selecting model alone", () => {
  const rows = make(2);
  const expected = { selected: "wrong", control: "right", all: "partly" } as const;
  for (const stratum of ["selected", "control", "all"] as const)
    expect(rows.runs.map((run) => getModelDetail(rows, { ...view, stratum }, run).bySelection)).toEqual(
      rows.runs.map(({ apart }) => (apart === "selecting" ? expected[stratum] : null)),
    );
  const raters = compareRaters(rows, view);
  const closest = findClosest(raters);
  const selecting = raters.runs.findIndex((run) => run?.apart === "selecting");
  expect([closest?.first, closest?.second]).not.toContain(selecting);
});

test("the files hold the numbers of the figures", async () => {
  const rows = make(7);
  const raters = compareRaters(rows, view);
  const made = await makeModelAgreement(rows, view, new URLSearchParams(), "en");
  expect(made?.csv).toHaveLength(1 + (7 * 6) / 2);
  const best = chooseRun(rows, view, null) as RunRow;
  const withPeople = findWithPeople(raters, best.id);
  const line = made?.csv.find(([first, second]) => first === "Consensus" && second === best.model);
  expect(line?.slice(2)).toEqual([withPeople?.n, withPeople?.same, withPeople?.agreement, withPeople?.kappa]);
  const bands = (await makeModelReliability(rows, view, new URLSearchParams(), "en"))?.csv.slice(1) ?? [];
  expect(bands.reduce((sum, band) => sum + Number(band[5]), 0)).toBe(
    getModelDetail(rows, view, best).calibration.n,
  );
});

test("people who were made up are called so in every figure that leaves the screen", async () => {
  const rows = makeRandomRows({ people: 12, cases: 30, runs: 2, seed: 11, simulated: 0.5 });
  const says = async (who: View["who"]) => {
    const asked = new URLSearchParams();
    const made = [
      await makeModelAgreement(rows, mainView(who), asked, "en"),
      await makePeers(rows, mainView(who), asked, "en"),
    ];
    return made.map((drawn) => /simulated people/i.test(JSON.stringify(drawn?.figure)));
  };
  expect([await says("simulated"), await says("people")]).toEqual([
    [true, true],
    [false, false],
  ]);
});
