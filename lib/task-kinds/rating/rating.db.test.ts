import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { exportCaseLines } from "#lib/benchmarks/case-files/export-cases.ts";
import { getCase } from "#lib/benchmarks/case-queries.ts";
import { db } from "#lib/db.ts";
import { createOpenLink } from "#lib/invitations/mutations.ts";
import { exportPredictionLines } from "#lib/model-runs/export-runs.ts";
import { getFrozenRecord } from "#lib/reports/record-queries.ts";
import { getOwnData } from "#lib/own-data/queries.ts";
import { submitSitting } from "#lib/sittings/mutations.ts";
import { getOwnCase, getOwnPlace } from "#lib/sittings/serving/case-queries.ts";
import { parseManifest } from "#lib/studies/opening/manifest.ts";
import { openStudy } from "#lib/studies/opening/mutations.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { lookAt, makeDraft, requireStudy } from "#lib/studies/testing/drafts.ts";
import { rowSchemas } from "#lib/study-api/row-schema.ts";
import { readExport, readLines } from "#lib/study-exports/testing/read-export.ts";
import { getAgreement } from "#lib/study-results/agreement/agreement.ts";
import { writeResults } from "#lib/results/document.ts";
import { resultsDocument } from "#lib/results/document-schema.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { mainScores } from "#lib/study-results/rows/rows.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { computeRatings } from "#lib/study-results/kinds/rating/results.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";
import { answerCase, begin, expectValue } from "#lib/testing/trial-study.ts";

const file = readFileSync("docs/formats/ratings-example.jsonl", "utf8");
const lines = file.trimEnd().split("\n");
const quota = { Gold: 4, Silver: 2 };
const design = { frame: { tracks: ["Gold", "Silver"] }, sample: { seed: 7, quota } };

const trial = await useTrialBenchmark();
const { viewer } = trial;
const importLines = (content: string) => trial.importCases(content, { track: null });

async function open() {
  const slug = await makeDraft(viewer, trial.slug(), design);
  expectValue(await openStudy(viewer, slug, await lookAt(viewer, slug)));
  const { id } = await requireStudy(viewer, slug);
  const { code } = expectValue(await createOpenLink(viewer, id, { cap: 10, cohort: null, expiresAt: null }));
  return { id, slug, link: code };
}

test("a file of ratings comes in, shows staff where a case comes from, goes out and comes in again as it was", async () => {
  const stored = await importLines(file);
  expect([stored.problems, stored.tracks["Gold"]?.added, stored.tracks["Silver"]?.added]).toEqual([[], 4, 2]);
  expect(await getCase(viewer, trial.id(), "Gold", "quay-a")).toMatchObject({
    group: "quay",
    attributes: { method: "Zero-shot", model: "quill-3" },
    content: { scale: "rolethink-gold" },
  });
  const written = (await Array.fromAsync(exportCaseLines(viewer, trial.id()))).join("");
  expect(
    written
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual(lines.map((line) => JSON.parse(line) as unknown));
  expect((await importLines(written)).tracks["Gold"]).toMatchObject({ added: 0, changed: 0, unchanged: 4 });
  const moved = file.replace('"Zero-shot"', '"Few-shot"').replace('"group":"ledger"', '"group":"book"');
  expect((await importLines(moved)).tracks["Gold"]).toMatchObject({ changed: 2, unchanged: 2 });
  const crossing = file.replaceAll('"group":"gate"', '"group":"quay"');
  expect((await importLines(crossing)).problems.map(({ line, column }) => [line, column])).toEqual([
    [5, "group"],
    [6, "group"],
  ]);
});

test("judges' ratings and measures' scores come in, and go out as they came", async () => {
  await importLines(file);
  const given = (changes: object) =>
    JSON.stringify({ model: "judge", method: "five points", case: "quay-a", track: "Gold", ...changes });
  const results = (content: string) => trial.importResults(content, { track: null, model: null });
  const good = [given({ rating: 4 }), given({ model: "nli", method: "entailment", score: 0.389 })].join("\n");
  expect((await results(good)).problems).toEqual([]);
  const stored = await db.prediction.findMany({
    where: { run: { benchmarkId: trial.id() } },
    select: { choice: true, score: true, correct: true },
    orderBy: { run: { model: "asc" } },
  });
  expect(stored).toEqual([
    { choice: 3, score: null, correct: null },
    { choice: null, score: 0.389, correct: null },
  ]);
  const written = (await Array.fromAsync(exportPredictionLines(viewer, trial.id()))).join("");
  expect(written.trimEnd()).toBe(good);
  for (const [line, column, problem] of [
    [given({ rating: 0 }), "rating", "not a point of the case’s scale, which has 1, 2, 3, 4, 5"],
    [given({ rating: 3.5 }), "rating", "not a point of the case’s scale, which has 1, 2, 3, 4, 5"],
    [given({ rating: "3" }), "rating", "This must be a number, without quotation marks."],
    [given({ rating: 3 }).replace('"rating":3', '"rating":3,"rating":4'), "rating", "This key stands twice"],
    [given({ score: 1 }).replace('"score":1', '"score":NaN'), null, "NaN and Infinity are no JSON."],
  ] as const) {
    const [found] = (await results(line)).problems;
    expect([found?.line, found?.column], line).toEqual([1, column]);
    expect(found?.problem).toContain(problem);
  }
});

test("a study of ratings freezes its scales, is answered, compared and exported, and tells no participant where a case comes from", async () => {
  await importLines(file);
  const study = await open();
  const { content } = await db.studyManifest.findUniqueOrThrow({ where: { studyId: study.id } });
  expect(parseManifest(content).scales?.map(({ name }) => name)).toEqual([
    "kindness",
    "rolethink-gold",
    "rolethink-silver",
  ]);
  const sitters = [await begin(study), await begin(study)];
  for (const [who, sitter] of sitters.entries()) {
    const place = await getOwnPlace(sitter.viewer, sitter.sittingId);
    expect(place?.kinds).toEqual(["rating"]);
    const shown = await Promise.all(
      lines.map((_, at) => getOwnCase(sitter.viewer, sitter.sittingId, at + 1)),
    );
    for (const at of lines.keys()) await answerCase(sitter, at + 1, { choice: who + 1 });
    expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
    const taken = await getOwnData(sitter.viewer, sitter.sittingId);
    expect(taken?.cases.map(({ answer }) => (answer as { rating?: number }).rating)).toEqual(
      lines.map(() => who + 2),
    );
    const sent = JSON.stringify([place, shown, taken]);
    for (const secret of ["Zero-shot", "quill-3", '"quay"', '"gate"', "attributes"])
      expect(sent).not.toContain(secret);
  }
  const rows = await getRows(viewer, study.slug);
  if (!rows) throw new Error("there are no rows");
  expect(mainScores(rows.answers).every((score) => Number.isNaN(score))).toBe(true);
  const gold = computeRatings(rows, mainView("people")).find(({ track }) => track === "Gold");
  expect(gold).toMatchObject({ counts: [0, 4, 4, 0, 0], n: 8, people: 2, cases: 4, groups: 2, mean: 2.5 });
  const { parts } = await getAgreement(rows, { ...mainView("people"), track: "Gold" });
  expect(parts[0]).toMatchObject({ answers: 8, cases: 4, level: "ordinal" });

  expectValue(await closeStudy(viewer, study.slug));
  const files = await readExport(viewer, study.slug);
  const judged = files.get("people-as-model/Gold_people.jsonl") ?? "";
  expect(JSON.parse(judged.split("\n")[0] ?? "")).toEqual({
    model: "people",
    people: true,
    method: `mean rating, ${study.slug}`,
    track: "Gold",
    case: "quay-a",
    score: 2.5,
  });
  const back = await trial.importResults(judged, { track: null, model: null });
  expect([back.problems, back.runs?.map(({ matched }) => matched)]).toEqual([[], [4]]);
  const document = resultsDocument.parse(await writeResults(rows, mainView("people")));
  const [part] = document.ratings?.parts ?? [];
  expect(part).toMatchObject({ track: "Gold", points: 5, n: { ratings: 8, raters: 2, cases: 4, groups: 2 } });
  expect(part?.people.mean).toBe(gold?.mean);
  expect(part?.judges.map(({ kind }) => kind)).toEqual(["bleu4", "rougeL"]);
  const [answers = [], cases = []] = ["answers", "cases"].map((name) =>
    readLines(files.get(`${name}.jsonl`)),
  );
  expect(answers).toHaveLength(12);
  for (const row of answers)
    expect([2, 3]).toContain((rowSchemas.answers.parse(row) as typeof row)["rating"]);
  expect(cases.map((row) => rowSchemas.cases.parse(row))).toContainEqual(
    expect.objectContaining({
      case: "quay-a",
      group: "quay",
      attributes: '{"model":"quill-3","method":"Zero-shot"}',
      scale: "rolethink-gold",
      points: 5,
    }),
  );
});

test("a reference for judges alone is measured against, counted as nothing that people had, and in no participant’s case", async () => {
  const given = lines.map((line) => JSON.parse(line) as { track: string; content: { parts: object[] } });
  const reference = { role: "reference", text: "KEPT on the quay.", seenBy: "judges" };
  const hidden = given.map(({ content, ...line }) => ({
    ...line,
    content: line.track === "Silver" ? { parts: [reference, ...content.parts] } : content,
  }));
  await importLines(hidden.map((line) => JSON.stringify(line)).join("\n"));
  const study = await open();
  const sitter = await begin(study);
  const shown = await Promise.all(lines.map((_, at) => getOwnCase(sitter.viewer, sitter.sittingId, at + 1)));
  expect(shown.filter(Boolean)).toHaveLength(6);
  expect(
    JSON.stringify(shown, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value)),
  ).not.toContain("KEPT");
  const { presented } = await getFrozenRecord((await requireStudy(viewer, study.slug)).id as never);
  const silver = presented.filter((one) => one.hidden.length > 0);
  expect(silver.reduce((sum, { cases }) => sum + cases, 0)).toBe(2);
  for (const { hidden: kept, roles } of silver) {
    expect(kept).toEqual(["reference"]);
    expect(roles).not.toContain("reference");
  }
  await answerCase(sitter, 1, { choice: 1 });
  expectValue(await closeStudy(viewer, study.slug));
  const rows = await getRows(viewer, study.slug);
  const track = rows?.tracks.findIndex(({ name }) => name === "Silver");
  const overlaps = rows?.cases.filter((row) => row.track === track).map((row) => row.overlap?.rougeL ?? null);
  expect(overlaps).toEqual([expect.any(Number), expect.any(Number)]);
});

describe("repeats", async () => {
  const trial = await useTrialBenchmark();
  const { viewer } = trial;

  test("of ratings self-agreement tells how far they moved, too, and means take the first alone", async () => {
    const file = readFileSync("docs/formats/ratings-example.jsonl", "utf8");
    await trial.importCases(file, { track: null });
    const sample = { seed: 7, quota: { Gold: 4, Silver: 2 }, repeats: 3 };
    const slug = await makeDraft(viewer, trial.slug(), { frame: { tracks: ["Gold", "Silver"] }, sample });
    expectValue(await openStudy(viewer, slug, await lookAt(viewer, slug)));
    const { id } = await requireStudy(viewer, slug);
    const { code } = expectValue(
      await createOpenLink(viewer, id, { cap: 10, cohort: null, expiresAt: null }),
    );
    for (const drift of [0, 1]) {
      const sitter = await begin({ link: code });
      const served = await db.servedCase.findMany({ where: { sittingId: sitter.sittingId } });
      for (const { position, repeats } of served)
        await answerCase(sitter, position, { choice: repeats === null ? 1 : 1 + drift });
      expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
    }
    expectValue(await closeStudy(viewer, slug));
    const rows = await getRows(viewer, slug);
    if (!rows) throw new Error("no rows");
    const view = mainView("people");
    const written = resultsDocument.parse(await writeResults(rows, view));
    // The cases of both tracks lie on several scales: there is no distance between points of two.
    expect(written.selfAgreement).toMatchObject({
      pairs: 6,
      people: 2,
      kappa: null,
      change: null,
      same: { value: 0.5 },
    });
    const means = written.ratings?.parts.flatMap(
      (part) => part?.origins.map(({ people }) => people.mean) ?? [],
    );
    expect(new Set(means)).toEqual(new Set([2]));
    // One of the two went a point up each time, the other never.
    const { selfAgreement } = resultsDocument.parse(await writeResults(rows, { ...view, track: "Gold" }));
    const { same, change, kappa } = selfAgreement ?? {};
    expect(same?.value).toBeGreaterThan(0);
    expect(change?.value).toBeCloseTo(1 - (same?.value ?? NaN), 12);
    expect(kappa?.value).toBeCloseTo(0, 12);
  });
});
