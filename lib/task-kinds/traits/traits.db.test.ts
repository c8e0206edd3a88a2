import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { exportCaseLines } from "#lib/benchmarks/case-files/export-cases.ts";
import { db } from "#lib/db.ts";
import { createOpenLink } from "#lib/invitations/mutations.ts";
import { exportPredictionLines } from "#lib/model-runs/export-runs.ts";
import { getOwnData } from "#lib/own-data/queries.ts";
import { submitSitting } from "#lib/sittings/mutations.ts";
import { getOwnCase, getOwnPlace } from "#lib/sittings/serving/case-queries.ts";
import { renderReport } from "#lib/reports/report.ts";
import { rowSchemas } from "#lib/study-api/row-schema.ts";
import { readExport, readLines } from "#lib/study-exports/testing/read-export.ts";
import { getAgreement } from "#lib/study-results/agreement/agreement.ts";
import { computeOverview } from "#lib/study-results/overview/overview.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { parseManifest } from "#lib/studies/opening/manifest.ts";
import { openStudy } from "#lib/studies/opening/mutations.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { lookAt, makeDraft, requireStudy } from "#lib/studies/testing/drafts.ts";
import { getTraits } from "#lib/study-results/kinds/traits/results.ts";
import { traitNames } from "#lib/task-kinds/traits/profile.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";
import { answerCase, begin, expectValue } from "#lib/testing/trial-study.ts";

const file = readFileSync("docs/formats/traits-example.jsonl", "utf8");
const lines = file.trimEnd().split("\n");
const design = { frame: { tracks: ["Personality"] }, sample: { seed: 7, quota: { Personality: 6 } } };

const trial = await useTrialBenchmark();
const { viewer } = trial;
const importLines = (content: string) => trial.importCases(content, { track: null });
const any = expect.any(String) as string;
const all = (level: string, ...runs: string[]) =>
  Object.fromEntries(traitNames.map((name) => [name, [level, ...runs]]));
const given = (key: string, traits: object) =>
  JSON.stringify({ model: "judge", method: "profile", case: key, track: "Personality", traits });

async function open() {
  const slug = await makeDraft(viewer, trial.slug(), design);
  expectValue(await openStudy(viewer, slug, await lookAt(viewer, slug)));
  const { id } = await requireStudy(viewer, slug);
  const { code } = expectValue(await createOpenLink(viewer, id, { cap: 10, cohort: null, expiresAt: null }));
  return { id, slug, link: code };
}

test("a file of answers comes in, goes out with what was drawn, and comes in again as it was", async () => {
  const stored = await importLines(file);
  expect([stored.problems, stored.tracks["Personality"]?.added]).toEqual([[], 6]);
  const written = (await Array.fromAsync(exportCaseLines(viewer, trial.id()))).join("");
  const back = written
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { group: string; drawn: number[] });
  expect(back.map(({ drawn: _, ...line }) => line)).toEqual(lines.map((line) => JSON.parse(line) as unknown));
  // The three sides of a person draw the same.
  const byGroup = Map.groupBy(back, ({ group }) => group);
  for (const sides of byGroup.values()) expect(new Set(sides.map(({ drawn }) => drawn.join())).size).toBe(1);
  expect((await importLines(written)).tracks["Personality"]).toMatchObject({
    added: 0,
    changed: 0,
    unchanged: 6,
  });
  expect((await importLines(file.replace('"draw":2', '"draw":1'))).tracks["Personality"]).toMatchObject({
    changed: 1,
  });
  const crossing = file.replace('"track":"Personality"', '"track":"Other"');
  expect((await importLines(crossing)).problems.map(({ line, column }) => [line, column])).toEqual([
    [1, "group"],
  ]);
});

test("what the runs of a judge found comes in, goes out as it came, and stays with a case that only changes its group", async () => {
  await importLines(file);
  const results = (content: string) => trial.importResults(content, { track: null, model: null });
  const good = [
    given("nell-ref", all("High", "Neutral", "High")),
    given("nell-zero", all("Low", "High")),
  ].join("\n");
  expect((await results(good)).problems).toEqual([]);
  const read = async () =>
    (await Array.fromAsync(exportPredictionLines(viewer, trial.id()))).join("").trimEnd();
  expect(await read()).toBe(good);
  await importLines(file.replace('"method":"Zero-shot"', '"method":"No shot"'));
  expect((await read()).split("\n").sort()).toEqual(good.split("\n").sort());
  for (const [line, column, problem] of [
    [given("nell-ref", { ...all("High"), openness: ["Huge"] }), "traits.openness[0]", "A level is one of"],
    [given("nell-ref", { openness: ["High"] }), "traits.conscientiousness", "This trait is missing."],
    [given("nell-ref", { ...all("Low"), openness: ["Low", "Low"] }), "traits.conscientiousness", "every run"],
    [JSON.stringify({ model: "m", case: "nell-ref", rating: 3 }), "traits", "gives the levels of five"],
  ] as const) {
    const [found] = (await results(line)).problems;
    expect([found?.line, found?.column], line).toEqual([1, column]);
    expect(found?.problem).toContain(problem);
  }
});

test("a study of traits is answered, compared and exported, and tells no participant whose side a case is", async () => {
  await importLines(file);
  const judged = lines.map((line) =>
    given((JSON.parse(line) as { id: string }).id, all("High", "High", "Low")),
  );
  expect((await trial.importResults(judged.join("\n"), { track: null, model: null })).problems).toEqual([]);
  const study = await open();
  const { content } = await db.studyManifest.findUniqueOrThrow({ where: { studyId: study.id } });
  const drawn = parseManifest(content).drawn;
  expect(drawn).toHaveLength(6);
  expect(drawn?.every(({ items }) => items.length === 2)).toBe(true);

  const served = await db.studyCase.findMany({
    where: { studyId: study.id },
    select: { id: true, caseVersion: { select: { case: { select: { key: true } } } } },
  });
  const keyOf = new Map(served.map(({ id, caseVersion }) => [id, caseVersion.case.key]));
  // All find the references high. The first two find "zero" low, the third neutral: the mode is low.
  const levelOf = (key: string, who: number) => (key.endsWith("zero") ? (who < 2 ? 0 : 1) : 2);
  for (const who of [0, 1, 2]) {
    const sitter = await begin(study);
    const place = await getOwnPlace(sitter.viewer, sitter.sittingId);
    expect(place?.kinds).toEqual(["traits"]);
    const places = await db.servedCase.findMany({ where: { sittingId: sitter.sittingId } });
    const shown = await Promise.all(
      places.map(({ position }) => getOwnCase(sitter.viewer, sitter.sittingId, position)),
    );
    for (const one of shown) expect(one?.content).toEqual({ parts: [{ role: "judged", items: [any, any] }] });
    for (const { position, studyCaseId } of places) {
      const level = levelOf(keyOf.get(studyCaseId) ?? "", who);
      const value = Object.fromEntries(traitNames.map((name) => [name, level]));
      await answerCase(sitter, position, value);
    }
    expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
    const taken = await getOwnData(sitter.viewer, sitter.sittingId);
    const [first] = taken?.cases ?? [];
    expect(first?.answer).toMatchObject({ traits: { openness: any, neuroticism: any } });
    const sent = JSON.stringify([place, shown, taken]);
    for (const secret of ["Zero-shot", "quill-3", '"nell"', "generated", '"drawn"', "attributes"])
      expect(sent).not.toContain(secret);
  }

  const rows = await getRows(viewer, study.slug);
  if (!rows) throw new Error("there are no rows");
  const view = mainView("people");
  expect(computeOverview(rows, view).people.n.answers).toBe(0);
  const { origins, alone, several, comparisons, agreement } = getTraits(rows, view);
  expect([alone, several]).toEqual([0, 0]);
  const [zero, memory] = ["Zero-shot", "Memory"].map((method) =>
    origins.find((one) => one.method === method),
  );
  // All five traits lie two levels apart: 1 − 10 / 10.
  expect(zero?.people).toMatchObject({
    mean: 0,
    n: 2,
    answers: 12,
    raters: 3,
    cases: 4,
    ties: 0,
    levels: 20,
  });
  expect(memory?.people).toMatchObject({ mean: 1, n: 2 });
  expect(zero?.judges).toMatchObject([{ mean: 1, n: 2, ties: 0 }]);
  expect(comparisons).toMatchObject([{ groups: 2, difference: expect.closeTo(-1, 12) as number }]);
  const [openness] = agreement;
  expect(openness).toMatchObject({ counts: [4, 2, 12], answers: 18, raters: 3, cases: 6 });
  expect(openness?.alpha).toBeGreaterThan(0.8);
  // Whole profiles are in no vote and in no agreement.
  expect((await getAgreement(rows, view)).parts.every(({ answers }) => answers === 0)).toBe(true);

  expectValue(await closeStudy(viewer, study.slug));
  const { files: reported } = await renderReport(viewer, {
    slug: study.slug,
    who: "people",
    withPublished: false,
  });
  expect(reported.length).toBeGreaterThan(5);
  expect(String(reported.find(({ name }) => name === "parity.md")?.content)).toContain(
    "in parts: judged (cases: 6).",
  );
  const files = await readExport(viewer, study.slug);
  const people = files.get("people-as-model/Personality_people.jsonl") ?? "";
  const found = readLines(people) as { case: string; traits: Record<string, string[]> }[];
  expect(found.find((one) => one.case === "nell-zero")?.traits["openness"]).toEqual([
    "Low",
    "Low",
    "Neutral",
  ]);
  const back = await trial.importResults(people, { track: null, model: null });
  expect([back.problems, back.runs.map(({ matched }) => matched)]).toEqual([[], [6]]);
  const [answers = [], cases = [], predictions = []] = ["answers", "cases", "predictions"].map((name) =>
    readLines(files.get(`${name}.jsonl`)),
  );
  expect(answers).toHaveLength(18);
  for (const row of answers) rowSchemas.answers.parse(row);
  expect(answers).toContainEqual(expect.objectContaining({ case: "nell-ref", neuroticism: "High" }));
  expect(cases.map((row) => rowSchemas.cases.parse(row))).toContainEqual(
    expect.objectContaining({ case: "nell-ref", group: "nell", drawn: drawn?.[0]?.items }),
  );
  expect(predictions.map((row) => rowSchemas.predictions.parse(row))).toContainEqual(
    expect.objectContaining({ case: "nell-ref", openness: "High" }),
  );
});

test("an answer that lacks a trait is kept, and isn't whole", async () => {
  await importLines(file);
  const study = await open();
  const sitter = await begin(study);
  await answerCase(sitter, 1, { openness: 2, neuroticism: 0 });
  const stored = await db.answer.findFirstOrThrow({ where: { sittingId: sitter.sittingId } });
  expect(stored).toMatchObject({ decision: "2,,,,0", missing: ["choice"] });
  expect(await submitSitting(sitter.viewer, sitter.sittingId)).toMatchObject({ ok: false });
});
