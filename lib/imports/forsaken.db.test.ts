import { expect, test } from "vitest";
import { system } from "#lib/auth/operator.ts";
import { createBenchmark, findOrCreateBenchmark } from "#lib/benchmarks/mutations.ts";
import { db } from "#lib/db.ts";
import { clearUpAfterImports } from "#lib/imports/mutations.ts";
import { makeAdmin } from "#lib/testing/people.ts";

const admin = await makeAdmin();
const newName = () => ({ name: `Harbour ${crypto.randomUUID()}`, description: "" });

type State = "queued" | "running" | "done" | "failed" | "cancelled";
const over = (state: State) => !["queued", "running"].includes(state);

async function makeJob(benchmark: { id: number; slug: string; isNew?: boolean }, state: State) {
  const payload = { benchmark, mode: "store", files: [] };
  const now = new Date();
  const times = { startedAt: state === "queued" ? null : now, finishedAt: over(state) ? now : null };
  const kind = "import_cases";
  const data = { kind, state, payload, benchmarkId: benchmark.id, isAttended: true, ...times };
  await db.job.create({ data: { ...data, ...(state === "done" ? { result: { stored: false } } : {}) } });
}
const isThere = async ({ id }: { id: number }) => (await db.benchmark.count({ where: { id } })) === 1;

test.each(["done", "failed", "cancelled"] as const)(
  "a benchmark made for an import that is %s and stored nothing goes",
  async (state) => {
    const made = await findOrCreateBenchmark(admin, newName());
    expect(made.isNew).toBe(true);
    await makeJob(made, state);
    await clearUpAfterImports(system());
    expect(await isThere(made)).toBe(false);
    const event = { action: "benchmark.removed", subjectType: "benchmark", subjectId: String(made.id) };
    expect(await db.auditEvent.count({ where: event })).toBe(1);
  },
);

test.each(["queued", "running"] as const)("it stays while another import is %s", async (state) => {
  const made = await findOrCreateBenchmark(admin, newName());
  await makeJob(made, "failed");
  await makeJob({ id: made.id, slug: made.slug, isNew: false }, state);
  await clearUpAfterImports(system());
  expect(await isThere(made)).toBe(true);
  await db.job.updateMany({
    where: { benchmarkId: made.id },
    data: { state: "cancelled", startedAt: new Date(), finishedAt: new Date() },
  });
  await clearUpAfterImports(system());
  expect(await isThere(made)).toBe(false);
});

test("one that a person made stays, whatever comes of imports into it; so does one with something in it", async () => {
  const byPerson = await createBenchmark(admin, newName());
  const again = await findOrCreateBenchmark(admin, { name: byPerson.slug, description: "" });
  expect(again).toEqual({ ...byPerson, isNew: false });
  await makeJob(again, "failed");
  const filled = await findOrCreateBenchmark(admin, newName());
  await db.track.create({ data: { benchmarkId: filled.id, name: "Literary", language: "en", position: 1 } });
  await makeJob(filled, "failed");
  await clearUpAfterImports(system());
  expect(await Promise.all([isThere(byPerson), isThere(filled)])).toEqual([true, true]);
});

test("asked for at once by several, a name is one benchmark", async () => {
  const wanted = newName();
  const made = await Promise.all([1, 2, 3, 4].map(() => findOrCreateBenchmark(admin, wanted)));
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  expect(made.filter(({ isNew }) => isNew)).toHaveLength(1);
});
