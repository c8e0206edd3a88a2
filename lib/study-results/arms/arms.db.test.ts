import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { submitSitting } from "#lib/sittings/mutations.ts";
import { getOwnPlace } from "#lib/sittings/serving/case-queries.ts";
import { rowSchemas } from "#lib/study-api/row-schema.ts";
import { readExport, readLines } from "#lib/study-exports/testing/read-export.ts";
import { getArms } from "#lib/study-results/arms/arms.ts";
import { getArmDifferences } from "#lib/study-results/arms/differences.ts";
import { reportCase, withdrawCaseReport } from "#lib/study-results/cases/case-report-mutations.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { mainView } from "#lib/study-results/schema.ts";
import type { Arms } from "#lib/studies/arms/schema.ts";
import { closeStudy } from "#lib/studies/state-mutations.ts";
import { answerCase, begin, expectValue, useTrialStudies } from "#lib/testing/trial-study.ts";

const { viewer, open } = await useTrialStudies({ cases: 12 });
const context = (unit: Arms["unit"]): Arms => ({
  differ: "context",
  unit,
  arms: [
    { name: "All turns", turns: null },
    { name: "No turns", turns: 0 },
  ],
});

async function run(arms: Arms) {
  const study = await open({ assignment: { arms, people: 4 }, sample: { quota: { Literary: 10 } } });
  for (let i = 0; i < 4; i++) {
    const sitter = await begin(study);
    const place = await getOwnPlace(sitter.viewer, sitter.sittingId);
    for (const { position } of place?.progress ?? [])
      await answerCase(sitter, position, { choice: (position + i) % 4 });
    expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
  }
  expectValue(await closeStudy(viewer, study.slug));
  const rows = await getRows(viewer, study.slug);
  if (!rows) throw new Error("there are no rows");
  return { study, rows, files: await readExport(viewer, study.slug, { numbers: "study" }) };
}

test("arms of people: rows, figures and files say whose arm an answer is of, and how its case was shown", async () => {
  const { study, rows, files } = await run(context("people"));
  expect(rows.cases).toHaveLength(20);
  expect(new Set(rows.cases.map(({ key }) => key)).size).toBe(20);
  expect(rows.people.map(({ arm }) => arm).toSorted()).toEqual([1, 1, 2, 2]);
  const arms = getArms(rows, mainView("people"));
  expect(arms.map(({ people }) => people.n)).toEqual([
    { answers: 20, people: 2, cases: 10 },
    { answers: 20, people: 2, cases: 10 },
  ]);
  // What was imported knows the cases as they are.
  expect(arms.map(({ models }) => models.map(({ points }) => points.answered))).toEqual([[10], []]);
  const [difference] = getArmDifferences(rows, mainView("people")).people;
  expect(difference).toMatchObject({ cases: 10, reason: "too_few" });

  const answers = readLines(files.get("answers.jsonl"));
  for (const row of answers) {
    rowSchemas.answers.parse(row);
    expect(row["arm"]).toBe(row["variation"] === null ? "All turns" : "No turns");
    expect([null, "context:0"]).toContain(row["variation"]);
  }
  expect(answers.filter(({ arm }) => arm === "No turns")).toHaveLength(20);
  const people = readLines(files.get("participants.jsonl")).map(({ arm }) => arm);
  expect(people.toSorted()).toEqual(["All turns", "All turns", "No turns", "No turns"]);
  const cases = readLines(files.get("cases.jsonl"));
  expect(cases.filter(({ variation, arm }) => variation === "context:0" && arm === "No turns")).toHaveLength(
    10,
  );
  expect(readLines(files.get("predictions.jsonl")).map(({ arm }) => arm)).toEqual(
    Array(10).fill("All turns"),
  );
  // Rows of people as a model are joined by prompts, which say what the benchmark says.
  const model = (files.get("people-as-model/Literary_people.csv") ?? "").match(/ answers?: /g) ?? [];
  expect(model.length).toBeGreaterThan(0);
  expect(files.get("codebook.md")).toContain(
    "Cases as an arm shows them otherwise, left out of people-as-model: 10",
  );

  const varied = rows.cases.find((row) => row.varied);
  const asked = { slug: study.slug, track: "Literary", key: varied?.key ?? "" };
  expectValue(await reportCase(viewer, { ...asked, reason: "cut too short" }));
  const reports = await db.caseReport.findMany({ where: { studyId: study.id } });
  expect(reports.map(({ studyCaseId }) => studyCaseId)).toEqual([varied?.id]);
  expectValue(await withdrawCaseReport(viewer, asked));
});

test("arms of cases: everybody has answers under each, and the arm is that of the case", async () => {
  const { rows, files } = await run(context("cases"));
  expect(rows.people.map(({ arm }) => arm)).toEqual([null, null, null, null]);
  const arms = getArms(rows, mainView("people"));
  expect(arms.map(({ people }) => people.n)).toEqual([
    { answers: 20, people: 4, cases: 10 },
    { answers: 20, people: 4, cases: 10 },
  ]);
  const answers = readLines(files.get("answers.jsonl"));
  expect(answers.filter(({ arm }) => arm === "All turns")).toHaveLength(20);
  expect(readLines(files.get("participants.jsonl")).map(({ arm }) => arm)).toEqual(Array(4).fill(null));
});

test("without arms no file has a column of them", async () => {
  const study = await open();
  expectValue(await closeStudy(viewer, study.slug));
  const files = await readExport(viewer, study.slug);
  for (const name of ["answers", "participants", "cases", "predictions", "history"])
    expect((files.get(`${name}.csv`) ?? "").split("\n")[0]).not.toMatch(/\b(arm|variation)\b/);
});
