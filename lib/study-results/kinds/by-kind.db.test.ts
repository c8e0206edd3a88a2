import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openTables, prepareReport, writeReport } from "#lib/reports/report.ts";
import { saveAnswer } from "#lib/sittings/answers/mutations.ts";
import { answerValue } from "#lib/sittings/answers/schema.ts";
import { submitSitting } from "#lib/sittings/mutations.ts";
import { getOwnData } from "#lib/own-data/queries.ts";
import { getOwnCase, getOwnPlace } from "#lib/sittings/serving/case-queries.ts";
import { createOpenLink } from "#lib/invitations/mutations.ts";
import { answerResults } from "#lib/study-api/results.ts";
import { rowSchemas } from "#lib/study-api/row-schema.ts";
import { answerStudy } from "#lib/study-api/studies.ts";
import { readExport, readLines } from "#lib/study-exports/testing/read-export.ts";
import { writeResults } from "#lib/study-results/overview/results-document.ts";
import { resultsDocument } from "#lib/study-results/overview/results-schema.ts";
import { getRows, getWholeRows } from "#lib/study-results/rows/rows-queries.ts";
import { mainScores } from "#lib/study-results/rows/rows.ts";
import { mainView, readView } from "#lib/study-results/schema.ts";
import { openStudy } from "#lib/studies/opening/mutations.ts";
import { getPlan } from "#lib/studies/plan-queries.ts";
import { getPreviewCases } from "#lib/studies/preview-queries.ts";
import { getManifest } from "#lib/studies/queries.ts";
import { closeStudy } from "#lib/studies/state-mutations.ts";
import { lookAt, makeDraft, requireStudy, words } from "#lib/studies/testing/drafts.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";
import { answerCase, begin, expectValue, type Sitter } from "#lib/testing/trial-study.ts";

const read = (name: string) => readFileSync(`docs/formats/${name}-example.jsonl`, "utf8");
const tracks = ["Plausibility", "Gold"];
const design = {
  frame: { tracks },
  sample: { seed: 7, quota: { Plausibility: 10, Gold: 4 } },
  words: { en: { ...words, parts: { rating: "From here on you **rate**." } } },
};

const trial = await useTrialBenchmark();
const { viewer } = trial;

async function open() {
  for (const name of ["texts", "ratings"])
    expect((await trial.importCases(read(name), { track: null })).problems).toEqual([]);
  const slug = await makeDraft(viewer, trial.slug(), design);
  const draft = await requireStudy(viewer, slug);
  expect((await getPreviewCases(viewer, draft)).problem).toBeNull();
  expect((await getPlan(viewer, draft)).problems).toEqual([]);
  expectValue(await openStudy(viewer, slug, await lookAt(viewer, slug)));
  const { id } = await requireStudy(viewer, slug);
  const { code } = expectValue(await createOpenLink(viewer, id, { cap: 10, cohort: null, expiresAt: null }));
  return { id, slug, link: code };
}

/** The first text everywhere, and one rating. */
async function answerAll(sitter: Sitter, rating: number): Promise<void> {
  const place = await getOwnPlace(sitter.viewer, sitter.sittingId);
  for (const { position, asked } of place?.progress ?? [])
    await answerCase(sitter, position, { choice: asked.kind === "rating" ? rating - 1 : 0 });
  expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
}

test("a study of two kinds is answered in two parts, and every figure, file and report is of one kind", async () => {
  const study = await open();
  const manifest = await getManifest(study.id);
  expect(manifest?.content).toContain("From here on you **rate**.");
  const first = await begin(study);
  const place = await getOwnPlace(first.viewer, first.sittingId);
  expect(place?.kinds).toEqual(["texts", "rating"]);
  expect(place?.words.parts).toEqual({ rating: "From here on you **rate**." });
  expect(place?.progress.map(({ asked }) => asked.kind[0]).join("")).toBe("ttttttttttrrrr");
  expect(await getOwnCase(first.viewer, first.sittingId, 11)).toMatchObject({ kind: "rating" });

  // A scale has five points, a text no fifth answer.
  const value = answerValue.parse({ choice: 4 });
  const wrong = { ...{ sittingId: first.sittingId, position: 1, revision: 1, value }, clientAt: new Date() };
  const refused = await saveAnswer(first.viewer, { ...wrong, id: crypto.randomUUID() });
  expect(refused).toEqual({ ok: false, error: "invalid" });
  const early = await submitSitting(first.viewer, first.sittingId);
  expect(early).toMatchObject({ ok: false, error: "incomplete" });

  await answerAll(first, 2);
  await answerAll(await begin(study), 5);
  const taken = await getOwnData(first.viewer, first.sittingId);
  expect(taken?.cases.map(({ kind }) => kind[0]).join("")).toBe("ttttttttttrrrr");

  const ofTexts = await getRows(viewer, study.slug);
  const ofRatings = await getRows(viewer, study.slug, { kind: "rating" });
  if (!ofTexts || !ofRatings) throw new Error("there are no rows");
  expect([ofTexts.kind, ofTexts.cases.length, ofTexts.answers.length]).toEqual(["texts", 10, 20]);
  expect([ofRatings.kind, ofRatings.cases.length, ofRatings.answers.length]).toEqual(["rating", 4, 8]);
  expect([ofTexts.tracks, ofRatings.tracks].map(([track]) => track?.name)).toEqual(tracks);
  expect([...ofRatings.answers.choice]).toEqual([1, 1, 1, 1, 4, 4, 4, 4]);
  expect(mainScores(ofTexts.answers).filter((score) => Number.isNaN(score))).toHaveLength(4);
  expect(ofRatings.people.map(({ cases, answered }) => [cases, answered])).toEqual([
    [4, 4],
    [4, 4],
  ]);
  expect(ofTexts.people.map(({ cases, answered }) => [cases, answered])).toEqual([
    [10, 10],
    [10, 10],
  ]);
  const view = readView({}, ofRatings);
  expect(view).toEqual({ ...mainView("people"), kind: "rating" });
  const ratings = await writeResults(ofRatings, view);
  expect(ratings.ratings?.parts[0]).toMatchObject({ track: "Gold", n: { ratings: 8, raters: 2, cases: 4 } });
  const texts = await writeResults(ofTexts, readView({}, ofTexts));
  expect([texts.ratings, texts.people.n.cases]).toEqual([undefined, 8]);

  expectValue(await closeStudy(viewer, study.slug));
  await expectFiles(study.slug);
  await expectApi(study.slug);
});

async function expectApi(slug: string): Promise<void> {
  const ask = (query = "") => new Request(`https://study.example.org/api/v1/studies/${slug}${query}`);
  const told = await (await answerStudy(viewer, ask(), slug)).json();
  expect(told).toMatchObject({ views: { kinds: ["texts", "rating"], tracks } });
  // Each track that is told can be asked for, by its name alone.
  const kindOf = async (query: string) => {
    const results = await (await answerResults(viewer, ask(query), slug)).json();
    return resultsDocument.parse(results).view;
  };
  expect(await kindOf("")).toMatchObject({ kind: "texts", track: null });
  expect(await kindOf("?track=Gold")).toMatchObject({ kind: "rating", track: "Gold" });
  expect(await kindOf("?track=Plausibility")).toMatchObject({ kind: "texts", track: "Plausibility" });
  expect((await answerResults(viewer, ask("?kind=texts&track=Gold"), slug)).status).toBe(400);
}

async function expectFiles(slug: string): Promise<void> {
  const whole = await getWholeRows(viewer, slug);
  expect(whole?.byKind.map(({ kind }) => kind)).toEqual(["texts", "rating"]);
  const files = await readExport(viewer, slug);
  const rows = readLines(files.get("answers.jsonl")).map(
    (row) => rowSchemas.answers.parse(row) as typeof row,
  );
  expect(rows.length).toBe(28);
  for (const row of rows) expect(typeof row["rating"]).toBe(row["track"] === "Gold" ? "number" : "object");
  for (const row of readLines(files.get("participants.jsonl"))) expect(row["right_selected"]).toBeNull();
  expect([...files.keys()].filter((name) => name.startsWith("people-as-model/")).length).toBeGreaterThan(0);

  for (const kind of ["texts", "rating"] as const) {
    const wanted = expectValue(await prepareReport(viewer, { slug, kind }));
    const { report } = await writeReport(viewer, wanted);
    expect(report.facts.rows.kind).toBe(kind);
    const { head } = expectValue(await openTables(viewer, { slug, kind }));
    expect(head.join(" ")).toContain(kind === "rating" ? "Ratings" : "Texts");
  }
  expect(await prepareReport(viewer, { slug, kind: "pair" })).toEqual({ ok: false, error: "no_such_kind" });
}

test("a track of two kinds can't be in a study", async () => {
  const ratings = read("ratings").replaceAll('"Gold"', '"Plausibility"');
  await trial.importCases(read("texts"), { track: null });
  expect((await trial.importCases(ratings, { track: null })).problems).toEqual([]);
  const slug = await makeDraft(viewer, trial.slug(), {
    frame: { tracks: ["Plausibility"] },
    sample: { seed: 7, quota: { Plausibility: 3 } },
  });
  const { problems } = await getPlan(viewer, await requireStudy(viewer, slug));
  const values = { track: "Plausibility", kinds: "rating, texts" };
  expect(problems).toContainEqual({ step: "frame", code: "mixed_track", values });
  const opened = await openStudy(viewer, slug, await lookAt(viewer, slug));
  expect(opened).toMatchObject({ ok: false, error: "not_ready", fields: { mixed_track: "frame" } });
});
