import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { useTrialRuns } from "#lib/endpoint-runs/testing/trial-runs.ts";
import { expectValue } from "#lib/testing/trial-study.ts";

const { trial, attempt } = await useTrialRuns();

/** A study that has drawn these cases. */
async function draw(benchmarkId: number, versionIds: readonly number[]): Promise<void> {
  const { id: studyId } = await db.study.create({
    data: { slug: crypto.randomUUID(), title: "A study", draft: {}, benchmarkId },
  });
  await db.studyCase.createMany({
    data: versionIds.map((caseVersionId) => ({ studyId, caseVersionId, stratum: "selected" as const })),
  });
}

/** The same case in another benchmark, under another name. */
async function copyElsewhere(versionId: number): Promise<{ benchmarkId: number; versionId: number }> {
  const benchmark = await db.benchmark.create({ data: { slug: crypto.randomUUID(), name: "Elsewhere" } });
  const track = await db.track.create({
    data: { benchmarkId: benchmark.id, name: "Other", language: "en", position: 1 },
  });
  const whole = await db.caseVersion.findUniqueOrThrow({ where: { id: versionId } });
  const { number, hash, promptHash, original, form, optionNames, optionCount, answerLength } = whole;
  const copy = await db.caseVersion.create({
    data: {
      ...{ number, hash, promptHash, original, form, optionNames, optionCount, answerLength },
      content: whole.content ?? {},
      case: { create: { trackId: track.id, key: "renamed", kind: "choice", position: 1 } },
    },
  });
  return { benchmarkId: benchmark.id, versionId: copy.id };
}

test("no case is tried that a study has, itself or as a copy elsewhere; of too few it is said why", async () => {
  const found = await db.caseVersion.findMany({
    where: { case: { track: { benchmarkId: trial.id() } } },
    orderBy: { id: "asc" },
  });
  const [own = 0, copied = 0, ...free] = found.map(({ id }) => id);
  await draw(trial.id(), [own]);
  const copy = await copyElsewhere(copied);
  await draw(copy.benchmarkId, [copy.versionId]);
  expect(await attempt({ trialCases: "5" })).toEqual({
    ...{ ok: false, error: "invalid" },
    fields: { trialCases: "few_cases", free: "4", inStudies: "2", unasked: "0" },
  });
  const { id } = expectValue(await attempt({ trialCases: "4" }, 4));
  const tried = await db.endpointRunCase.findMany({
    where: { endpointRunId: id },
    orderBy: { caseVersionId: "asc" },
  });
  expect(tried.map(({ caseVersionId }) => caseVersionId)).toEqual(free);
  await draw(trial.id(), free);
  expect(await attempt({ trialCases: "1" })).toMatchObject({ fields: { free: "0", inStudies: "6" } });
});
