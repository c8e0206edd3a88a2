import { describe, expect, test } from "vitest";
import {
  createBenchmark,
  discardEmptyBenchmark,
  editBenchmark,
  removeBenchmark,
} from "#lib/benchmarks/mutations.ts";
import { findBenchmarks, listBenchmarks } from "#lib/benchmarks/queries.ts";
import { inBulkTransaction, lockBenchmark } from "#lib/bulk/transaction.ts";
import { db } from "#lib/db.ts";
import { caseCsv, resultCsv, someCases } from "#lib/testing/benchmark-files.ts";
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
