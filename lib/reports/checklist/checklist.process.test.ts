import { describe, expect, test } from "vitest";
import { renderChecklist } from "#lib/reports/checklist/checklist.ts";
import { pointKeys, type Gap, type PointKey, type PointState } from "#lib/reports/schema.ts";
import type { Report } from "#lib/reports/compose.ts";
import { imagineRecord, imagineReport } from "#lib/reports/testing/reports.ts";
import { makePaperRows } from "#lib/study-results/testing/paper-rows.ts";
import { makeRandomRows, type RandomRowsOptions } from "#lib/study-results/testing/random-rows.ts";

const reference = { model: "model-01", method: "zero-shot", version: "", threshold: 0.5 };
const recorded = {
  instructions: "Pick one.",
  context: "The case.",
  tools: "None.",
  optionOrder: "Of the file.",
};
const quota = { Literary: 20, Drama: 20, Expertise: 20 };
const rules = { incomplete: true };

const good: RandomRowsOptions = {
  people: 26,
  cases: 90,
  runs: 3,
  seed: 21,
  missing: 0,
  controls: 0.3,
  parts: {
    frame: { reference },
    sample: { quota },
    rules,
    questions: { knowsWork: "required" },
    assignment: { people: 20 },
    power: { accuracy: 0.8 },
    recruitment: {
      reporting: {
        how: "By a mailing list.",
        where: "Norway",
        eligibility: "Adults could take part.",
        payment: { kind: "unpaid" },
        approval: { kind: "exempt", words: "The study was exempt from review." },
        translation: { allowed: false },
        tools: { allowed: false },
      },
    },
  },
};

/** Everybody finished and said whether they knew the work. */
async function makeGood(): Promise<Report> {
  const rows = makeRandomRows(good);
  rows.answers.knows.fill(0);
  const parity = new Map(rows.runs.map(({ id }) => [id, recorded]));
  return imagineReport(rows, "people", { parity });
}

const statesOf = ({ points }: Report) =>
  Object.fromEntries(points.map(({ key, state }) => [key, state])) as Record<PointKey, PointState>;
const gapsOf = ({ points }: Report, key: PointKey): readonly Gap[] =>
  points.find((point) => point.key === key)?.gaps ?? [];

describe("the checklist", () => {
  test("of a study that has everything is met in every point", async () => {
    const report = await makeGood();
    expect(report.points.map(({ key }) => key)).toEqual(pointKeys);
    expect(statesOf(report)).toEqual(Object.fromEntries(pointKeys.map((key) => [key, "met"])));
    expect(report.points.flatMap(({ gaps }) => gaps)).toEqual([]);
    const written = renderChecklist(report.facts, report.points);
    expect(written.match(/^## \d+\. .+: \[x\] met$/gm)).toHaveLength(14);
    expect(written).toContain("14 of 14 points met, 0 partly, 0 missing, 0 not applicable.");
  });

  test("of a study that has nothing says what is missing in every point, and what would mend it", async () => {
    const rows = makeRandomRows({
      people: 4,
      cases: 6,
      runs: 1,
      seed: 2,
      simulated: 1,
      parts: {
        frame: { reference },
        sample: { quota: { Literary: 1 } },
        rules: { incomplete: false },
        assignment: { people: 1 },
      },
    });
    const report = await imagineReport(rows, "simulated", { manifest: null });
    const others = {
      alternative: "not_applicable",
      parity: "not_applicable",
      participants: "not_applicable",
    };
    expect(statesOf(report)).toEqual({
      ...Object.fromEntries(pointKeys.map((key) => [key, "missing"])),
      ...others,
    });
    for (const { key, gaps, state } of report.points)
      expect([key, gaps.every(({ what, mend }) => what !== "" && mend !== "") && gaps.length > 0]).toEqual([
        key,
        state === "missing",
      ]);
  });

  test("says in numbers why a model can't be tested, and which parts of its record aren't there", async () => {
    const rows = makeRandomRows({ people: 20, cases: 25, runs: 3, seed: 4, answersEach: 20, missing: 0 });
    const record = imagineRecord(rows);
    const report = await imagineReport(rows, "people", record);
    expect(statesOf(report)).toMatchObject({ alternative: "missing", parity: "missing" });
    const people = report.facts.results.people.n.people;
    expect(gapsOf(report, "alternative")[0]?.what).toBe(
      `Not eligible: 0 of ${people} annotators with 30 shared cases; 3 needed.`,
    );
    expect(gapsOf(report, "parity").map(({ what }) => what)).toEqual(
      ["Instructions", "Context", "Tools", "Order of options"].map(
        (field) => `${field} not recorded for any model.`,
      ),
    );
    const one = await imagineReport(rows, "people", {
      parity: new Map([...record.parity, [2, { ...recorded, tools: "" }]]),
    });
    expect(statesOf(one).parity).toBe("partly");
    expect(gapsOf(one, "parity")[2]?.what).toBe("Tools not recorded for any model.");
    expect(gapsOf(one, "parity")[0]?.what).toBe("Instructions not recorded: model-03 (cot).");
  });

  test("of the paper's own study claims nothing of three cases and of two", async () => {
    const report = await imagineReport(makePaperRows());
    expect(statesOf(report)).toMatchObject({
      smallTracks: "partly",
      uncertainty: "met",
      agreement: "partly",
    });
    expect(gapsOf(report, "smallTracks").map(({ what }) => what)).toEqual([
      "Too few in Drama: 60 answers, 3 cases.",
      "Too few in Expertise: 40 answers, 2 cases.",
    ]);
  });

  test("says which runs came while people answered, and which when it had closed", async () => {
    const rows = makeRandomRows({ ...good, people: 8, cases: 30, runs: 4 });
    const { study } = rows;
    const days = (n: number) => new Date(Date.UTC(2026, 0, n));
    // The first stands apart, so that it is in no test.
    const added = [40, 5, 15, 25];
    const late = {
      ...rows,
      study: { ...study, openedAt: days(10), closedAt: days(20) },
      runs: rows.runs.map((run, n) => ({ ...run, addedAt: days(added[n] ?? 1) })),
    };
    const notesOf = async (given: typeof rows, wanted: PointKey) =>
      (await imagineReport(given)).points.find(({ key }) => key === wanted)?.notes;
    expect(await notesOf(late, "frozen")).toEqual([
      expect.stringMatching(/^Added while people answered.*: model-03 \(cot\)\./),
      expect.stringMatching(/^Added after the study had closed.*: model-04 \(zero-shot\)\./),
    ]);
    expect(await notesOf(late, "pairedTests")).toEqual([
      expect.stringMatching(/^Runs added after opening: 2 of 3/),
    ]);
    expect(await notesOf(rows, "frozen")).toEqual([]);
    expect(await notesOf(rows, "pairedTests")).toEqual([]);
  });

  const { parts } = good;
  const sample = { quota };
  // What one point says needs no more than this.
  const small: RandomRowsOptions = { ...good, people: 8, cases: 30 };
  test.each<[PointKey, string, RandomRowsOptions]>([
    ["sameItems", "Not answered in full: model-", { ...small, missing: 0.05 }],
    ["selection", "No control cases", { ...small, controls: 0 }],
    ["frozen", "reported as bad after opening", { ...small, reported: 0.05 }],
    ["exposure", "Answers without it", small],
    ["exclusions", "Excluded by hand", { ...small, excluded: 0.1 }],
    [
      "exclusions",
      "rule about attention checks but no checks",
      { ...small, parts: { ...parts, rules: { failedChecks: 1 } } },
    ],
    [
      "power",
      "of 60 planned people count",
      { ...small, parts: { ...parts, sample, assignment: { people: 60 } } },
    ],
    ["report", "interim", { ...small, state: "open" }],
  ])("in the point %s is partly met where: %s", async (key, what, wanted) => {
    const report = await imagineReport(makeRandomRows(wanted));
    expect(statesOf(report)[key]).toBe("partly");
    expect(gapsOf(report, key)[0]?.what).toMatch(new RegExp(what));
  });
});
