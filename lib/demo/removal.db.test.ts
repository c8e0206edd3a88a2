import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { seedDemo } from "#lib/demo/mutations.ts";
import { removeDemo } from "#lib/demo/removal-mutations.ts";
import { getDemoContents, isDemoRemoved } from "#lib/demo/removal-queries.ts";
import { prepareFirstRun } from "#lib/first-run/mutations.ts";
import { inviteSimulated } from "#lib/invitations/mutations.ts";
import { requestJob } from "#lib/jobs/mutations.ts";
import { createReview } from "#lib/reviews/plan/mutations.ts";
import { settingsOf } from "#lib/reviews/plan/templates.ts";
import { simulateReview } from "#lib/simulation/review/simulate-review.ts";
import { openReview } from "#lib/reviews/plan/opening-mutations.ts";
import { startSitting } from "#lib/sittings/mutations.ts";
import { simulationKey } from "#lib/simulation/schema.ts";
import { createStudyFrom } from "#lib/studies/mutations.ts";
import { newDesign } from "#lib/studies/template.ts";
import { quietly } from "#lib/testing/benchmark-files.ts";
import {
  answerCase,
  consent,
  expectValue,
  finish,
  type Sitter,
  useTrialStudies,
} from "#lib/testing/trial-study.ts";
import { useCommands } from "#scripts/cli/testing/commands.ts";

const { viewer, open } = await useTrialStudies();
const { run } = useCommands();

const owner = new pg.Client({ connectionString: process.env.DATABASE_OWNER_URL });
const app = new pg.Client({ connectionString: process.env.DATABASE_URL });

beforeAll(async () => {
  await owner.connect();
  await app.connect();
  await finish(await open(), 5, 1000);
});
afterAll(async () => {
  await owner.end();
  await app.end();
});

/** How many rows every table has, but those that a removal itself writes and the record. */
async function countRows(): Promise<Record<string, number>> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
     AND relname NOT IN ('audit_events', 'demo_removals', 'throttles') ORDER BY 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const found = await owner.query<{ count: number }>(`SELECT count(*)::int AS count FROM "${name}"`);
    counts[name] = found.rows[0]?.count ?? 0;
  }
  return counts;
}

async function beginDemo(link = ""): Promise<Sitter> {
  const sitter = await consent({ link });
  expectValue(await startSitting(sitter.viewer, sitter.sittingId, { education: "doctorate" }));
  return sitter;
}

/** The demo with everything that can hang on it, and somebody real who has answered three of its cases. */
async function fillDemo() {
  const { benchmark, study, simulation, links } = await seedDemo(viewer);
  const { id: simulatedId } = await db.study.findUniqueOrThrow({ where: { slug: simulation.slug } });
  const seen = simulatedId as Parameters<typeof inviteSimulated>[1];
  for (const { code } of expectValue(await inviteSimulated(viewer, seen, { count: 2, seed: 1 }))) {
    const sitter = await beginDemo(code);
    for (const position of [1, 2]) await answerCase(sitter, position, { choice: 0 });
  }
  const real = await beginDemo(links[1]?.path.split("/").at(-1));
  for (const position of [1, 2, 3]) await answerCase(real, position, { choice: 1 });

  const settings = settingsOf("curated-cases");
  const named = {
    title: "Demo review",
    template: "curated-cases",
    benchmark: benchmark.slug,
    study: null,
  } as const;
  const review = expectValue(await createReview(viewer, { ...named, settings, isDemo: true }));
  expectValue(await openReview(viewer, review.slug, { revision: 0, seed: 7n }));
  const people = {
    annotators: [0.9],
    reviewers: [1],
    auditors: 1,
    acceptable: 0.7,
    seed: 3n,
    acceptsBatches: true,
  };
  expectValue(await simulateReview(viewer, review.slug, people, quietly));

  const parent = await db.benchmark.findUniqueOrThrow({ where: { slug: benchmark.slug } });
  const made = await db.benchmark.create({ data: { slug: "demo-curated", name: "Curated", isDemo: true } });
  const dropped = await db.caseVersion.findFirstOrThrow({
    where: { case: { track: { benchmarkId: parent.id } } },
  });
  const digest = Buffer.alloc(32);
  const drops = { create: { caseVersionId: dropped.id, stage: 0, why: [] } };
  await db.benchmarkLineage.create({
    data: { benchmarkId: made.id, parentId: parent.id, stages: [], digest, drops },
  });
  await db.job.create({
    data: { kind: "simulate_people", payload: {}, exclusiveKey: simulationKey(simulatedId) },
  });
  return { benchmark: parent, study, simulation, simulatedId, real };
}

const announced = async () => {
  const contents = await getDemoContents(viewer);
  if (!contents) throw new Error("there is no demo");
  return contents;
};
const remove = async (given: { people?: number; answers?: number; confirmation?: string } = {}) => {
  const { counts } = await announced();
  return removeDemo(viewer, {
    people: counts.people,
    answers: counts.peoplesAnswers,
    confirmation: "demo",
    ...given,
  });
};

describe("the demo", () => {
  test("goes with everything in it, and nothing else does", async () => {
    const before = await countRows();
    const { real } = await fillDemo();
    const researcher = await db.user.findFirstOrThrow({ where: { isDemo: true } });
    const viewed = { action: "study_results.viewed", subjectType: "study", subjectId: "", details: {} };
    await db.auditEvent.create({ data: { actorId: researcher.id, origin: "web", ...viewed } });
    const filled = await countRows();
    const grown = Object.keys(filled).filter((table) => (filled[table] ?? 0) > (before[table] ?? 0));
    expect(grown).toEqual(
      expect.arrayContaining(["answer_revisions", "review_audits", "benchmark_lineage_drops"]),
    );
    const { counts, kept } = await announced();
    expect(kept).toEqual([]);
    expect(counts).toMatchObject({ studies: 2, reviews: 1, benchmarks: 2, runs: 10, ownRuns: 0 });
    expect(counts).toMatchObject({ people: 1, peoplesAnswers: 3 });
    expect(counts.accounts).toBe(1 + 2 + 3);

    const removed = await remove();
    expect(removed).toEqual({ ok: true, value: counts });
    // Somebody real keeps the account, and the record the name of who is in it.
    const made = await db.user.findMany({ where: { OR: [{ isDemo: true }, { isSimulated: true }] } });
    expect(made).toMatchObject([{ id: researcher.id, deactivatedAt: expect.any(Date) as Date }]);
    expect(await db.user.count({ where: { handle: real.handle, deactivatedAt: null } })).toBe(1);
    const more = (table: string, count: number) => ({ [table]: (before[table] ?? 0) + count });
    const left = { ...more("users", 2), ...more("sign_ins", 1), ...more("door_events", 2) };
    expect(await countRows()).toEqual({ ...before, ...left });
    const events = await db.auditEvent.findMany({ where: { action: "demo.removed" } });
    expect(events).toMatchObject([{ actorId: viewer.actor.id, details: counts }]);
    expect(await getDemoContents(viewer)).toBeNull();
  });

  test("that was removed isn't seeded by a start, and by a command only on request", async () => {
    await seedDemo(viewer);
    expectValue(await remove());
    expect(await isDemoRemoved(viewer)).toBe(true);
    // A start seeds only where there is no admin.
    await db.user.updateMany({ where: { role: "admin" }, data: { role: "researcher" } });
    const links = await prepareFirstRun({ demo: true });
    expect(links.map(({ role }) => role)).toEqual(["admin"]);
    const refused = await run("demo", "seed");
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("demo seed --again")]);
    expect((await run("demo", "remove", "--yes")).err).toContain("nothing of the demo");
    expect((await run("demo", "seed", "--again")).code).toBe(0);
    expect(await isDemoRemoved(viewer)).toBe(false);
    const dry = await run("demo", "remove", "--dry-run", "--json");
    expect(JSON.parse(dry.out)).toMatchObject({ counts: { studies: 2, accounts: 1 }, kept: [] });
    const done = await run("demo", "remove", "--yes");
    expect([done.code, done.out]).toEqual([0, expect.stringContaining("removed 2 studies")]);
  });
});

describe("a removal", () => {
  test("is refused whole while a job is at work, after further answers, and without the word", async () => {
    const { simulatedId } = await fillDemo();
    const before = await countRows();
    const running = await requestJob(viewer, {
      kind: "simulate_people",
      payload: {},
      benchmarkId: null,
      exclusiveKey: simulationKey(simulatedId),
    });
    await db.job.update({ where: { id: running }, data: { state: "running" } });
    expect(await remove()).toEqual({ ok: false, error: "job_runs" });
    await db.job.delete({ where: { id: running } });
    expect(await remove({ confirmation: "" })).toMatchObject({ fields: { confirmation: "wrong_word" } });
    expect(await remove({ answers: 2 })).toEqual({ ok: false, error: "changed" });
    expect(await remove({ people: 0 })).toEqual({ ok: false, error: "changed" });
    expect(await countRows()).toEqual(before);
    expect(await db.demoRemoval.count({ where: { removedAt: null } })).toBe(0);
    expectValue(await remove());
  });

  test("waits for an answer that is being stored, and none is stored afterwards", async () => {
    const { real, simulatedId } = await fillDemo();
    await app.query("BEGIN");
    await app.query(
      "SELECT pg_advisory_xact_lock_shared(hashtext('study answers'), hashtext($1::uuid::text))",
      [simulatedId],
    );
    const going = remove();
    const waiting = `SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
      WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`;
    await expect.poll(async () => (await owner.query(waiting)).rowCount).toBe(1);
    expect(await db.study.count({ where: { isDemo: true } })).toBe(2);
    await app.query("COMMIT");
    expectValue(await going);
    await expect(answerCase(real, 4, { choice: 0 })).rejects.toThrow("refused");
  });

  test("keeps a benchmark that a real study uses, with its runs, and names both", async () => {
    const { benchmark } = await fillDemo();
    const design = { ...newDesign("personaeval", 1), benchmark: benchmark.slug };
    const own = expectValue(await createStudyFrom(viewer, { title: "A study of ours", ...design }));
    const { kept, counts } = await announced();
    expect(kept).toEqual([{ name: benchmark.name, usedBy: ["A study of ours"] }]);
    expect(counts).toMatchObject({ studies: 2, benchmarks: 1, runs: 0 });
    expectValue(await remove());
    expect(await db.study.count({ where: { isDemo: true } })).toBe(0);
    expect(await db.study.count({ where: { slug: own.slug, benchmarkId: benchmark.id } })).toBe(1);
    expect(await db.modelRun.count({ where: { benchmarkId: benchmark.id } })).toBe(10);
    expect(await getDemoContents(viewer)).toBeNull();
    await db.study.delete({ where: { slug: own.slug } });
    expectValue(await remove());
  });
});

describe("outside a removal, the application's role", () => {
  beforeAll(async () => {
    await fillDemo();
  });

  const ofDemo = "study_id IN (SELECT id FROM studies WHERE is_demo)";
  test.each([
    ["INSERT INTO public.demo_removals (counts) VALUES ('{}')", /permission denied/],
    ["UPDATE public.demo_removals SET removed_at = NULL", /permission denied/],
    [`DELETE FROM study_manifests WHERE ${ofDemo}`, /permission denied/],
    [`DELETE FROM study_texts WHERE ${ofDemo}`, /kept as they were written/],
    [`DELETE FROM sittings WHERE ${ofDemo}`, /only at the request of the participant/],
    [`DELETE FROM served_cases WHERE ${ofDemo}`, /only at the request of the participant/],
    [`DELETE FROM study_cell_cases WHERE ${ofDemo}`, /is frozen/],
    ["DELETE FROM answers", /only at the request of the participant/],
    ["UPDATE studies SET is_demo = true WHERE NOT is_demo", /mark of the demo is kept/],
    ["UPDATE studies SET is_demo = false WHERE is_demo", /mark of the demo is kept/],
    ["UPDATE benchmarks SET is_demo = true WHERE NOT is_demo", /mark of the demo is kept/],
    ["UPDATE users SET is_demo = true WHERE NOT is_demo", /mark of the demo is kept/],
    ["UPDATE reviews SET is_demo = false WHERE is_demo", /mark of the demo is kept/],
  ])("may not %s", async (statement, reason) => {
    await app.query("BEGIN");
    // A table of that name that is found first opens nothing.
    await app.query("CREATE TEMP TABLE demo_removals AS SELECT NULL::timestamptz AS removed_at");
    await expect(app.query(statement)).rejects.toThrow(reason);
    await app.query("ROLLBACK");
  });

  test("may not rewrite or take anything either after it has removed the demo in the same transaction", async () => {
    await app.query("BEGIN");
    await app.query("SELECT remove_demo(1000, 1000)");
    await expect(app.query("DELETE FROM answers")).rejects.toThrow(/only at the request/);
    await app.query("ROLLBACK");
  });

  test("removes nothing of a real study, whatever is in it, and not its answers by hand", async () => {
    const real = await owner.query(
      `SELECT md5(string_agg(r::text, ',' ORDER BY r.id)) AS digest FROM answer_revisions r
       JOIN sittings s ON s.id = r.sitting_id JOIN studies t ON t.id = s.study_id WHERE NOT t.is_demo`,
    );
    await owner.query("BEGIN");
    // Even what a mistake of the function would do is refused by the rows themselves.
    await owner.query("INSERT INTO demo_removals (counts) VALUES ('{}')");
    await expect(
      owner.query(
        "DELETE FROM answer_revisions r USING sittings s, studies t WHERE s.id = r.sitting_id AND t.id = s.study_id AND NOT t.is_demo",
      ),
    ).rejects.toThrow(/only at the request/);
    await owner.query("ROLLBACK");
    expectValue(await remove());
    const after = await owner.query(
      "SELECT md5(string_agg(r::text, ',' ORDER BY r.id)) AS digest FROM answer_revisions r",
    );
    expect(after.rows).toEqual(real.rows);
  });
});
