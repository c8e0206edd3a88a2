import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { importCaseFiles, runAttendedImport } from "#lib/imports/run.ts";
import { JobFailure } from "#lib/jobs/handler.ts";
import { submitSitting } from "#lib/sittings/mutations.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { codeStudy, listCodeBooks, type StoreCases } from "#lib/imports/coding/code-study.ts";
import { answerCase, begin, expectValue, useTrialStudies } from "#lib/testing/trial-study.ts";

const { viewer, open } = await useTrialStudies({ cases: 12 });

const storeCases: StoreCases = ({ id }, payload) =>
  runAttendedImport(viewer, { kind: "import_cases", benchmarkId: id, payload }, (control) =>
    importCaseFiles(viewer, payload, control),
  );

async function closedStudy() {
  const study = await open({ questions: { reason: "optional" } });
  const sitter = await begin(study);
  for (let at = 1; at <= 5; at++) await answerCase(sitter, at, { choice: 0, reason: `reason ${at}` });
  expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
  expectValue(await closeStudy(viewer, study.slug));
  return study;
}

const wantedOf = ({ slug }: { slug: string }, name: string) => ({
  slug,
  name,
  of: "reasons" as const,
  labels: ["Knowledge", "Guess"],
});

test("of two who ask for one name at once, one is refused, and no text is in the benchmark twice", async () => {
  const wanted = wantedOf(await closedStudy(), "Twice");
  const made = await Promise.all([1, 2].map(() => codeStudy(viewer, wanted, storeCases)));
  expect(made.map((one) => (one.ok ? one.value.cases : one.error)).sort()).toEqual([5, "name_taken"]);
  const [benchmark, ...more] = await db.benchmark.findMany({ where: { name: "Twice" } });
  expect(more).toEqual([]);
  expect(await db.case.count({ where: { track: { benchmarkId: benchmark?.id ?? 0 } } })).toBe(5);
});

test("an import that fails, before it begins or at its end, leaves no benchmark, and the name is free", async () => {
  const wanted = wantedOf(await closedStudy(), "Failed");
  const failures: StoreCases[] = [
    () => Promise.reject(new Error("no connection is free")),
    ({ id }, payload) =>
      runAttendedImport(viewer, { kind: "import_cases", benchmarkId: id, payload }, async (control) => {
        await importCaseFiles(viewer, { ...payload, mode: "check" }, control);
        throw new JobFailure("Nothing was stored: the disk is full.");
      }),
  ];
  for (const failing of failures) {
    await expect(codeStudy(viewer, wanted, failing)).rejects.toThrow();
    expect(await db.benchmark.count({ where: { name: "Failed" } })).toBe(0);
  }
  expect(await codeStudy(viewer, wanted, storeCases)).toMatchObject({ ok: true, value: { cases: 5 } });
});

test("the product’s own code books are those whose cases take several codes", () => {
  expect(listCodeBooks()).toEqual([{ name: "thought-analysis", count: 7 }]);
});
