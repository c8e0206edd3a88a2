import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { runCaseImport } from "#lib/benchmarks/mutations.ts";
import { db } from "#lib/db.ts";
import { carryPredictions } from "#lib/model-runs/stored-runs.ts";
import { saveAnswer } from "#lib/sittings/answers/mutations.ts";
import { answerValue, type AnswerValue } from "#lib/sittings/answers/schema.ts";
import { withdrawSitting } from "#lib/sittings/watching/staff-mutations.ts";
import { addMember } from "#lib/study-members/mutations.ts";
import { openParts } from "#lib/study-results/across/across-queries.ts";
import { listAnswersTo } from "#lib/study-results/cases/case-answers.ts";
import {
  getStudyCase,
  listOpenings,
  listReasons,
  readProbabilities,
} from "#lib/study-results/cases/case-queries.ts";
import { reportCase, withdrawCaseReport } from "#lib/study-results/cases/case-report-mutations.ts";
import { findCases } from "#lib/study-results/cases/cases.ts";
import { makeFigure } from "#lib/results/figures.ts";
import { getPersonTexts } from "#lib/study-results/people/person-queries.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { caseCsv, optionNames, quietly, someCases, useFiles } from "#lib/testing/benchmark-files.ts";
import { makePerson, viewerFor } from "#lib/testing/people.ts";
import {
  answerCase,
  begin,
  consent,
  expectValue,
  finish,
  numberOf,
  type Sitter,
  type TrialStudy,
  useTrialStudies,
} from "#lib/testing/trial-study.ts";

const trial = await useTrialStudies();

describe("a case", async () => {
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
    expect((await readProbabilities(await rowsOf(study), 0)).get(run?.id ?? 0)?.[first?.gold ?? -1]).toBe(
      0.7,
    );
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
});

describe("reports of a case", () => {
  async function makeResearcher(of?: TrialStudy) {
    const person = await makePerson({ role: "researcher", name: "Rosa Reader" });
    if (of) expectValue(await addMember(trial.viewer, { studyId: of.id, userId: person.id }));
    return viewerFor({ ...person, role: "researcher" as const });
  }

  const rowsOf = async ({ slug }: TrialStudy): Promise<StudyRows> => {
    const rows = await getRows(trial.viewer, slug);
    if (!rows) throw new Error("the study has no rows");
    return rows;
  };

  const reported = (rows: StudyRows) =>
    findCases(rows, mainView("people"), { filter: "reported", sure: null, find: "", sort: null }).map(
      ({ index }) => rows.cases[index],
    );

  test("a researcher of the study reports a case, and another takes the report back", async () => {
    const study = await trial.open();
    await finish(study, 5, 9_000);
    const before = await rowsOf(study);
    const [first] = before.cases;
    const asked = { slug: study.slug, track: "Literary", key: first?.key ?? "" };
    const viewer = await makeResearcher(study);
    expect(await reportCase(viewer, { ...asked, reason: "Two of them could say it." })).toMatchObject({
      ok: true,
    });

    const after = await rowsOf(study);
    expect(after.stamp).not.toBe(before.stamp);
    expect(reported(after)).toMatchObject([
      { key: first?.key, report: { reason: "Two of them could say it.", by: "Rosa Reader" } },
    ]);
    expect(await reportCase(viewer, { ...asked, reason: "Again." })).toMatchObject({
      error: "case_reported",
    });

    const other = await makeResearcher(study);
    expect(await withdrawCaseReport(other, asked)).toMatchObject({ ok: true });
    expect(reported(await rowsOf(study))).toEqual([]);
    expect(await withdrawCaseReport(other, asked)).toMatchObject({ error: "case_not_reported" });
    expect(await reportCase(viewer, { ...asked, reason: "All the same." })).toMatchObject({ ok: true });
    const events = await db.auditEvent.findMany({
      where: { subjectType: "study", subjectId: study.id, action: { startsWith: "case." } },
      select: { action: true, actorId: true, details: true },
      orderBy: { id: "asc" },
    });
    const details = { track: "Literary", key: first?.key };
    expect(events).toEqual([
      {
        action: "case.reported",
        actorId: viewer.userId,
        details: { ...details, reason: "Two of them could say it." },
      },
      { action: "case.report_withdrawn", actorId: other.userId, details },
      { action: "case.reported", actorId: viewer.userId, details: { ...details, reason: "All the same." } },
    ]);
  });

  test("of two reports in the same instant one is kept", async () => {
    const study = await trial.open();
    const [first] = (await rowsOf(study)).cases;
    const asked = { slug: study.slug, track: "Literary", key: first?.key ?? "", reason: "Unclear." };
    const results = await Promise.all([1, 2, 3].map(() => reportCase(trial.viewer, asked)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await db.caseReport.count({ where: { studyId: study.id } })).toBe(1);
  });

  test("to who doesn't belong to the study, and of what isn't in its sample, there is nothing to report", async () => {
    const [study, draft] = [await trial.open(), await trial.draft()];
    const stranger = await makeResearcher(await trial.open());
    const { cases } = await rowsOf(study);
    const asked = { slug: study.slug, track: "Literary", key: cases[0]?.key ?? "" };
    const reason = "Unclear.";
    expect(await reportCase(stranger, { ...asked, reason })).toMatchObject({ error: "not_found" });
    expect(await reportCase(trial.viewer, { ...asked, reason })).toMatchObject({ ok: true });
    expect(await withdrawCaseReport(stranger, asked)).toMatchObject({ error: "not_found" });
    const elsewhere = await db.case.findFirstOrThrow({
      where: { versions: { every: { studyCases: { none: { studyId: study.id } } } } },
      select: { key: true },
    });
    for (const change of [{ key: elsewhere.key }, { track: "Drama" }, { slug: draft.slug }])
      expect(await reportCase(trial.viewer, { ...asked, ...change, reason })).toMatchObject({
        error: "not_found",
      });
    expect(reported(await rowsOf(study))).toHaveLength(1);
  });
});

describe("a person", () => {
  const parts = { questions: { reason: "optional" as const }, rules: { interim: true } };

  async function say(sitter: Sitter, revision: number, given: Partial<AnswerValue>): Promise<void> {
    const { viewer, sittingId } = sitter;
    const value = answerValue.parse({ activeMs: 1000 * revision, ...given });
    const sent = { sittingId, position: 1, id: randomUUID(), revision, value, clientAt: new Date() };
    expectValue(await saveAnswer(viewer, sent));
  }

  async function makeResearcher(studyId?: string) {
    const person = await makePerson({ role: "researcher" });
    if (studyId) expectValue(await addMember(trial.viewer, { studyId, userId: person.id }));
    return viewerFor({ ...person, role: "researcher" as const });
  }

  describe("what only one participant's page needs", () => {
    test("are the reasons as they stand and the changes of a choice, not every word that was typed", async () => {
      const study = await trial.open(parts);
      const sitter = await begin(study);
      await say(sitter, 1, { choice: 0 });
      await say(sitter, 2, { choice: 0, reason: "He" });
      await say(sitter, 3, { choice: 2, reason: "He names the harbour." });
      const number = await numberOf(sitter);
      const texts = await getPersonTexts(trial.viewer, { slug: study.slug, number });
      expect([...(texts?.reasons ?? [])]).toEqual([[1, "He names the harbour."]]);
      const changes = texts?.revisions.get(1) ?? [];
      expect(changes.map(({ revision }) => revision)).toEqual([1, 3]);
      // By the place in the case's own order, whatever was shown where.
      expect(new Set(changes.map(({ decision }) => decision)).size).toBe(2);
      expect(changes.every(({ afterMs }) => afterMs !== null && afterMs >= 0)).toBe(true);
    });

    test("are there for the study's own team alone", async () => {
      const study = await trial.open(parts);
      const number = await numberOf(await begin(study));
      const ask = async (viewer: Awaited<ReturnType<typeof makeResearcher>>) =>
        getPersonTexts(viewer, { slug: study.slug, number });
      expect(await ask(await makeResearcher(study.id))).toMatchObject({ submittedAt: null });
      expect(await ask(await makeResearcher())).toBeNull();
    });

    test("are gone at once for who withdraws, and not there before somebody begins", async () => {
      const study = await trial.open(parts);
      const sitter = await begin(study);
      await say(sitter, 1, { choice: 1, reason: "The bells." });
      const asked = { slug: study.slug, number: await numberOf(sitter) };
      expect((await getPersonTexts(trial.viewer, asked))?.reasons.size).toBe(1);
      expectValue(await withdrawSitting(trial.viewer, study.id, asked.number, { erase: false }));
      expect(await getPersonTexts(trial.viewer, asked)).toBeNull();
      const number = await numberOf(await consent(study));
      expect(await getPersonTexts(trial.viewer, { slug: study.slug, number })).toBeNull();
    });
  });

  test("studies are put beside each other for whoever belongs to them, and drafts for nobody", async () => {
    const [own, other] = [await trial.open(parts), await trial.open(parts)];
    const draft = await trial.draft();
    await finish(own, 5, 9000);
    await finish(other, 5, 9000);
    const study = [own.slug, other.slug, draft.slug, "no-such-study"];
    const titles = async (viewer: Parameters<typeof openParts>[0]) =>
      (await openParts(viewer, { study })).parts.map(({ rows }) => rows.study.slug);
    expect(await titles(trial.viewer)).toEqual([own.slug, other.slug]);
    expect(await titles(await makeResearcher(own.id))).toEqual([own.slug]);
  });
});
