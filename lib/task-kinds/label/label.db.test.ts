import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { exportCaseLines } from "#lib/benchmarks/case-files/export-cases.ts";
import { getCase } from "#lib/benchmarks/case-queries.ts";
import { db } from "#lib/db.ts";
import { createOpenLink } from "#lib/invitations/mutations.ts";
import { exportPredictionLines } from "#lib/model-runs/export-runs.ts";
import { getOwnData } from "#lib/own-data/queries.ts";
import { submitSitting } from "#lib/sittings/mutations.ts";
import { getOwnCase, getOwnPlace } from "#lib/sittings/serving/case-queries.ts";
import { rowSchemas } from "#lib/study-api/row-schema.ts";
import { readExport, readLines } from "#lib/study-exports/testing/read-export.ts";
import { getAgreement } from "#lib/study-results/agreement/agreement.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { parseManifest } from "#lib/studies/opening/manifest.ts";
import { openStudy } from "#lib/studies/opening/mutations.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { lookAt, makeDraft, requireStudy } from "#lib/studies/testing/drafts.ts";
import { computeLabels } from "#lib/study-results/kinds/label/shares.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";
import { answerCase, begin, expectValue } from "#lib/testing/trial-study.ts";

const file = readFileSync("docs/formats/labels-example.jsonl", "utf8");
const lines = file.trimEnd().split("\n");
const quota = { Consistency: 8, Tone: 1 };
const design = { frame: { tracks: ["Consistency", "Tone"] }, sample: { seed: 7, quota } };

const trial = await useTrialBenchmark();
const { viewer } = trial;
const importLines = (content: string) => trial.importCases(content, { track: null });
const importResults = (content: string) => trial.importResults(content, { track: null, model: null });

async function open() {
  const slug = await makeDraft(viewer, trial.slug(), design);
  expectValue(await openStudy(viewer, slug, await lookAt(viewer, slug)));
  const { id } = await requireStudy(viewer, slug);
  const { code } = expectValue(await createOpenLink(viewer, id, { cap: 10, cohort: null, expiresAt: null }));
  return { id, slug, link: code };
}

test("a file of labels comes in, shows staff where a case comes from, goes out and comes in again as it was", async () => {
  const stored = await importLines(file);
  expect([stored.problems, stored.tracks["Consistency"]?.added, stored.tracks["Tone"]?.added]).toEqual([
    [],
    8,
    1,
  ]);
  expect(await getCase(viewer, trial.id(), "Consistency", "ines-swim-m")).toMatchObject({
    group: "ines",
    attributes: { method: "Memory-100", category: "Belief" },
    content: { labels: "interviewsim-consistency" },
  });
  const written = (await Array.fromAsync(exportCaseLines(viewer, trial.id()))).join("");
  expect(
    written
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual(lines.map((line) => JSON.parse(line) as unknown));
  expect((await importLines(written)).tracks["Consistency"]).toMatchObject({
    added: 0,
    changed: 0,
    unchanged: 8,
  });
});

test("judges' labels come in, are held against the right one, and go out as they came", async () => {
  await importLines(file);
  const given = (changes: object) =>
    JSON.stringify({
      model: "judge",
      method: "facts alone",
      case: "ines-swim-m",
      track: "Consistency",
      ...changes,
    });
  const good = [
    given({ label: "Contradiction" }),
    given({ model: "nli", probabilities: [0.2, 0.5, 0.3] }),
  ].join("\n");
  expect((await importResults(good)).problems).toEqual([]);
  const stored = await db.prediction.findMany({
    where: { run: { benchmarkId: trial.id() } },
    select: { choice: true, correct: true },
    orderBy: { run: { model: "asc" } },
  });
  expect(stored).toEqual([
    { choice: 2, correct: true },
    { choice: 1, correct: false },
  ]);
  const written = (await Array.fromAsync(exportPredictionLines(viewer, trial.id()))).join("");
  expect(written.trimEnd()).toBe(good);
  const [found] = (await importResults(given({ label: "contradiction" }))).problems;
  expect(found).toMatchObject({
    line: 1,
    column: "label",
    found: "contradiction",
    problem: "not one of the labels: Entailment, Neutral, Contradiction",
  });
});

test("a study of labels freezes its sets, is answered, compared and exported, and tells no participant where a case comes from", async () => {
  await importLines(file);
  const judged = lines.slice(0, 8).map((line) => {
    const { id: key, attributes } = JSON.parse(line) as { id: string; attributes: { method: string } };
    const label = attributes.method === "Zero-shot" ? "Contradiction" : "Neutral";
    return JSON.stringify({ model: "judge", case: key, track: "Consistency", label });
  });
  expect((await importResults(judged.join("\n"))).problems).toEqual([]);
  const study = await open();
  const { content } = await db.studyManifest.findUniqueOrThrow({ where: { studyId: study.id } });
  expect(parseManifest(content).labelSets?.map(({ name }) => name)).toEqual([
    "Warm / Neither / Cold",
    "interviewsim-consistency",
  ]);
  const sitters = [await begin(study), await begin(study)];
  for (const [who, sitter] of sitters.entries()) {
    const place = await getOwnPlace(sitter.viewer, sitter.sittingId);
    expect(place?.kinds).toEqual(["label"]);
    const shown = await Promise.all(
      lines.map((_, at) => getOwnCase(sitter.viewer, sitter.sittingId, at + 1)),
    );
    for (const at of lines.keys())
      await answerCase(sitter, at + 1, { choice: who + 1, ...(who === 1 && { error: 3 }) });
    expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
    const taken = await getOwnData(sitter.viewer, sitter.sittingId);
    const told = taken?.cases.map(({ answer }) => answer as { label?: string; errorType?: string });
    expect(new Set(told?.map((answer) => answer.errorType))).toEqual(
      new Set(who === 1 ? ["trait", null] : [null]),
    );
    expect(told?.some(({ label }) => label === (who === 1 ? "Contradiction" : "Neutral"))).toBe(true);
    const sent = JSON.stringify([place, shown, taken]);
    for (const secret of ["Memory-100", "Zero-shot", "Education", '"ines"', "attributes", '"gold"'])
      expect(sent).not.toContain(secret);
  }
  const rows = await getRows(viewer, study.slug);
  if (!rows) throw new Error("there are no rows");
  const [consistency, tone] = computeLabels(rows, mainView("people"), ["method"]);
  expect(consistency).toMatchObject({
    set: "interviewsim-consistency",
    overall: [
      { run: null, counts: [0, 8, 8], n: 16, people: 2, cases: 8, groups: 2 },
      { run: { model: "judge" }, counts: [0, 4, 4], n: 8, cases: 8 },
    ],
    errors: { asked: 8 },
  });
  expect(consistency?.errors?.counts.at(-1)).toEqual({ type: "trait", count: 8 });
  expect(consistency?.byAttribute.map(({ by }) => by)).toEqual([["method"], ["category"]]);
  expect(consistency?.byAttribute[0]?.values).toMatchObject([
    { origin: ["Memory-100"], sides: [{ counts: [0, 4, 4] }, { counts: [0, 4, 0] }] },
    { origin: ["Zero-shot"], sides: [{ counts: [0, 4, 4] }, { counts: [0, 0, 4] }] },
  ]);
  expect(tone).toMatchObject({ labels: ["Warm", "Neither", "Cold"], errors: null });
  const { parts } = await getAgreement(rows, { ...mainView("people"), track: "Consistency" });
  expect(parts[0]).toMatchObject({ cases: 1 });

  expectValue(await closeStudy(viewer, study.slug));
  const files = await readExport(viewer, study.slug);
  const people = files.get("people-as-model/Consistency_people.jsonl") ?? "";
  expect(readLines(people)[0]).toMatchObject({ model: "people", probabilities: [0, 0.5, 0.5] });
  const back = await importResults(people);
  expect([back.problems, back.runs.map(({ matched }) => matched)]).toEqual([[], [8]]);
  const [answers = [], history = [], cases = [], predictions = []] = [
    "answers",
    "history",
    "cases",
    "predictions",
  ].map((name) => readLines(files.get(`${name}.jsonl`)));
  expect(answers).toHaveLength(18);
  const contradicting = answers
    .map((row) => rowSchemas.answers.parse(row) as Record<string, unknown>)
    .filter((row) => row["choice_name"] === "Contradiction");
  expect(contradicting).toHaveLength(8);
  for (const row of contradicting)
    expect(row).toMatchObject({ label_set: "interviewsim-consistency", choice: 3, error_type: "trait" });
  expect(history.map((row) => rowSchemas.history.parse(row))).toContainEqual(
    expect.objectContaining({ choice: 3, error: 4 }),
  );
  expect(cases.map((row) => rowSchemas.cases.parse(row))).toContainEqual(
    expect.objectContaining({
      case: "ines-swim-m",
      group: "ines",
      label_set: "interviewsim-consistency",
      gold: 3,
      option1: "Entailment",
      option3: "Contradiction",
    }),
  );
  expect(predictions.map((row) => rowSchemas.predictions.parse(row))).toContainEqual(
    expect.objectContaining({ case: "ines-swim-m", choice: 2, right: 0 }),
  );
});
