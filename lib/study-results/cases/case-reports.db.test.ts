import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { reportCase, withdrawCaseReport } from "#lib/study-results/cases/case-report-mutations.ts";
import { findCases } from "#lib/study-results/cases/cases.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { addMember } from "#lib/study-members/mutations.ts";
import { makePerson, viewerFor } from "#lib/testing/people.ts";
import { expectValue, finish, useTrialStudies, type TrialStudy } from "#lib/testing/trial-study.ts";

const trial = await useTrialStudies();

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
  expect(await reportCase(viewer, { ...asked, reason: "Again." })).toMatchObject({ error: "case_reported" });

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
