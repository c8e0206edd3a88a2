import { expect, test } from "vitest";
import { lookUpStudy } from "#lib/auth/study-scope.ts";
import { db } from "#lib/db.ts";
import { getOwnData } from "#lib/own-data/queries.ts";
import { storeReport } from "#lib/passage-reports/mutations.ts";
import { getFeedback, getOwnReport } from "#lib/passage-reports/queries.ts";
import { passageReportInput } from "#lib/passage-reports/schema.ts";
import { submitSitting } from "#lib/sittings/mutations.ts";
import { withdrawOwnSitting } from "#lib/sittings/ending/withdraw-mutations.ts";
import { describeColumns } from "#lib/study-exports/columns.ts";
import { listExportRows } from "#lib/study-exports/rows/row-queries.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { makePerson, viewerFor } from "#lib/testing/people.ts";
import { answerCase, begin, expectValue, useTrialStudies, type Sitter } from "#lib/testing/trial-study.ts";

const { viewer, open } = await useTrialStudies({ cases: 12 });
const sample = { quota: { Literary: 2 } };
const asking = { sample, questions: { reportPassage: true, lastComment: true } };

const say = ({ viewer: who, sittingId }: Sitter, position: number, words = "Cut off.") =>
  storeReport(who, { sittingId, position, kind: "error", words });

test("a report is stored once a passage, the newer for the older, and seen by staff under a number", async () => {
  const study = await open(asking);
  const [me, other] = [await begin(study), await begin(study)];
  expectValue(await say(me, 2));
  expectValue(await say(me, 2, "Cut off at its end."));
  expectValue(await say(other, 1));
  expect(await getOwnReport(me.viewer, me.sittingId, 2)).toEqual({
    kind: "error",
    words: "Cut off at its end.",
  });
  expect(await getOwnReport(other.viewer, me.sittingId, 2)).toBeNull();
  const { reports } = await getFeedback(study.id);
  expect(reports.map(({ participant, words }) => [participant, words]).sort()).toEqual([
    [1, "Cut off at its end."],
    [2, "Cut off."],
  ]);
  expect(JSON.stringify(reports)).not.toContain(me.handle);
  const stranger = viewerFor({ ...(await makePerson({ role: "researcher" })), role: "researcher" as const });
  expect(await lookUpStudy(stranger, { id: study.id }, {})).toBeNull();
  expect((await getOwnData(me.viewer, me.sittingId))?.reports).toMatchObject([{ number: 2, kind: "error" }]);
  await withdrawOwnSitting(me.viewer, me.sittingId, { erase: true });
  expect((await getFeedback(study.id)).reports).toHaveLength(1);
  expect(await db.passageReport.count({ where: { sittingId: me.sittingId } })).toBe(0);
});

test("nobody reports for another, beyond the cases, where the plan doesn't ask, or once it is over", async () => {
  const refused = { ok: false, error: "not_found" };
  const study = await open(asking);
  const [me, other] = [await begin(study), await begin(study)];
  expect(
    await storeReport(other.viewer, { sittingId: me.sittingId, position: 1, kind: "error", words: "" }),
  ).toEqual(refused);
  expect(await say(me, 9)).toEqual(refused);
  expect(await say(await begin(await open({ sample })), 1)).toEqual(refused);
  await withdrawOwnSitting(other.viewer, other.sittingId, { erase: false });
  expect(await say(other, 1)).toEqual(refused);
  expectValue(await closeStudy(viewer, study.slug));
  expect(await say(me, 1)).toEqual(refused);
  expect(await db.passageReport.count({ where: { served: { studyId: study.id } } })).toBe(0);
});

test.each([
  [{ kind: "error" }, undefined],
  [{ kind: "other", words: " \r\n" }, ["words", "empty"]],
  [{ words: "It is." }, ["kind", "empty"]],
  [{ kind: "boring" }, ["kind", "empty"]],
  [{ kind: "error", words: "x".repeat(2001) }, ["words", "too_long"]],
  // A field counts a line end once, a form sends two characters for it.
  [{ kind: "error", words: `${"x\r\n".repeat(999)}xx` }, undefined],
  [{ kind: "error", words: "a\0b" }, undefined],
])("a form that says %j", (given, wrong) => {
  const sittingId = "0198c6a0-0000-7000-8000-000000000001";
  const issue = passageReportInput.safeParse({ sittingId, position: "1", ...given }).error?.issues[0];
  expect(issue && [issue.path[0], issue.message]).toEqual(wrong);
});

test("reports and last comments are exported where the plan has them, and nowhere else", async () => {
  const choices = { numbers: "study", key: "", who: "people", texts: "with" } as const;
  const rows = async (
    slug: string,
    kind: "answers" | "participants" | "cases",
    texts: "with" | "without" = "with",
  ) => expectValue(await listExportRows(viewer, slug, kind, { ...choices, texts })).rows;
  const asked = await open(asking);
  const me = await begin(asked);
  for (const position of [1, 2]) await answerCase(me, position, { choice: 0 });
  expectValue(await say(me, 2));
  expectValue(await submitSitting(me.viewer, me.sittingId, "It was long."));
  expect((await getFeedback(asked.id)).comments).toMatchObject([{ participant: 1, comment: "It was long." }]);
  const unasked = await open({ sample });
  const other = await begin(unasked);
  for (const position of [1, 2]) await answerCase(other, position, { choice: 0 });
  expectValue(await submitSitting(other.viewer, other.sittingId, "Nobody asked."));
  for (const { slug } of [asked, unasked]) expectValue(await closeStudy(viewer, slug));
  expect(await rows(asked.slug, "participants")).toMatchObject([{ last_comment: "It was long." }]);
  expect(await rows(asked.slug, "answers")).toMatchObject([
    { passage_report: null },
    { passage_report: "error", passage_report_words: "Cut off." },
  ]);
  const counted = (await rows(asked.slug, "cases")).map((row) => row.passage_reports);
  expect(counted.toSorted()).toEqual([0, 1]);
  const [bare] = await rows(asked.slug, "participants", "without");
  expect(bare).not.toHaveProperty("last_comment");
  const added = ["passage_report", "passage_report_words", "passage_reports", "last_comment"];
  for (const kind of ["answers", "participants", "cases"] as const) {
    const names = Object.keys((await rows(unasked.slug, kind))[0] ?? {});
    expect(names.filter((name) => added.includes(name))).toEqual([]);
    expect(describeColumns(kind, ["choice"]).some(([name]) => added.includes(name))).toBe(true);
  }
  expect((await db.sitting.findUniqueOrThrow({ where: { id: other.sittingId } })).lastComment).toBeNull();
});
