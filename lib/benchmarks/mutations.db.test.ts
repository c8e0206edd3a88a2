import { describe, expect, test } from "vitest";
import { declareCategories } from "#lib/benchmarks/category-mutations.ts";
import {
  createBenchmark,
  discardEmptyBenchmark,
  editBenchmark,
  removeBenchmark,
} from "#lib/benchmarks/mutations.ts";
import { findBenchmarks, guessTrackCategories, listBenchmarks } from "#lib/benchmarks/queries.ts";
import { inBulkTransaction, lockBenchmark } from "#lib/bulk/transaction.ts";
import { db } from "#lib/db.ts";
import { caseCsv, optionNames, resultCsv, someCases } from "#lib/testing/benchmark-files.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";

const cases = someCases(3);
const trial = await useTrialBenchmark({ cases });
const { viewer } = trial;

describe("a new benchmark", () => {
  test("gets an address of its own, however many bear its name", async () => {
    const slugs = await Promise.all(
      [1, 2, 3].map(
        async () => (await createBenchmark(viewer, { name: "Persona – Éval (2025)", description: "" })).slug,
      ),
    );
    expect(slugs.sort()).toEqual(["persona-éval-2025", "persona-éval-2025-2", "persona-éval-2025-3"]);
    expect(await findBenchmarks(viewer, "Persona – Éval (2025)")).toHaveLength(3);
    expect(await findBenchmarks(viewer, "persona-éval-2025-2")).toHaveLength(1);
  });

  test("may be called in any script, or by signs alone", async () => {
    const slugOf = async (name: string) => (await createBenchmark(viewer, { name, description: "" })).slug;
    expect([await slugOf("戏剧对白"), await slugOf("!?")]).toEqual(["戏剧对白", "benchmark"]);
  });
});

test("is renamed without changing its address, and the record has both names", async () => {
  expect(await editBenchmark(viewer, trial.slug(), { name: "Port", description: "New" })).toEqual({
    ok: true,
  });
  expect((await listBenchmarks(viewer)).find(({ slug }) => slug === trial.slug())).toMatchObject({
    name: "Port",
    description: "New",
  });
  const [event] = await db.auditEvent.findMany({
    where: { action: "benchmark.edited", subjectId: String(trial.id()) },
  });
  expect(event?.details).toMatchObject({ before: { name: "Harbour" }, after: { name: "Port" } });
  expect(await editBenchmark(viewer, "nowhere", { name: "X", description: "" })).toMatchObject({
    error: "not_found",
  });
});

describe("what a track's options are", () => {
  const names = [...optionNames].sort();
  const shared = { categories: "shared", categoryNames: names } as const;
  const own = { categories: "own", categoryNames: [] } as const;
  const track = { where: { name: "Literary" }, select: { categories: true, categoryNames: true } } as const;
  const read = () => db.track.findFirst({ ...track, where: { ...track.where, benchmarkId: trial.id() } });
  const declare = (declared: Parameters<typeof declareCategories>[3], name = "Literary") =>
    declareCategories(viewer, trial.slug(), name, declared);

  test("is guessed when an import makes it, declared by an admin, and left by a later import", async () => {
    expect(await read()).toEqual(shared);
    expect(await declare(own)).toMatchObject({ ok: true });
    const { counts } = await trial.importCases(caseCsv(someCases(5)));
    expect([await read(), counts?.declared]).toEqual([own, own]);
    const check = await trial.importCases(caseCsv(someCases(3)), { mode: "check", track: "New" });
    expect(check.counts?.declared).toEqual(shared);
    expect([...(await guessTrackCategories(viewer, trial.id()))]).toEqual([["Literary", shared]]);
    const ordered = { categories: "ordered", categoryNames: names.toReversed() } as const;
    expect(await declare(ordered)).toMatchObject({ ok: true });
    expect(await read()).toEqual(ordered);
    expect((await guessTrackCategories(viewer, trial.id())).size).toBe(0);
  });

  test("stands in the record with what it was before; what changes nothing doesn't", async () => {
    await declare(own);
    await declare(shared);
    await declare(shared);
    const events = await db.auditEvent.findMany({
      where: { action: "benchmark.categories_declared", subjectId: String(trial.id()) },
      orderBy: { id: "desc" },
    });
    expect(events[0]?.details).toEqual({ track: "Literary", before: own, after: shared });
    expect(events[1]?.details).toMatchObject({ after: own });
  });

  test("names exactly what the cases offer", async () => {
    const declareNames = (...categoryNames: string[]) => declare({ categories: "ordered", categoryNames });
    expect(await declareNames(...names.slice(1))).toMatchObject({
      fields: { names: "not_listed", listed: names[0] },
    });
    expect(await declareNames(...names, "Nobody")).toMatchObject({
      fields: { names: "not_offered", listed: "Nobody" },
    });
    expect(await declareNames("Nobody")).toMatchObject({ fields: { names: "too_few" } });
    expect(await declare(shared, "Nowhere")).toMatchObject({ error: "not_found" });
  });
});

describe("removing", () => {
  test("takes the name, and takes everything along", async () => {
    await trial.importResults(resultCsv([{ case: cases[0]!, probs: [1, 0, 0, 0], response: "x" }]));
    await trial.importCases(caseCsv([{ ...cases[0]!, gt: "Old Tamsin" }]));
    expect(await removeBenchmark(viewer, trial.slug(), "harbour")).toMatchObject({ error: "wrong_name" });
    expect(await removeBenchmark(viewer, trial.slug(), "Harbour")).toMatchObject({ ok: true });
    const left = [
      await db.case.count({ where: { track: { benchmarkId: trial.id() } } }),
      await db.modelRun.count({ where: { benchmarkId: trial.id() } }),
    ];
    expect(left).toEqual([0, 0]);
    expect(await trial.countEvents("benchmark.removed")).toBe(1);
  });

  test("is refused while a study draws on it", async () => {
    await db.study.create({
      data: { slug: crypto.randomUUID(), title: "S", benchmarkId: trial.id(), draft: {} },
    });
    expect(await removeBenchmark(viewer, trial.slug(), "Harbour")).toMatchObject({ error: "has_studies" });
  });

  test("is refused while an import runs", async () => {
    await inBulkTransaction(async (client) => {
      await lockBenchmark(client, trial.id());
      expect(await removeBenchmark(viewer, trial.slug(), "Harbour")).toMatchObject({ error: "import_runs" });
    });
  });

  test("of what was made for an import that stored nothing spares what holds something", async () => {
    const empty = await createBenchmark(viewer, { name: "Empty", description: "" });
    await discardEmptyBenchmark(viewer, empty.id);
    await discardEmptyBenchmark(viewer, trial.id());
    expect(
      await db.benchmark.findMany({ where: { id: { in: [empty.id, trial.id()] } }, select: { id: true } }),
    ).toEqual([{ id: trial.id() }]);
  });
});
