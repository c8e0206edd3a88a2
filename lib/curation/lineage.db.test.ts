import { expect, test } from "vitest";
import { writeLineage } from "#lib/benchmarks/lineage/document.ts";
import { getLineage } from "#lib/benchmarks/lineage/queries.ts";
import { removeBenchmark } from "#lib/benchmarks/mutations.ts";
import { hashOf, writeCanonical } from "#lib/canonical.ts";
import { filterByConfidence } from "#lib/curation/confidence/mutations.ts";
import { tellLineage } from "#lib/curation/funnel.ts";
import { somePool } from "#lib/curation/testing/some-pool.ts";
import { madeOf, useSureRuns } from "#lib/curation/testing/sure-runs.ts";
import { db } from "#lib/db.ts";
import { expectValue } from "#lib/testing/trial-study.ts";

const trial = await useSureRuns();
const { viewer } = trial;
const keepPool = () =>
  db.benchmarkPool.create({
    data: { benchmarkId: trial.id(), ...somePool(6) },
    select: { benchmarkId: true },
  });

test("what was made of a pool has its stages as a lineage, and nothing has one that was imported", async () => {
  expect(await getLineage(viewer, trial.id())).toBeNull();
  await keepPool();
  const lineage = (await getLineage(viewer, trial.id())) ?? expect.fail();
  const [{ benchmark, parent, stages, digest } = expect.fail()] = lineage;
  expect([benchmark.slug, parent]).toEqual([trial.slug(), null]);
  expect(digest).toBe(hashOf(writeCanonical(stages)));
  const { settings, files, report } = somePool(6);
  const { odd, way, among, distractors, seed } = settings;
  const [own, first, second] = files;
  expect(stages).toEqual([
    {
      stage: "pool",
      settings: { files: [own], track: "Literary", language: "en", before: 0 },
      counts: { works: 2, roles: 12, into: 11, out: 10, reasons: { no_profile: 1 } },
      models: [],
    },
    {
      stage: "length",
      settings: { fewestTokens: 25, tokenizer: "cl100k_base" },
      counts: { into: 10, out: 7, reasons: { too_short: 3 } },
      models: [],
    },
    {
      stage: "distractors",
      settings: { way, among, distractors, odd, seed },
      counts: {
        ...{ into: 7, out: 6, reasons: { too_few_roles: 1 }, replaced: 2 },
        odd: { same_person: 0, first_speaker: 1 },
      },
      models: [
        { ...report.models[0], sha256: first?.sha256 },
        { ...report.models[1], sha256: second?.sha256 },
      ],
    },
  ]);
});

test("a benchmark that was filtered from it begins its lineage with the pool, and keeps it from being removed", async () => {
  await keepPool();
  const { benchmark } = expectValue(await filterByConfidence(viewer, await trial.wish(["Oar", "lantern"])));
  const made = await madeOf(benchmark);
  const lineage = (await getLineage(viewer, made.id)) ?? expect.fail();
  expect(lineage.map((link) => [link.parent?.slug, link.benchmark.slug])).toEqual([
    [undefined, trial.slug()],
    [trial.slug(), benchmark],
  ]);
  const { content } = writeLineage(lineage);
  expect(JSON.parse(content)).toMatchObject({
    links: [
      { madeOf: null, stages: [{ stage: "pool" }, { stage: "length" }, { stage: "distractors" }] },
      { madeOf: trial.slug(), stages: [{ stage: "confidence" }] },
    ],
  });
  expect(tellLineage(lineage, "en")).toBe("Of 11 exchanges, 4 came through all 4 stages as cases.");
  const { name } = await db.benchmark.findUniqueOrThrow({ where: { id: trial.id() } });
  expect(await removeBenchmark(viewer, trial.slug(), name)).toMatchObject({ error: "has_descendants" });
});
