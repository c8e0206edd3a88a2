import { expect, test } from "vitest";
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
  }
});
