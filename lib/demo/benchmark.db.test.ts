import { expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { demoRuns, listDemoCases, seedBenchmark } from "#lib/demo/benchmark.ts";
import { needsTemplate } from "#lib/endpoint-runs/queries.ts";
import { listRuns } from "#lib/model-runs/queries.ts";
import { listVersions } from "#lib/prompt-templates/queries.ts";
import { makeAdmin } from "#lib/testing/people.ts";

const cases = await listDemoCases();
const viewer = await makeAdmin();

test("there are enough cases in every track, all different", () => {
  const count = (track: string) => cases.filter((one) => one.track === track).length;
  expect([
    count("Literary") >= 70,
    count("Drama") >= 12,
    count("Expertise") >= 8,
    cases.length >= 90,
  ]).toEqual([true, true, true, true]);
  expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
  expect(new Set(cases.map(({ content }) => JSON.stringify(content))).size).toBe(cases.length);
});

test("the right answer can stand anywhere", () => {
  const places = cases
    .filter(({ track }) => track !== "Expertise")
    .map((item) => item.options.findIndex(({ name }) => name === item.gold));
  for (const place of [0, 1, 2, 3])
    expect(places.filter((each) => each === place).length).toBeGreaterThan(places.length / 8);
});

test("seeding brings all of them, a template and its runs, and seeding again changes nothing", async () => {
  const { slug, isNew } = await seedBenchmark(viewer);
  expect(isNew).toBe(true);
  const benchmark = await db.benchmark.findUniqueOrThrow({
    where: { slug },
    include: { tracks: { orderBy: { position: "asc" } } },
  });
  expect(benchmark).toMatchObject({
    isDemo: true,
    tracks: [
      { name: "Literary", language: "en" },
      { name: "Drama", language: "zh" },
      { name: "Expertise", language: "en" },
    ],
  });
  const runs = await listRuns(viewer, benchmark.id);
  expect(
    runs
      .map(({ run, pooled }) => [run.model, run.isDemo, run.isFake, pooled.n, pooled.failed, pooled.missing])
      .toSorted(),
  ).toEqual(demoRuns.map(({ model, isFake }) => [model, true, isFake, cases.length, 0, 0]).toSorted());
  // No model's name stands on what was made up.
  expect(runs.filter(({ run }) => run.isFake).map(({ run }) => run.model)).toEqual(
    [..."ABCDEFGH"].map((letter) => `Synthetic ${letter}`),
  );
  const uniform = runs.find(({ run }) => run.model === "Uniform");
  const byChance = cases.reduce((sum, { options }) => sum + 1 / options.length, 0) / cases.length;
  expect(uniform?.pooled.fair.top1).toBeCloseTo(byChance, 12);

  const [template] = await listVersions(viewer, benchmark.id);
  expect(template).toMatchObject({ number: 1, template: { name: "Who is speaking?" } });
  expect(await needsTemplate(viewer, benchmark.id)).toBe(true);

  const snapshot = () =>
    db.caseVersion.findMany({ select: { id: true, hash: true }, orderBy: { id: "asc" } });
  const before = await snapshot();
  expect(await seedBenchmark(viewer)).toMatchObject({ slug, cases: cases.length, isNew: false });
  expect(await snapshot()).toEqual(before);
  expect(await listVersions(viewer, benchmark.id)).toEqual([template]);
  expect(await db.auditEvent.count({ where: { action: "cases.imported" } })).toBe(1);
});
