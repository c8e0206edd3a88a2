import { expect, test } from "vitest";
import { writeAnalysis } from "#lib/case-analyses/mutations.ts";
import { listAnalyses, listRevisions } from "#lib/case-analyses/queries.ts";
import { analysisInput, classesOf, countClasses } from "#lib/case-analyses/schema.ts";
import { db } from "#lib/db.ts";
import { addMember } from "#lib/study-members/mutations.ts";
import { findCases } from "#lib/study-results/cases/cases.ts";
import { wholeList } from "#lib/study-results/cases/case-filters.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { makePerson, viewerFor } from "#lib/testing/people.ts";
import { expectValue, finish, useTrialStudies } from "#lib/testing/trial-study.ts";

const trial = await useTrialStudies();

async function prepare() {
  const study = await trial.open();
  await finish(study, 5, 9_000);
  const rows = await getRows(trial.viewer, study.slug);
  const [first, second] = rows?.cases ?? [];
  if (!rows || !first || !second) throw new Error("the study has no cases");
  const person = await makePerson({ role: "researcher", name: "Rosa Reader" });
  const stranger = viewerFor({ ...(await makePerson()), role: "researcher" as const });
  expectValue(await addMember(trial.viewer, { studyId: study.id, userId: person.id }));
  const viewer = viewerFor({ ...person, role: "researcher" as const });
  const about = (key: string, revision: number, words: string, errorClass: string) =>
    analysisInput.parse({
      slug: study.slug,
      track: "Literary",
      key,
      revision,
      value: JSON.stringify({ words, errorClass }),
    });
  return { study, rows, first, second, viewer, stranger, about };
}

test("an analysis is written by staff of the study, listed by class, and keeps every revision", async () => {
  const { study, rows, first, second, viewer, about } = await prepare();
  expectValue(
    await writeAnalysis(viewer, about(first.key, 0, " It is *irony*.\r\nTwice. ", " sarcasm  missed ")),
  );
  expectValue(await writeAnalysis(trial.viewer, about(second.key, 0, "", "sarcasm missed")));
  expect(await writeAnalysis(viewer, about(first.key, 1, "Only once.", "sarcasm missed"))).toEqual({
    ok: true,
    value: { revision: 2 },
  });
  const analyses = await listAnalyses(study.id);
  const of = (id: number) => analyses.find(({ studyCaseId }) => studyCaseId === id);
  expect(of(first.id)).toMatchObject({
    words: "Only once.",
    errorClass: "sarcasm missed",
    by: "Rosa Reader",
  });
  expect(of(second.id)).toMatchObject({ words: "", errorClass: "sarcasm missed", revision: 1 });
  expect((await listRevisions(study.id, first.id)).map(({ words }) => words)).toEqual([
    "Only once.",
    "It is *irony*.\nTwice.",
  ]);
  const classes = classesOf(analyses, rows.cases);
  expect(countClasses(classes)).toEqual([["sarcasm missed", 2]]);
  // As where the other one is of another kind.
  expect([...classesOf(analyses, [second])]).toEqual([[second.id, "sarcasm missed"]]);
  const found = (errorClass: string | null) =>
    findCases(rows, mainView("people"), { ...wholeList, errorClass }, classes).length;
  expect([found(null), found(""), found("sarcasm missed"), found("other")]).toEqual([5, 2, 2, 0]);

  // Emptied, it is no case study any more; what it said stays.
  expectValue(await writeAnalysis(viewer, about(first.key, 2, "", "")));
  expect((await listAnalyses(study.id)).map(({ studyCaseId }) => studyCaseId)).toEqual([second.id]);
  expect(await listRevisions(study.id, first.id)).toHaveLength(3);
  const events = await db.auditEvent.findMany({
    where: { subjectId: study.id, action: "case.analysed" },
    select: { details: true },
    orderBy: { id: "asc" },
  });
  expect(events.map(({ details }) => details)).toMatchObject([
    { key: first.key, errorClass: "sarcasm missed", revision: 1 },
    { key: second.key, revision: 1 },
    { key: first.key, revision: 2 },
    { key: first.key, errorClass: "", letters: 0, revision: 3 },
  ]);
});

test("whoever read an older revision is told who wrote since; of two at once one is told", async () => {
  const { study, first, viewer, about } = await prepare();
  expectValue(await writeAnalysis(viewer, about(first.key, 0, "First.", "")));
  expect(await writeAnalysis(trial.viewer, about(first.key, 0, "Second.", ""))).toMatchObject({
    ok: false,
    error: "conflict",
    fields: { by: "Rosa Reader", revision: "1" },
  });
  const both = await Promise.all(
    ["Third.", "Fourth."].map((words) => writeAnalysis(viewer, about(first.key, 1, words, ""))),
  );
  expect(both.map((result) => (result.ok ? "ok" : result.error)).sort()).toEqual(["conflict", "ok"]);
  expect(await listRevisions(study.id, first.id)).toHaveLength(2);
  // The same again is no revision.
  const [last] = await listRevisions(study.id, first.id);
  expectValue(await writeAnalysis(viewer, about(first.key, 2, last?.words ?? "", "")));
  expect(await listRevisions(study.id, first.id)).toHaveLength(2);
});

test("neither strangers nor drafts nor cases of elsewhere are written about", async () => {
  const { study, first, stranger, about } = await prepare();
  const refused = { ok: false, error: "not_found" };
  expect(await writeAnalysis(stranger, about(first.key, 0, "Mine.", ""))).toEqual(refused);
  expect(await writeAnalysis(trial.viewer, about("no such case", 0, "Mine.", ""))).toEqual(refused);
  const { slug } = await trial.draft();
  expect(await writeAnalysis(trial.viewer, { ...about(first.key, 0, "Mine.", ""), slug })).toEqual(refused);
  expect(await listAnalyses(study.id)).toEqual([]);
});
