import { afterAll, expect, test } from "vitest";
import { declarePublished } from "#lib/benchmarks/published-mutations.ts";
import { getPublishedChoice } from "#lib/benchmarks/published-queries.ts";
import { createBenchmark } from "#lib/benchmarks/mutations.ts";
import { getBenchmark } from "#lib/benchmarks/queries.ts";
import { db } from "#lib/db.ts";
import { listPublishedCases } from "#lib/published/cases.ts";
import figures from "#lib/published/figures.json" with { type: "json" };
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";

const trial = await useTrialBenchmark({});
const { viewer } = trial;

// As though the paper had fewer: many thousand cases count no differently.
const { tracks } = figures.personaeval;
const published = tracks.map(({ items }) => items);
for (const track of tracks) track.items = 1 + (track.items % 7);
afterAll(() => tracks.forEach((track, at) => (track.items = published[at] ?? 0)));

/** As many cases as were published, each with a hash of its own. */
async function benchmarkOfSize(name: string, missing = 0): Promise<{ id: number; slug: string }> {
  const made = await createBenchmark(viewer, { name, description: "" });
  for (const [position, { name: track, cases }] of (listPublishedCases("personaeval") ?? []).entries()) {
    const { id } = await db.track.create({
      data: { benchmarkId: made.id, name: track, language: "en", position },
    });
    await db.$executeRaw`WITH made AS (
        INSERT INTO cases (track_id, key, kind) SELECT ${id}::int, i::text, 'choice'
        FROM generate_series(1, ${cases - missing}::int) AS i RETURNING id, key)
      INSERT INTO case_versions (case_id, number, hash, prompt_hash, original, option_names, option_count)
      SELECT id, 1, sha256(convert_to(key, 'UTF8')), sha256(convert_to(key, 'UTF8')), key, '{a,b}', 2 FROM made`;
  }
  return made;
}

test("cases are declared to be a paper's only where there are as many, and for as long as they are the same", async () => {
  const { id, slug } = await benchmarkOfSize("As published");
  const other = await benchmarkOfSize("One case less", 1);
  const look = async () => {
    const benchmark = await getBenchmark(viewer, slug);
    if (!benchmark) throw new Error("the benchmark is gone");
    return getPublishedChoice(viewer, benchmark);
  };
  expect(await look()).toEqual({ declared: null, possible: ["personaeval"] });
  expect(await declarePublished(viewer, other.slug, "personaeval")).toMatchObject({ error: "other_counts" });
  expect(await declarePublished(viewer, slug, "rolethink")).toMatchObject({ error: "other_counts" });
  expect(await declarePublished(viewer, "nowhere", "personaeval")).toMatchObject({ error: "not_found" });

  for (let twice = 0; twice < 2; twice++)
    expect(await declarePublished(viewer, slug, "personaeval")).toEqual({ ok: true });
  expect((await look()).declared).toEqual({ paper: "personaeval", isStill: true });

  // One case gets another version.
  const [changed] = await db.caseVersion.findMany({
    where: { case: { track: { benchmarkId: id } } },
    take: 1,
  });
  if (!changed) throw new Error("there is no case");
  const {
    id: versionId,
    content: _content,
    attributes: _attributes,
    overlap: _overlap,
    ...version
  } = changed;
  await db.caseVersion.update({ where: { id: versionId }, data: { retiredAt: new Date() } });
  await db.caseVersion.create({ data: { ...version, number: 2, hash: Buffer.alloc(32, 7) } });
  expect((await look()).declared).toEqual({ paper: "personaeval", isStill: false });

  expect(await declarePublished(viewer, slug, null)).toEqual({ ok: true });
  expect((await look()).declared).toBeNull();
  const recorded = await db.auditEvent.findMany({
    where: { subjectType: "benchmark", subjectId: String(id), action: { contains: "published" } },
    orderBy: { id: "asc" },
    select: { action: true, details: true },
  });
  expect(recorded.map(({ action }) => action)).toEqual([
    "benchmark.published_declared",
    "benchmark.published_withdrawn",
  ]);
});
