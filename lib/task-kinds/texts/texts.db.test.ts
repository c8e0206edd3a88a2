import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { exportCaseLines } from "#lib/benchmarks/case-files/export-cases.ts";
import { listCases } from "#lib/benchmarks/case-queries.ts";
import { caseFilter } from "#lib/benchmarks/schema.ts";
import { db } from "#lib/db.ts";
import { submitSitting } from "#lib/sittings/mutations.ts";
import { getOwnCase, getOwnPlace } from "#lib/sittings/serving/case-queries.ts";
import { getOwnData } from "#lib/own-data/queries.ts";
import { rowSchemas } from "#lib/study-api/row-schema.ts";
import { downloadExport } from "#lib/study-exports/download.ts";
import { prepareExport } from "#lib/study-exports/export.ts";
import { exportQuery } from "#lib/study-exports/schema.ts";
import { readZip } from "#lib/study-exports/testing/read-zip.ts";
import { readExport, readLines } from "#lib/study-exports/testing/read-export.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { openStudy } from "#lib/studies/opening/mutations.ts";
import { getPlan } from "#lib/studies/plan-queries.ts";
import { lookAt, makeDraft, requireStudy } from "#lib/studies/testing/drafts.ts";
import { createOpenLink } from "#lib/invitations/mutations.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { mainScores } from "#lib/study-results/rows/rows.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";
import { answerCase, begin, expectValue } from "#lib/testing/trial-study.ts";
import { countChosenTypes } from "#lib/study-results/kinds/texts/results.ts";
import { mainView } from "#lib/study-results/schema.ts";

const file = readFileSync("docs/formats/texts-example.jsonl", "utf8");
type Line = { id: string; options: { name: string; type: string }[]; gold?: string };
const lines = file
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Line);
const types = new Set(lines.flatMap(({ options }) => options.map((option) => option.type)));
const track = "Plausibility";
const design = { frame: { tracks: [track] }, sample: { seed: 7, quota: { [track]: 10 } } };

const trial = await useTrialBenchmark();
const { viewer } = trial;
const importLines = (content: string) => trial.importCases(content, { track: null });

async function open(changes: Record<string, unknown> = {}) {
  const slug = await makeDraft(viewer, trial.slug(), { ...design, ...changes });
  expectValue(await openStudy(viewer, slug, await lookAt(viewer, slug)));
  const { id } = await requireStudy(viewer, slug);
  const { code } = expectValue(await createOpenLink(viewer, id, { cap: 10, cohort: null, expiresAt: null }));
  return { id, slug, link: code };
}

test("a file of texts comes in, is found, goes out and comes in again as it was", async () => {
  const stored = await importLines(file);
  expect([stored.problems, stored.tracks[track]?.added]).toEqual([[], 10]);
  const look = (filter: object) => listCases(viewer, trial.id(), caseFilter.parse(filter));
  expect((await look({ kind: "texts" })).total).toBe(10);
  expect((await look({ kind: "choice" })).total).toBe(0);
  for (const text of ["warm January", "surveyor", "sells out before noon"])
    expect((await look({ text })).total, text).toBe(1);
  const written = (await Array.fromAsync(exportCaseLines(viewer, trial.id()))).join("");
  expect(written).toBe(file);
  expect((await importLines(written)).tracks[track]).toMatchObject({ added: 0, changed: 0, unchanged: 10 });
  const retyped = file.replace('"type":"faithful"', '"type":"true"');
  expect((await importLines(retyped)).tracks[track]).toMatchObject({ changed: 1, unchanged: 9 });
});

test("what models answered joins by the case, and is scored where it is known what is right", async () => {
  await importLines(file);
  const answers = lines.map(({ id, options }) => ({
    model: "lantern",
    case: id,
    track,
    probabilities: options.map((_, option) => (option === 0 ? 1 : 0)),
  }));
  const results = answers.map((one) => JSON.stringify(one)).join("\n");
  expect((await trial.importResults(results, { track: null, model: null })).problems).toEqual([]);
  const predictions = await db.prediction.findMany({
    where: { run: { benchmarkId: trial.id() } },
    select: { correct: true, choice: true, caseVersion: { select: { case: { select: { key: true } } } } },
  });
  const found = new Map(predictions.map((one) => [one.caseVersion.case.key, one.correct]));
  for (const { id, options, gold } of lines)
    expect(found.get(id), id).toBe(gold === undefined ? null : options[0]?.name === gold);
});

test("a study of texts opens, is answered, and tells what was chosen without a word of types to who answers", async () => {
  await importLines(file);
  const study = await open();
  const sitter = await begin(study);
  const place = await getOwnPlace(sitter.viewer, sitter.sittingId);
  expect(place?.kinds).toEqual(["texts"]);
  const shown = await Promise.all(
    lines.map((_, index) => getOwnCase(sitter.viewer, sitter.sittingId, index + 1)),
  );
  for (const position of lines.keys()) await answerCase(sitter, position + 1, { choice: 0 });
  expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
  const taken = await getOwnData(sitter.viewer, sitter.sittingId);
  expect(taken?.cases).toHaveLength(10);
  const sent = JSON.stringify([place, shown, taken]);
  for (const type of types) expect(sent).not.toContain(`"${type}"`);
  const rows = await getRows(viewer, study.slug);
  if (!rows) throw new Error("there are no rows");
  expect(rows.kind).toBe("texts");
  expect(mainScores(rows.answers).filter((score) => Number.isNaN(score))).toHaveLength(2);
  expect(countChosenTypes(rows, mainView("people")).map(({ options, n }) => [options, n])).toEqual([
    [3, 5],
    [4, 5],
  ]);

  expectValue(await closeStudy(viewer, study.slug));
  const files = await readExport(viewer, study.slug);
  const people = files.get(`people-as-model/${track}_people.jsonl`) ?? "";
  for (const line of readLines(people) as { probabilities: number[] }[])
    expect(line.probabilities.filter((share) => share > 0)).toEqual([1]);
  const back = await trial.importResults(people, { track: null, model: null });
  expect([back.problems, back.runs.map(({ matched }) => matched)]).toEqual([[], [10]]);
  await importLogsBack(study.slug);
  const [answers, cases] = ["answers", "cases"].map((name) => readLines(files.get(`${name}.jsonl`)));
  for (const row of answers ?? []) {
    const { case: key, choice, choice_type: type, gold, right } = rowSchemas.answers.parse(row) as typeof row;
    const line = lines.find(({ id }) => id === key);
    expect(type).toBe(line?.options[Number(choice) - 1]?.type);
    expect(right).toBe(line?.gold === undefined ? null : Number(choice === gold));
  }
  for (const row of cases ?? []) {
    const { case: key, option2_type: type } = rowSchemas.cases.parse(row) as typeof row;
    expect(type).toBe(lines.find(({ id }) => id === key)?.options[1]?.type);
  }
  expect([answers?.length, cases?.length]).toEqual([10, 10]);
});

/** What people chose as logs: where it isn't known what is right, too, and without a word of types. */
async function importLogsBack(slug: string): Promise<void> {
  const prepared = expectValue(await prepareExport(viewer, slug, exportQuery.parse({})));
  for (const file of ["people-as-log.eval", "consensus-as-log.eval"] as const) {
    const response = expectValue(await downloadExport(viewer, prepared, { file, track }));
    const log = Buffer.from(await response.arrayBuffer());
    const told = [...readZip(log).values()].join();
    for (const type of types) expect(told).not.toContain(`"${type}"`);
    expect(told).toContain("Glad? They fly out, find nothing");
    const back = await trial.importResults(log, { track: null, model: file });
    expect([back.problems, back.runs.map(({ matched }) => matched)]).toEqual([[], [10]]);
    const stored = await db.prediction.findMany({ where: { run: { model: file } } });
    for (const { choice, failed } of stored) expect([typeof choice, failed]).toEqual(["number", false]);
  }
}

test("nobody is checked, or shown what was right, by a case of which it isn't known", async () => {
  await importLines(file);
  const practice = { count: 2, cases: ["map-1", "ferry-1"].map((key) => ({ track, key })) };
  const sample = { seed: 7, quota: { [track]: 6 }, practice };
  const study = await requireStudy(viewer, await makeDraft(viewer, trial.slug(), { ...design, sample }));
  const { problems } = await getPlan(viewer, study);
  const values = { stratum: "practice", track, key: "map-1" };
  expect(problems).toEqual([{ step: "sample", code: "unknown_gold", values }]);
});
