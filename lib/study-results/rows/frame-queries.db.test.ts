import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { openStudy } from "#lib/studies/opening/mutations.ts";
import { lookAt, makeDraft } from "#lib/studies/testing/drafts.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { optionNames, resultCsv, someCases } from "#lib/testing/benchmark-files.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";

const cases = someCases(45);
const { viewer, importResults, slug: benchmark, id } = await useTrialBenchmark({ cases });

const answer = (index: number, isRight: boolean, confidence: number) => {
  const fields = cases[index]!;
  const gold = optionNames.indexOf(fields.gt);
  const favourite = isRight ? gold : (gold + 1) % 4;
  const probs = optionNames.map((_, at) => (at === favourite ? confidence : (1 - confidence) / 3));
  return { case: fields, probs };
};
const places = Array.from(cases.keys());

/** Fifteen right, fifteen wrong and sure, twelve wrong and unsure; one call failed, and two weren't made. */
const chooser = [
  ...places.slice(0, 15).map((i) => answer(i, true, 0.8)),
  ...places.slice(15, 30).map((i) => answer(i, false, 0.9)),
  ...places.slice(30, 42).map((i) => answer(i, false, 0.4)),
  { ...answer(42, true, 0.4), success: "-1" },
];

async function open(changes: Record<string, unknown>) {
  const slug = await makeDraft(viewer, benchmark(), changes);
  expect(await openStudy(viewer, slug, await lookAt(viewer, slug))).toMatchObject({ ok: true });
  const rows = await getRows(viewer, slug);
  return rows!.frame;
}

test("a study that can speak for the whole benchmark has its frozen strata, and each run over all of its cases", async () => {
  await importResults(resultCsv(chooser), { model: "lamp" });
  await importResults(resultCsv(places.slice(0, 40).map((i) => answer(i, i % 4 !== 0, 0.6))), {
    model: "oar",
  });
  const reference = { model: "lamp", method: "zero-shot", version: "", threshold: 0.7 };
  const frame = { tracks: ["Literary"], reference };
  const ten = { Literary: 10 };
  const runs = await db.modelRun.findMany({ where: { benchmarkId: id() } });
  const idOf = (model: string) => runs.find((run) => run.model === model)!.id;
  const cell = (stratum: string, served: number) => ({ track: "Literary", stratum, cases: 15, served });

  const all = { frame, sample: { seed: 7, quota: ten, unsure: ten, controls: ten } };
  expect(await open(all)).toEqual({
    cells: [cell("selected", 10), cell("unsure", 10), cell("control", 10)],
    now: {
      cases: 45,
      runs: new Map([
        [idOf("lamp"), { answered: 42, failed: 1, right: 15 }],
        [idOf("oar"), { answered: 40, failed: 0, right: 30 }],
      ]),
    },
  });
  // What was frozen before there was a third stratum leaves it to what the two others aren't.
  expect(await open({ frame, sample: { seed: 7, quota: ten, controls: ten } })).toEqual({
    cells: [cell("selected", 10), cell("unsure", 0), cell("control", 10)],
    now: null,
  });
  expect(await open({ sample: { seed: 7, quota: ten } })).toBeNull();
});
