import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { useTrialStudies } from "#lib/testing/trial-study.ts";

const { viewer, open } = await useTrialStudies({ cases: 12 });

test("every run's answers come as they are stored, and of each case whether it failed or is missing", async () => {
  const study = await open();
  const [failed, missing] = await db.studyCase.findMany({ where: { studyId: study.id } });
  const unscored = { correct: null, rank: null, above: null, tied: null, confidence: null, bin: null };
  await db.prediction.updateMany({
    where: { caseVersionId: failed?.caseVersionId ?? 0 },
    data: { ...unscored, failed: true, choice: null, probabilities: [], squaredError: null },
  });
  await db.prediction.deleteMany({ where: { caseVersionId: missing?.caseVersionId ?? 0 } });

  const rows = await getRows(viewer, study.slug);
  const [run] = rows?.runs ?? [];
  if (!rows || !run) throw new Error("the study has no run");
  const { measures, ...columns } = run.predictions;
  for (const [i, { versionId, gold }] of rows.cases.entries()) {
    const stored = await db.prediction.findFirst({ where: { runId: run.id, caseVersionId: versionId } });
    const read = Object.entries({ ...columns, score: measures[0] }).map(([name, column]) => [
      name,
      column?.[i],
    ]);
    expect(Object.fromEntries(read)).toEqual({
      choice: stored?.choice ?? -1,
      failed: Number(stored?.failed ?? false),
      rank: stored?.rank ?? 0,
      above: stored?.above ?? 0,
      tied: stored?.tied ?? 0,
      confidence: stored?.confidence ?? NaN,
      squaredError: stored?.squaredError ?? NaN,
      goldProbability: stored?.probabilities[gold ?? -1] ?? NaN,
      given: stored?.score ?? NaN,
      score: stored?.correct ? 1 : NaN,
    });
  }
  expect([...columns.failed].reduce((sum, one) => sum + one, 0)).toBe(1);
  expect(columns.choice.filter((choice) => choice === -1)).toHaveLength(2);
});
