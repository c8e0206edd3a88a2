import { expect, test } from "vitest";
import { runCaseImport } from "#lib/benchmarks/mutations.ts";
import { db } from "#lib/db.ts";
import { carryPredictions } from "#lib/model-runs/carry-predictions.ts";
import { withdrawSitting } from "#lib/sittings/watching/staff-mutations.ts";
import { listAnswersTo } from "#lib/study-results/cases/case-answers.ts";
import {
  getStudyCase,
  listOpenings,
  listReasons,
  readProbabilities,
} from "#lib/study-results/cases/case-queries.ts";
import { makeFigure } from "#lib/study-results/figures.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { caseCsv, optionNames, quietly, someCases, useFiles } from "#lib/testing/benchmark-files.ts";
import { makePerson, viewerFor } from "#lib/testing/people.ts";
import { answerCase, begin, numberOf, useTrialStudies, type TrialStudy } from "#lib/testing/trial-study.ts";

const trial = await useTrialStudies({ cases: 12 });
const write = useFiles();
const view = mainView("people");

async function rowsOf({ slug }: TrialStudy) {
  const rows = await getRows(trial.viewer, slug);
  if (!rows) throw new Error("the study has no rows");
  return rows;
}

async function makeStranger() {
  return viewerFor({ ...(await makePerson()), role: "researcher" as const });
}

test("what was served is shown, whatever an import has made of the case since, and it says so", async () => {
  const study = await trial.open();
  const rows = await rowsOf(study);
  const [first] = rows.cases;
  const gold = optionNames[first?.gold ?? 0] ?? "";
  const other = optionNames[((first?.gold ?? 0) + 1) % optionNames.length] ?? "";
  const before = await getStudyCase(trial.viewer, study.slug, first?.id ?? 0);
  expect(before).toMatchObject({ number: 1, gold: first?.gold, newer: null });

  const cases = someCases(12).map((fields) =>
    fields.prompt === before?.original ? { ...fields, gt: other } : fields,
  );
  const request = { benchmark: trial.benchmark, mode: "store", skipBad: false } as const;
  const file = { ...write("again.csv", caseCsv(cases)), track: "Literary", language: "en" };
  await runCaseImport(trial.viewer, { ...request, files: [file] }, carryPredictions, quietly);

  const after = await getStudyCase(trial.viewer, study.slug, first?.id ?? 0);
  expect(after).toMatchObject({
    number: 1,
    gold: first?.gold,
    content: before?.content,
    newer: { number: 2, goldChanged: true, textChanged: false, optionsChanged: false },
  });
  expect(after?.optionNames[after.gold ?? -1]).toBe(gold);
  // The run was asked with that version, and its answer to it stays.
  const [run] = rows.runs;
  expect(after?.answers.get(run?.id ?? 0)?.probabilities).toHaveLength(4);
  expect((await readProbabilities(await rowsOf(study), 0)).get(run?.id ?? 0)?.[first?.gold ?? -1]).toBe(0.7);
});

test("reasons are read for those who gave one, until they withdraw", async () => {
  const study = await trial.open({
    questions: { reason: "optional", confidence: { ask: "optional", form: "slider" } },
  });
  const writes = await begin(study);
  const silent = await begin(study);
  await answerCase(writes, 1, { choice: 0, reason: "The bells are hers.", confidence: 0.8 });
  await answerCase(silent, 1, { choice: 1 });
  const rows = await rowsOf(study);
  const at = (sitter: { sittingId: string }) =>
    rows.cases.findIndex((_, index) =>
      listAnswersTo(rows, view, index).some(({ person }) => person.sittingId === sitter.sittingId),
    );
  const index = at(writes);
  const id = rows.cases[index]?.id ?? 0;
  const answers = listAnswersTo(rows, view, index);
  const mine = answers.find(({ person }) => person.sittingId === writes.sittingId);
  expect(mine).toMatchObject({ confidence: 0.8, activeMs: 1000, hasReason: true });
  expect([...(await listReasons(trial.viewer, study.slug, id, answers))]).toEqual([
    [writes.sittingId, "The bells are hers."],
  ]);
  expect(await listReasons(await makeStranger(), study.slug, id, answers)).toEqual(new Map());

  await withdrawSitting(trial.viewer, study.id, await numberOf(writes), { erase: false });
  expect(await listReasons(trial.viewer, study.slug, id, answers)).toEqual(new Map());
  const left = listAnswersTo(await rowsOf(study), view, index);
  expect(left.map(({ person }) => person.sittingId)).not.toContain(writes.sittingId);
});

test("a figure has the choices of people and each model's probabilities as they are stored", async () => {
  const study = await trial.open();
  const sitter = await begin(study);
  for (let position = 1; position <= 5; position++) await answerCase(sitter, position, { choice: 2 });
  const rows = await rowsOf(study);
  const [first] = rows.cases;
  const asked = new URLSearchParams({ case: String(first?.id) });
  const made = await makeFigure("case", rows, view, asked);
  expect(made?.csv.filter(([by]) => by === "people").map((row) => row[7])).toEqual(
    optionNames.map((_, option) => Number(listAnswersTo(rows, view, 0)[0]?.choice === option)),
  );
  const stored = await db.prediction.findFirstOrThrow({ where: { caseVersionId: first?.versionId ?? 0 } });
  expect(made?.csv.filter(([by]) => by === "model").map((row) => row[8])).toEqual(stored.probabilities);
  expect(await makeFigure("case", rows, view, new URLSearchParams({ case: "0" }))).toBeNull();
});

test("nothing of a case is read for who doesn't belong to the study", async () => {
  const study = await trial.open();
  const [first] = (await rowsOf(study)).cases;
  const id = first?.id ?? 0;
  const stranger = await makeStranger();
  expect((await listOpenings(trial.viewer, study.slug, [id])).get(id)).toContain("Captain Roe: ");
  expect(await listOpenings(stranger, study.slug, [id])).toEqual(new Map());
  expect(await getStudyCase(stranger, study.slug, id)).toBeNull();
  expect(await getRows(stranger, study.slug)).toBeNull();
  const elsewhere = await trial.open({ sample: { seed: 7 } });
  expect(await getStudyCase(trial.viewer, elsewhere.slug, id)).toBeNull();
  expect(await listOpenings(trial.viewer, elsewhere.slug, [id])).toEqual(new Map());
});
