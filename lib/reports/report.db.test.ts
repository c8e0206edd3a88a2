import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { prepareReport, readReport, renderReport } from "#lib/reports/report.ts";
import { zipFiles } from "#lib/study-exports/zip.ts";
import { withdrawSitting } from "#lib/sittings/watching/staff-mutations.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { readTable } from "#lib/study-exports/testing/read-export.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { makePerson, viewerFor } from "#lib/testing/people.ts";
import { thorough } from "#lib/testing/thorough.ts";
import {
  answerCase,
  begin,
  expectValue,
  finish,
  numberOf,
  useTrialStudies,
} from "#lib/testing/trial-study.ts";

const { viewer, open, benchmark } = await useTrialStudies({ cases: 12 });

async function write(slug: string) {
  const wanted = expectValue(await prepareReport(viewer, { slug }));
  const { files, report } = await renderReport(viewer, wanted);
  const zip = await buffer(zipFiles(files));
  const text = (name: string) => files.find((file) => file.name === name)?.content.toString("utf8") ?? "";
  return { report, files, zip, text };
}

/** Of each file, so that a failure tells which isn't the same. */
const listDigests = (files: readonly { name: string; content: Buffer }[]) =>
  files.map(({ name, content }) => [name, createHash("sha256").update(content).digest("hex")]);

test("is the same for the same answers, another after one more, and has nothing of who withdrew", async () => {
  const study = await open({ rules: { interim: true, incomplete: false } });
  const sitters = [await finish(study, 5, 1000), await finish(study, 5, 1000)];
  const working = await begin(study);
  await answerCase(working, 1, { choice: 2 });
  const first = await write(study.slug);
  const again = await write(study.slug);
  expect(listDigests(again.files)).toEqual(listDigests(first.files));
  expect(again.zip.equals(first.zip)).toBe(true);
  expect(first.text("checklist.md")).toContain("Interim: the study is not closed");

  await answerCase(working, 2, { choice: 1 });
  const more = await write(study.slug);
  expect(more.zip.equals(first.zip)).toBe(false);
  expect(more.report.facts.results.people.n).toEqual({ people: 3, answers: 12, cases: 5 });

  // The same people by the same numbers in the table and in the answers.
  const answers = readTable(more.text("answers.csv"));
  const rightOf = (participant: string | undefined) =>
    answers.filter((answer) => answer.participant === participant && answer.right === "1").length;
  const table = readTable(more.text("tables/table5.csv"));
  expect(table.map(({ participant, right }) => [participant, Number(right)])).toEqual(
    ["1", "2", "3"].map((participant) => [participant, rightOf(participant)]),
  );
  expect(Object.keys(answers[0] ?? {})).not.toContain("reason");
  for (const { sittingId, handle } of [...sitters, working])
    for (const { name, content } of more.files)
      expect([name, content.includes(sittingId) || content.includes(handle)]).toEqual([name, false]);

  expectValue(await withdrawSitting(viewer, study.id, await numberOf(working), { erase: true }));
  const after = await write(study.slug);
  expect(after.report.facts.results.people.n).toEqual({ people: 2, answers: 10, cases: 5 });
  expect(new Set(readTable(after.text("answers.csv")).map(({ participant }) => participant)).size).toBe(2);
  expect(after.text("methods.md")).toContain("Of the 3 who began, 1 withdrew; excluded: none.");
});

test("holds the frozen plan to the byte, what each run had before it, and how people came", async () => {
  const study = await open();
  await finish(study, 5, 60_000);
  const { count } = await db.modelRun.updateMany({
    where: { benchmarkId: benchmark.id },
    data: { instructions: "Answer with one name.\nNothing else.", tools: "none" },
  });
  expect(count).toBe(1);
  expectValue(await closeStudy(viewer, study.slug));
  const { text, report } = await write(study.slug);
  const { manifest } = report.facts.record;
  expect(text("manifest.json")).toBe(manifest?.content);
  expect(createHash("sha256").update(text("manifest.json")).digest("hex")).toBe(manifest?.hash);
  expect(text("README.txt")).toContain(manifest?.hash);
  expect(text("parity.md")).toContain(
    "## model-a (zero-shot)\n\n**Instructions**:\n\n```text\nAnswer with one name.\nNothing else.\n```\n\n**Context**: not recorded\n\n**Tools**: none",
  );
  expect(text("parity.md")).toContain(report.facts.plan?.texts[0]?.words.instructions.split("\n")[0]);
  expect(text("methods.md")).toContain("In total, 1 participant agreed to take part (1 by open link).");
  expect(text("methods.md")).toContain("Median active time per participant: 5.0 minutes");
  const events = await db.auditEvent.findMany({
    where: { subjectId: study.id, action: "study_results.exported" },
  });
  expect(events.map(({ details }) => details)).toMatchObject([{ files: "report", texts: "without" }]);
});

thorough("says on how many answers people had whole profiles, where the plan records it", async () => {
  const rules = { interim: true, incomplete: false };
  const study = await open({ rules, questions: { profiles: "open" } });
  const sitter = await begin(study);
  for (const [at, unfolded] of [true, true, false, null].entries())
    await answerCase(sitter, at + 1, { choice: 1, unfolded });
  expect((await write(study.slug)).text("parity.md")).toContain(
    "unfolded in 2 of 4 answers, some folded in 1; unknown in 1.",
  );
  const older = await open({ rules });
  await answerCase(await begin(older), 1, { choice: 1, unfolded: true });
  expect((await write(older.slug)).text("parity.md")).not.toContain("counted answer");
});

test("is refused while people answer, and to whom the study isn't shown", async () => {
  const study = await open();
  await finish(study, 5, 1000);
  const asked = { slug: study.slug };
  expect(await prepareReport(viewer, asked)).toMatchObject({ ok: false, error: "not_shown_yet" });
  const stranger = viewerFor({ ...(await makePerson()), role: "researcher" });
  expect(await prepareReport(stranger, asked)).toMatchObject({ ok: false, error: "not_found" });
  await expect(renderReport(viewer, { ...asked, who: "people", withPublished: false })).rejects.toThrow(
    "went away",
  );
  expect(await getRows(stranger, study.slug)).toBeNull();
});

test("is read once for the same rows", async () => {
  const study = await open({ rules: { interim: true, incomplete: false } });
  await finish(study, 5, 1000);
  const rows = await getRows(viewer, study.slug);
  if (!rows) throw new Error("the study has no rows");
  const choice = { who: "people", withPublished: false } as const;
  const reading = readReport(rows, choice);
  expect(await readReport(rows, choice)).toBe(await reading);
  expect((await reading).facts.plan?.slug).toBe(study.slug);
});

thorough("says how far people agree with themselves, where cases came again", async () => {
  const study = await open({ sample: { quota: { Literary: 4 }, repeats: 2 } });
  for (let person = 0; person < 2; person++) await finish(study, 6, 1000);
  expectValue(await closeStudy(viewer, study.slug));
  const { text, report } = await write(study.slug);
  expect(report.facts.results.people.n).toMatchObject({ people: 2, answers: 8 });
  expect(text("methods.md")).toContain("Each participant saw 2 of the first half of their cases");
  // Four are told, and no share of them.
  expect(text("methods.md")).toMatch(/Too few cases were answered both times to assess self-agreement \(4\)/);
  expect(text("checklist.md")).toContain("Self-agreement: too few cases answered twice (4)");
  expect(text("tables/self-agreement.csv")).toMatch(/^people,,4,2,\d,1,,,,too_few/m);
  expect(text("tables/self-agreement.tex")).toContain("too few: 4");
});
