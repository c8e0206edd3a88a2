import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { runResultImport } from "#lib/model-runs/mutations.ts";
import { submitSitting } from "#lib/sittings/mutations.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { exactLine } from "#lib/study-exports/people-as-model/people-as-model.ts";
import { readExport } from "#lib/study-exports/testing/read-export.ts";
import { computeOverview } from "#lib/study-results/overview/overview.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { quietly, useFiles } from "#lib/testing/benchmark-files.ts";
import { answerCase, begin, expectValue, useTrialStudies } from "#lib/testing/trial-study.ts";

const { viewer, benchmark, open } = await useTrialStudies({ cases: 12 });
const write = useFiles();

/** By person and by key of the case: nobody is tied, and the third is left out for not handing in. */
const choices = (person: number, place: number) =>
  person < 2 ? (place === 4 ? 2 : place % 4) : (place + person) % 4;

test("what people chose reads back as a model’s results, with their majority as its accuracy", async () => {
  const study = await open({ assignment: { optionOrder: "fixed" }, questions: { reason: "optional" } });
  for (let person = 0; person < 4; person++) {
    const sitter = await begin(study);
    const served = await db.servedCase.findMany({
      where: { sittingId: sitter.sittingId },
      orderBy: { studyCaseId: "asc" },
    });
    for (const [place, { position }] of served.entries())
      await answerCase(sitter, position, { choice: choices(person, place), reason: "private words" });
    if (person !== 3) expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
  }
  expectValue(await closeStudy(viewer, study.slug));
  const files = await readExport(viewer, study.slug);
  const text = files.get("people-as-model/Literary_people.csv") ?? "";
  expect(text).not.toContain("private words");

  const run = { track: "Literary", model: "people", method: "study", version: "", ranAt: null };
  const file = { ...write("Literary_people.csv", text), ...run };
  const request = { benchmark, files: [file], mode: "store", skipBad: false } as const;
  const { report, problems } = await runResultImport(viewer, request, quietly);
  expect(problems).toEqual([]);
  expect(report.runs).toMatchObject([
    { rows: 5, matched: 5, unmatched: 0, failed: 0, repaired: 0, normalised: 0, resDiffers: 0 },
  ]);

  const rows = await getRows(viewer, study.slug);
  if (!rows) throw new Error("no rows");
  const { consensus, people, models } = computeOverview(rows, mainView("people"));
  expect([people.n, consensus.ties]).toEqual([{ answers: 15, people: 3, cases: 5 }, 0]);
  const asModel = models.find(({ model }) => model === "people");
  expect(asModel).toMatchObject({ answered: 5, top1: consensus.accuracy });
  const stored = await db.prediction.findMany({ where: { run: { model: "people" } } });
  const { answers, cases } = rows;
  for (const { caseVersionId, probabilities } of stored) {
    const counts = [0, 0, 0, 0];
    for (let i = 0; i < answers.length; i++) {
      const isCounted = rows.people[answers.person[i] ?? -1]?.exclusions.length === 0;
      if (isCounted && cases[answers.case[i] ?? -1]?.versionId === caseVersionId)
        counts[answers.choice[i] ?? -1] = (counts[answers.choice[i] ?? -1] ?? 0) + 1;
    }
    expect(probabilities).toEqual(counts.map((count) => count / 3));
  }
});

test("every text stands to the letter, also one that a spreadsheet would take for a formula", () => {
  const cells = ['=SUM(A1)\r\nHe said: “no”, "no"', " - who? ", "@home", ""];
  expect(parse(exactLine(cells))).toEqual([cells]);
});
