import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { countInterim } from "#lib/sittings/serving/cell-queries.ts";
import { submitSitting } from "#lib/sittings/mutations.ts";
import { closeStudy } from "#lib/studies/state-mutations.ts";
import { readExport, readLines } from "#lib/study-exports/testing/read-export.ts";
import { writeResults } from "#lib/study-results/overview/results-document.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { answerCase, begin, expectValue, useTrialStudies } from "#lib/testing/trial-study.ts";

const { viewer, open } = await useTrialStudies({ cases: 12 });

const sample = { quota: { Literary: 6 }, repeats: 2 };

test("what comes again is answered like any case, and is in no figure", async () => {
  const study = await open({ sample });
  const sitter = await begin(study);
  const served = await db.servedCase.findMany({
    where: { sittingId: sitter.sittingId },
    orderBy: { position: "asc" },
  });
  expect(served).toHaveLength(8);
  const again = served.filter(({ repeats }) => repeats !== null);
  expect(again.map(({ studyCaseId }) => studyCaseId)).toEqual(
    again.map(({ repeats }) => served[(repeats ?? 0) - 1]?.studyCaseId),
  );
  for (const { position, repeats } of served)
    if (repeats === null) await answerCase(sitter, position, { choice: 1 });
  // Two are left, and nobody hands in without them.
  expect(await submitSitting(sitter.viewer, sitter.sittingId)).toMatchObject({
    ok: false,
    error: "incomplete",
    fields: Object.fromEntries(again.map(({ position }) => [String(position), "choice"])),
  });
  for (const { position } of again) await answerCase(sitter, position, { choice: 0 });
  expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
  expect(await countInterim(study.id)).toMatchObject([{ track: "Literary", answered: 6 }]);
  expectValue(await closeStudy(viewer, study.slug));
  const rows = await getRows(viewer, study.slug);
  expect(rows?.people).toMatchObject([{ cases: 6, answered: 6 }]);
  expect(rows?.answers.length).toBe(6);
  const firsts = served.filter(({ repeats }) => repeats === null).map(({ position }) => position);
  expect([...(rows?.answers.position ?? [])]).toEqual(firsts);
});

test("how far people agree with themselves is told of those who answered both times", async () => {
  const study = await open({ sample });
  for (const isSteady of [true, false]) {
    const sitter = await begin(study);
    const served = await db.servedCase.findMany({
      where: { sittingId: sitter.sittingId },
      orderBy: { position: "asc" },
    });
    for (const { position, repeats } of served)
      await answerCase(sitter, position, { choice: repeats === null || isSteady ? 1 : 2 });
    expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
  }
  // Who hasn't come to the second showing has no part in it.
  const third = await begin(study);
  await answerCase(third, 1, { choice: 1 });
  expectValue(await closeStudy(viewer, study.slug));
  const rows = await getRows(viewer, study.slug);
  const told = rows && (await writeResults(rows, mainView("people"))).selfAgreement;
  // Options stand in another order the second time: what is the same is the option, not its place.
  const answers = await db.answer.findMany({
    where: { served: { repeats: { not: null }, sitting: { studyId: study.id } } },
    select: { decision: true, served: { select: { first: { select: { answer: true } } } } },
  });
  const same = answers.filter(({ decision, served }) => decision === served.first?.answer?.decision);
  expect(told).toMatchObject({ pairs: 4, people: 2, kappa: null, change: null });
  expect(told?.same.value).toBe(same.length / 4);
  const plain = await open();
  expectValue(await closeStudy(viewer, plain.slug));
  const without = await getRows(viewer, plain.slug);
  expect(without && (await writeResults(without, mainView("people")))).not.toHaveProperty("selfAgreement");
});

test("an export says of each answer what it repeats, and counts it nowhere", async () => {
  const study = await open({ sample });
  const sitter = await begin(study);
  const served = await db.servedCase.findMany({
    where: { sittingId: sitter.sittingId },
    orderBy: { position: "asc" },
  });
  for (const { position } of served) await answerCase(sitter, position, { choice: 1 });
  expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
  expectValue(await closeStudy(viewer, study.slug));
  const files = await readExport(viewer, study.slug, { numbers: "study" });
  const answers = readLines(files.get("answers.jsonl"));
  expect(answers.map(({ position, repeats }) => [position, repeats])).toEqual(
    served.map(({ position, repeats }) => [position, repeats]),
  );
  expect(readLines(files.get("participants.jsonl"))).toMatchObject([{ cases: 6, answered: 6 }]);
  const model = files.get("people-as-model/Literary_people.csv") ?? "";
  expect([...model.matchAll(/1 answer: /g)]).toHaveLength(6);
  expect(files.get("codebook.md")).toContain("`repeats`");
  const plain = await open();
  expectValue(await closeStudy(viewer, plain.slug));
  expect((await readExport(viewer, plain.slug)).get("answers.csv")).not.toContain("repeats");
});

test("a study doesn’t open that would bring again more than half of somebody’s cases", async () => {
  await expect(open({ sample: { quota: { Literary: 5 }, repeats: 3 } })).rejects.toThrow("too_many_repeats");
  await open({ sample: { quota: { Literary: 5 }, repeats: 2 } });
});
