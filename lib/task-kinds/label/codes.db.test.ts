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
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { parseManifest } from "#lib/studies/opening/manifest.ts";
import { openStudy } from "#lib/studies/opening/mutations.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { lookAt, makeDraft, requireStudy } from "#lib/studies/testing/drafts.ts";
import { codesDocument, renderCodes } from "#lib/study-results/kinds/label/document.ts";
import { codeFigures } from "#lib/study-results/kinds/label/figures.ts";
import { computeLabels } from "#lib/study-results/kinds/label/shares.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";
import { answerCase, begin, expectValue } from "#lib/testing/trial-study.ts";

const file = readFileSync("docs/examples/thought-analysis.jsonl", "utf8");
const judged = readFileSync("docs/examples/thought-analysis-judge.jsonl", "utf8");
const lines = file.trimEnd().split("\n");
const design = { frame: { tracks: ["Thoughts"] }, sample: { seed: 7, quota: { Thoughts: 20 } } };

const trial = await useTrialBenchmark();
const { viewer } = trial;
const importLines = (content: string) => trial.importCases(content, { track: null });
const importResults = (content: string) => trial.importResults(content, { track: null, model: null });
const parseLines = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
const exported = async (of: AsyncGenerator<string>) => (await Array.fromAsync(of)).join("").trimEnd();

async function open() {
  const slug = await makeDraft(viewer, trial.slug(), design);
  expectValue(await openStudy(viewer, slug, await lookAt(viewer, slug)));
  const { id } = await requireStudy(viewer, slug);
  const { code } = expectValue(await createOpenLink(viewer, id, { cap: 10, cohort: null, expiresAt: null }));
  return { id, slug, link: code };
}

test("a file of codes comes in, goes out and comes in again as it was; so do a judge's", async () => {
  const stored = await importLines(file);
  expect([stored.problems, stored.tracks["Thoughts"]?.added]).toEqual([[], 20]);
  expect(await getCase(viewer, trial.id(), "Thoughts", "lamp-memory")).toMatchObject({
    group: "lamp",
    attributes: { method: "Memory", model: "quill-3" },
    content: { labels: "thought-analysis" },
  });
  const written = await exported(exportCaseLines(viewer, trial.id()));
  expect(parseLines(written)).toEqual(parseLines(file));
  expect((await importLines(written)).tracks["Thoughts"]).toMatchObject({
    added: 0,
    changed: 0,
    unchanged: 20,
  });
  expect((await importResults(judged)).problems).toEqual([]);
  expect(parseLines(await exported(exportPredictionLines(viewer, trial.id())))).toEqual(parseLines(judged));
  const [line = ""] = judged.split("\n");
  const { labels: _, ...rest } = JSON.parse(line) as Record<string, unknown>;
  const [found] = (await importResults(JSON.stringify({ ...rest, labels: ["Plans"] }))).problems;
  expect(found).toMatchObject({ line: 1, column: "labels", found: "Plans" });
});

test("a study of codes freezes its book, is answered, compared and exported, and tells no participant where a case comes from", async () => {
  await importLines(file);
  expect((await importResults(judged)).problems).toEqual([]);
  const study = await open();
  const { content } = await db.studyManifest.findUniqueOrThrow({ where: { studyId: study.id } });
  expect(parseManifest(content).labelSets?.map(({ name }) => name)).toEqual(["thought-analysis"]);
  const given = [5, 1, 0];
  for (const codes of given) {
    const sitter = await begin(study);
    const place = await getOwnPlace(sitter.viewer, sitter.sittingId);
    const shown = await Promise.all(
      lines.map((_, at) => getOwnCase(sitter.viewer, sitter.sittingId, at + 1)),
    );
    for (const at of lines.keys()) await answerCase(sitter, at + 1, { codes });
    expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
    const taken = await getOwnData(sitter.viewer, sitter.sittingId);
    const told = taken?.cases.map(({ answer }) => (answer as unknown as { codes: string[] }).codes);
    expect(told?.[0]).toEqual(codes === 5 ? ["Motive", "Past"] : codes === 1 ? ["Motive"] : []);
    const sent = JSON.stringify([place, shown, taken]);
    for (const secret of ["Zero-shot", "quill-3", '"lamp"', "attributes", '"gold"'])
      expect(sent).not.toContain(secret);
  }
  expect(
    await db.answer.findFirst({ where: { decision: "5" }, select: { value: true, missing: true } }),
  ).toEqual({
    value: { codes: 5 },
    missing: [],
  });
  const rows = await getRows(viewer, study.slug);
  if (!rows) throw new Error("there are no rows");
  const view = mainView("people");
  const [coded] = computeLabels(rows, view, []);
  expect(coded).toMatchObject({
    set: "thought-analysis",
    overall: [
      {
        run: null,
        counts: [40, 0, 20, 0, 0, 0, 0, 20],
        n: 60,
        people: 3,
        cases: 20,
        groups: 10,
        isClaimable: true,
      },
      { run: { model: "slate-1" }, n: 20, cases: 20, isClaimable: true },
    ],
  });
  const [people] = coded?.overall ?? [];
  expect(people?.shares.map(({ mean }) => mean)).toEqual(
    [2 / 3, 0, 1 / 3, 0, 0, 0, 0, 1 / 3].map((share) => expect.closeTo(share, 12) as number),
  );
  expect(coded?.byAttribute.map(({ by, values }) => [...by, values?.length])).toEqual([["method", 2]]);
  expect(coded?.agreement[0]).toMatchObject({ pairwise: { value: expect.closeTo(1 / 3, 12) as number } });
  expect(coded?.agreement[1]?.alpha).toMatchObject({ value: null, reason: "one_category" });
  expect(codesDocument.parse(renderCodes(rows, view))[0]?.overall[0]).toMatchObject({ runId: null, n: 60 });
  const figure = await codeFigures.codes(rows, view, new URLSearchParams(), "en");
  expect(figure?.csv).toHaveLength(1 + 8 * 2 * 2);
  expect(figure?.title).toContain("method");

  expectValue(await closeStudy(viewer, study.slug));
  const files = await readExport(viewer, study.slug);
  const [answers = [], history = [], cases = [], predictions = []] = [
    "answers",
    "history",
    "cases",
    "predictions",
  ].map((name) => readLines(files.get(`${name}.jsonl`)));
  const parsed = answers.map((row) => rowSchemas.answers.parse(row) as Record<string, unknown>);
  expect(parsed).toHaveLength(60);
  for (const [codes, none] of [
    [[1, 3], 0],
    [[1], 0],
    [[], 1],
  ] as const)
    expect(parsed).toContainEqual(
      expect.objectContaining({ code_book: "thought-analysis", codes: [...codes], no_code: none }),
    );
  expect(history.map((row) => rowSchemas.history.parse(row))).toContainEqual(
    expect.objectContaining({ codes: [1, 3], no_code: 0 }),
  );
  expect(cases.map((row) => rowSchemas.cases.parse(row))).toContainEqual(
    expect.objectContaining({ case: "lamp-memory", group: "lamp", option1: "Motive", option7: "Repeats" }),
  );
  expect(predictions.map((row) => rowSchemas.predictions.parse(row))).toContainEqual(
    expect.objectContaining({ case: "stage-zero-shot", codes: [], no_code: 1 }),
  );
  const asJudge = [...files].find(([name]) => name.includes("people") && name.endsWith(".jsonl"));
  const [first] = readLines(asJudge?.[1]);
  expect(first).toMatchObject({ model: "people", track: "Thoughts", labels: ["Motive"] });
});
