import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { closeStudy } from "#lib/studies/state-mutations.ts";
import { readExport, readLines } from "#lib/study-exports/testing/read-export.ts";
import { answerCase, begin, expectValue, useTrialStudies } from "#lib/testing/trial-study.ts";

const { viewer, open } = await useTrialStudies({ cases: 12 });

test("an export has the columns of what its plan records, and no others", async () => {
  for (const profiles of [undefined, "open"] as const) {
    const study = await open(profiles ? { questions: { profiles } } : {});
    const sitter = await begin(study);
    for (const [at, unfolded] of [true, false, null].entries())
      await answerCase(sitter, at + 1, { choice: 1, unfolded });
    expectValue(await closeStudy(viewer, study.slug));
    const files = await readExport(viewer, study.slug);
    const told = readLines(files.get("answers.jsonl")).map((row) => row.unfolded);
    expect(told).toEqual(profiles ? [1, 0, null] : [undefined, undefined, undefined]);
    for (const name of ["answers.csv", "codebook.md"])
      expect(files.get(name)?.includes("unfolded")).toBe(profiles !== undefined);
    const passing = ["answers.csv", "history.csv", "codebook.md"].map((name) => files.get(name));
    expect(passing.filter((file) => file?.includes("cannot_read"))).toEqual([]);
    expect(files.get("participants.csv")).not.toContain("passed,right");
    expect(files.get("participants.csv")).not.toContain("unsure");
    expect(files.get("predictions.csv")).not.toContain("apart");
    expect(files.get("predictions.csv")).not.toContain("replicate");
  }
});

test("where the plan says what is claimed, predictions say which runs stand apart; where runs are replicates, which", async () => {
  const study = await open({ claims: {} });
  expectValue(await closeStudy(viewer, study.slug));
  const read = async () => {
    const files = await readExport(viewer, study.slug);
    return { first: readLines(files.get("predictions.jsonl"))[0], codebook: files.get("codebook.md") };
  };
  const { first, codebook } = await read();
  expect(first).toMatchObject({ is_selecting_run: 0, apart: null });
  expect(codebook).toContain("`apart`");
  const runs = { benchmark: { studies: { some: { slug: study.slug } } } };
  await db.modelRun.updateMany({ where: runs, data: { replicate: 3 } });
  const numbered = await read();
  expect(numbered.first).toEqual({ ...first, replicate: 3 });
  expect(numbered.codebook).toContain("`replicate`");
});

test("a case that was passed is told as that, and is no wrong answer of anybody", async () => {
  const rules = { incomplete: false };
  const study = await open({ rules, questions: { mayPass: true } });
  const [sitter, other] = [await begin(study), await begin(study)];
  await answerCase(sitter, 1, { cannotRead: true });
  await answerCase(sitter, 2, { choice: 1 });
  await answerCase(other, 1, { choice: 1 });
  expectValue(await closeStudy(viewer, study.slug));
  const files = await readExport(viewer, study.slug, { numbers: "study" });
  const answers = readLines(files.get("answers.jsonl"));
  const [passed, chosen] = answers.filter(({ participant }) => participant === 1);
  expect(passed).toMatchObject({ cannot_read: 1, choice: null, right: null });
  expect(chosen).toMatchObject({ cannot_read: 0 });
  expect(readLines(files.get("history.jsonl")).map((row) => row.cannot_read)).toEqual([1, 0, 0]);
  expect(readLines(files.get("participants.jsonl"))).toMatchObject([
    { participant: 1, answered: 1, passed: 1 },
    { participant: 2, answered: 1, passed: 0 },
  ]);
  // As with a failed call of a model: of three answers two count.
  const model = files.get("people-as-model/Literary_people.csv") ?? "";
  const counts = [...model.matchAll(/(\d+) answers?: /g)].map(([, count]) => Number(count));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2);
  expect(files.get("codebook.md")).toContain("cannot_read");
});
