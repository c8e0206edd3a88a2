import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { createOpenLink } from "#lib/invitations/mutations.ts";
import { getOwnData } from "#lib/own-data/queries.ts";
import { openTables, prepareReport, renderReport } from "#lib/reports/report.ts";
import { saveAnswer } from "#lib/sittings/answers/mutations.ts";
import { answerValue } from "#lib/sittings/answers/schema.ts";
import { submitSitting } from "#lib/sittings/mutations.ts";
import { getOwnCase, getOwnPlace } from "#lib/sittings/serving/case-queries.ts";
import type { Arms } from "#lib/studies/arms/schema.ts";
import { openStudy } from "#lib/studies/opening/mutations.ts";
import { getPlan } from "#lib/studies/plan-queries.ts";
import { getPreviewCases } from "#lib/studies/preview-queries.ts";
import { getManifest } from "#lib/studies/queries.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { lookAt, makeDraft, requireStudy, words } from "#lib/studies/testing/drafts.ts";
import { rowSchemas } from "#lib/study-api/row-schema.ts";
import { answerRequest } from "#lib/study-api/testing/read-api.ts";
import { readExport, readLines } from "#lib/study-exports/testing/read-export.ts";
import { getArms } from "#lib/study-results/arms/arms.ts";
import { getArmDifferences } from "#lib/study-results/arms/differences.ts";
import { reportCase, withdrawCaseReport } from "#lib/study-results/cases/case-report-mutations.ts";
import { writeResults } from "#lib/results/document.ts";
import { resultsDocument } from "#lib/results/document-schema.ts";
import { getRows, getWholeRows } from "#lib/study-results/rows/rows-queries.ts";
import { mainScores } from "#lib/study-results/rows/rows.ts";
import { mainView, readView } from "#lib/study-results/schema.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";
import { answerCase, begin, expectValue, type Sitter, useTrialStudies } from "#lib/testing/trial-study.ts";

describe("arms", async () => {
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
    expect(
      cases.filter(({ variation, arm }) => variation === "context:0" && arm === "No turns"),
    ).toHaveLength(10);
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
});

describe("kinds", async () => {
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
    const { code } = expectValue(
      await createOpenLink(viewer, id, { cap: 10, cohort: null, expiresAt: null }),
    );
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
    const wrong = {
      sittingId: first.sittingId,
      position: 1,
      revision: 1,
      value,
      clientAt: new Date(),
    };
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
    expect(ratings.ratings?.parts[0]).toMatchObject({
      track: "Gold",
      n: { ratings: 8, raters: 2, cases: 4 },
    });
    const texts = await writeResults(ofTexts, readView({}, ofTexts));
    expect([texts.ratings, texts.people.n.cases]).toEqual([undefined, 8]);

    expectValue(await closeStudy(viewer, study.slug));
    await expectFiles(study.slug);
    await expectApi(study.slug);
  });

  async function expectApi(slug: string): Promise<void> {
    const ask = (rest = "") =>
      answerRequest(viewer, new Request(`https://study.example.org/api/v1/studies/${slug}${rest}`));
    const told = await (await ask()).json();
    expect(told).toMatchObject({ views: { kinds: ["texts", "rating"], tracks } });
    // Each track that is told can be asked for, by its name alone.
    const kindOf = async (query: string) => {
      const results = await (await ask(`/results${query}`)).json();
      return resultsDocument.parse(results).view;
    };
    expect(await kindOf("")).toMatchObject({ kind: "texts", track: null });
    expect(await kindOf("?track=Gold")).toMatchObject({ kind: "rating", track: "Gold" });
    expect(await kindOf("?track=Plausibility")).toMatchObject({ kind: "texts", track: "Plausibility" });
    expect((await ask("/results?kind=texts&track=Gold")).status).toBe(400);
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
      const { report } = await renderReport(viewer, wanted);
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
});
