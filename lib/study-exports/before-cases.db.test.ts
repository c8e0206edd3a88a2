import { expect, test } from "vitest";
import { tryComprehension } from "#lib/sittings/comprehension/mutations.ts";
import { startSitting, submitSitting } from "#lib/sittings/mutations.ts";
import { closeStudy } from "#lib/studies/state-mutations.ts";
import { readExport, readLines, readTable } from "#lib/study-exports/testing/read-export.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { answerCase, consent, expectValue, useTrialStudies } from "#lib/testing/trial-study.ts";

const { viewer, open } = await useTrialStudies({ cases: 12 });
const label = { en: "Words", "zh-CN": "文字" };
const options = ["a", "b"].map((value) => ({ value, label }));

test("what was asked before the first case: tries, who got no further, and what somebody would rather not say", async () => {
  const study = await open({
    questions: {
      preferNotToSay: true,
      background: [{ key: "age", kind: "number", label, options: [], need: "required" }],
      comprehension: [{ key: "task", label, options, right: "a" }],
    },
    rules: { comprehension: "exclude" },
  });
  const [passed, failed] = [await consent(study), await consent(study)];
  for (const [sitter, chosen] of [
    [passed, ["b", "a"]],
    [failed, ["b", "b"]],
  ] as const) {
    const said: Record<string, string> = sitter === passed ? { "age.unsaid": "on" } : { age: "41" };
    expectValue(await startSitting(sitter.viewer, sitter.sittingId, said));
    for (const [i, task] of chosen.entries())
      await tryComprehension(sitter.viewer, {
        sittingId: sitter.sittingId,
        tryNumber: i + 1,
        answers: { task },
      });
  }
  for (let position = 1; position <= 5; position++) await answerCase(passed, position, { choice: 0 });
  expectValue(await submitSitting(passed.viewer, passed.sittingId));
  const before = await getRows(viewer, study.slug);
  expect(before?.people.map(({ exclusions }) => exclusions.map(({ reason }) => reason))).toEqual([
    [],
    ["failed_comprehension"],
  ]);
  expectValue(await closeStudy(viewer, study.slug));

  const files = await readExport(viewer, study.slug, { numbers: "study" });
  const people = readLines(files.get("participants.jsonl"));
  expect(people).toMatchObject([
    {
      excluded: 0,
      comprehension_tries: 2,
      comprehension_passed: 1,
      comprehension_task_1: "b",
      comprehension_task_2: "a",
      background_age: "prefer_not_to_say",
    },
    {
      excluded: 1,
      exclusion_reasons: "failed_comprehension incomplete",
      answered: 0,
      comprehension_passed: 0,
      comprehension_task_2: "b",
      background_age: 41,
    },
  ]);
  expect(readTable(files.get("participants.csv"))[0]).toMatchObject({ background_age: "prefer_not_to_say" });
  for (const column of Object.keys(people[0] ?? {}))
    expect(files.get("codebook.md")).toContain(`\`${column}\``);
});

test("a plan that asks none of it has no column and no word of it", async () => {
  const study = await open();
  const sitter = await consent(study);
  expectValue(await startSitting(sitter.viewer, sitter.sittingId));
  expectValue(await closeStudy(viewer, study.slug));
  const told = [...(await readExport(viewer, study.slug)).values()].join("\n");
  for (const word of ["comprehension", "prefer_not_to_say"]) expect(told).not.toContain(word);
});
