import { describe, expect, test } from "vitest";
import { exportCaseLines } from "#lib/benchmarks/case-files/export-cases.ts";
import { writeLineage } from "#lib/benchmarks/lineage/document.ts";
import { getLineage } from "#lib/benchmarks/lineage/queries.ts";
import { filtersSql } from "#lib/benchmarks/lineage/schema.ts";
import { removeBenchmark } from "#lib/benchmarks/mutations.ts";
import { hashOf, writeCanonical } from "#lib/canonical.ts";
import { filterByConfidence } from "#lib/curation/confidence/mutations.ts";
import { countVotes, listFilterRuns, listVoted } from "#lib/curation/confidence/queries.ts";
import { filterInput } from "#lib/curation/confidence/schema.ts";
import { formatLineage } from "#lib/curation/funnel.ts";
import {
  caseColumns,
  trackColumns,
  versionColumns,
  predictionColumns,
  responseColumns,
  runColumns,
  makeBenchmark,
} from "#lib/curation/made-benchmark.ts";
import { exportDropLines, listDropped } from "#lib/curation/queries.ts";
import { somePool } from "#lib/curation/testing/some-pool.ts";
import { madeOf, rowsOf, useSureRuns } from "#lib/curation/testing/sure-runs.ts";
import { db } from "#lib/db.ts";
import { editRun, removeRun, runResultImport } from "#lib/model-runs/mutations.ts";
import { listRuns } from "#lib/model-runs/queries.ts";
import { runEdit } from "#lib/model-runs/schema.ts";
import { addTemplate, addVersion } from "#lib/prompt-templates/mutations.ts";
import { succeed } from "#lib/result.ts";
import { listFilters, type Filter } from "#lib/studies/selectors/schema.ts";
import { quietly, resultCsv, useFiles } from "#lib/testing/benchmark-files.ts";
import { expectValue } from "#lib/testing/trial-study.ts";

describe("filtering by confidence", async () => {
  const trial = await useSureRuns();
  const { viewer } = trial;

  test("a filter is counted before it is made, and shown case by case", async () => {
    const runs = await listFilterRuns(viewer, { id: trial.id(), cases: 6 });
    expect(runs.map(({ model, voted, failed, bare, cases: of }) => [model, voted, failed, bare, of])).toEqual(
      [
        ["Oar", 5, 1, 0, 6],
        ["lantern", 4, 0, 0, 6],
        ["sieve", 6, 0, 0, 6],
      ],
    );
    const chosen = {
      benchmarkId: trial.id(),
      runIds: [await trial.idOf("Oar"), await trial.idOf("lantern")],
      threshold: 0.5,
    };
    const alike = await countVotes(viewer, { ...chosen, exactly: "stays" });
    expect(alike).toEqual([
      { track: "Literary", votes: "-s", cases: 1 },
      { track: "Literary", votes: "g-", cases: 1 },
      { track: "Literary", votes: "gg", cases: 1 },
      { track: "Literary", votes: "s-", cases: 1 },
      { track: "Literary", votes: "ss", cases: 2 },
    ]);
    const exactly = await countVotes(viewer, { ...chosen, exactly: "goes" });
    expect(exactly.find(({ votes }) => votes === "gs")).toMatchObject({ cases: 1 });
    const shown = { votes: ["g-", "gg"], track: "Literary", page: 1 };
    const listed = await listVoted(viewer, { ...chosen, exactly: "stays" }, shown);
    expect(listed.map(({ said }) => said)).toEqual([
      [0.7, 0.6],
      [0.9, null],
    ]);
    expect(await listVoted(viewer, { ...chosen, exactly: "stays" }, { ...shown, track: "Drama" })).toEqual(
      [],
    );
  });

  test("the newest version of each prompt template goes along, and is the first there", async () => {
    const add = async (name: string, ...texts: string[]) => {
      const [first = "", ...later] = texts.map((text) => `${text} {turns} {candidates}`);
      const { id } = expectValue(await addTemplate(viewer, { benchmark: trial.slug(), name, text: first }));
      for (const text of later) expectValue(await addVersion(viewer, { id, text, after: 1 }));
    };
    await add("Plain", "Who?");
    await add("Better", "Who says it?", "Who says what?");
    const { benchmark } = expectValue(await filterByConfidence(viewer, await trial.wish(["Oar", "lantern"])));
    const textsOf = (slug: string) =>
      db.promptTemplateVersion.findMany({
        where: { template: { benchmark: { slug } } },
        select: {
          number: true,
          text: true,
          sha256: true,
          createdById: true,
          template: { select: { name: true } },
        },
        orderBy: [{ template: { name: "asc" } }, { number: "asc" }],
      });
    const [, better, plain] = await textsOf(trial.slug());
    expect(await textsOf(benchmark)).toEqual([{ ...better, number: 1 }, plain]);
  });

  test("what stays is a benchmark of its own, to the byte, with what models answered and why the others went", async () => {
    const lines = await Array.fromAsync(exportCaseLines(viewer, trial.id()));
    const { benchmark, cases: kept } = expectValue(
      await filterByConfidence(viewer, await trial.wish(["Oar", "lantern"])),
    );
    expect(kept).toBe(4);
    const made = await madeOf(benchmark);
    expect(await Array.fromAsync(exportCaseLines(viewer, made.id))).toEqual(lines.slice(1, 5));
    expect(made.modelRuns.map(({ model, isFilter }) => [model, isFilter])).toEqual([
      ["Oar", true],
      ["lantern", true],
      ["sieve", false],
    ]);
    const copied = await listFilterRuns(viewer, { id: made.id, cases: kept });
    expect(copied.map(({ voted, failed }) => [voted, failed])).toEqual([
      [3, 1],
      [3, 0],
      [4, 0],
    ]);
    const drops = await db.benchmarkLineageDrop.findMany({
      where: { benchmarkId: made.id },
      select: { stage: true, why: true, caseVersion: { select: { case: { select: { position: true } } } } },
      orderBy: { caseVersionId: "asc" },
    });
    expect(drops).toEqual([
      { stage: 0, why: [0.7, 0.6], caseVersion: { case: { position: 1 } } },
      { stage: 0, why: [0.9, null], caseVersion: { case: { position: 6 } } },
    ]);
    const listed = await listDropped(viewer, made.id, 1);
    expect(listed.map(({ track, why }) => [track, why])).toEqual([
      ["Literary", [0.7, 0.6]],
      ["Literary", [0.9, null]],
    ]);
    expect(await listDropped(viewer, made.id, 2)).toEqual([]);
    const [line = ""] = await Array.fromAsync(exportDropLines(viewer, made.id));
    expect(JSON.parse(line)).toEqual({
      madeOf: trial.slug(),
      track: "Literary",
      id: expect.any(String) as string,
      version: 1,
      stage: 0,
      by: "confidence",
      why: [0.7, 0.6],
    });
    const lineage = (await getLineage(viewer, made.id)) ?? expect.fail();
    const counts = { cases: 6, dropped: 2, kept: 4, withoutVote: 0 };
    expect(lineage).toMatchObject([
      {
        benchmark: { slug: benchmark },
        parent: { slug: trial.slug() },
        stages: [
          {
            settings: { threshold: 0.5, exactly: "stays", rule: "any" },
            counts: { ...counts, tracks: [{ track: "Literary", ...counts }] },
            models: [
              { model: "Oar", isFake: false, predictions: 5, dropped: 2 },
              { model: "lantern", isFake: false, predictions: 4, dropped: 1 },
            ],
          },
        ],
      },
    ]);
    const [link = expect.fail()] = lineage;
    expect(link.digest).toBe(hashOf(writeCanonical(link.stages)));
    const file = writeLineage(lineage);
    expect(file.hash).toBe(hashOf(file.content));
    expect(writeLineage((await getLineage(viewer, made.id)) ?? []).content).toBe(file.content);
  });

  test("whoever is killed before the last word has made nothing", async () => {
    const before = await db.benchmark.count();
    const [version = expect.fail()] = await db.caseVersion.findMany({
      where: { case: { track: { benchmarkId: trial.id() } } },
      select: { id: true },
    });
    const killed = makeBenchmark(viewer, { parent: trial.benchmark, name: "Killed" }, async () =>
      succeed({
        description: "",
        versions: [version.id],
        stages: [],
        along: async (client) => void (await client.query("SELECT pg_terminate_backend(pg_backend_pid())")),
      }),
    );
    await expect(killed).rejects.toThrow();
    expect(await db.benchmark.count()).toBe(before);
  });

  test("nothing is made of what can’t be chosen, of nothing, of what has changed, or twice", async () => {
    const before = await db.benchmark.count();
    const refused = async (given: ReturnType<typeof trial.wish>) => {
      const result = await filterByConfidence(viewer, await given);
      return result.ok ? null : result.error;
    };
    await trial.bring("broken", [null, null]);
    expect(await refused(trial.wish(["broken"]))).toBe("no_runs");
    expect(await refused(trial.wish(["Oar"], { run: "" }))).toBe("no_runs");
    expect(await refused(trial.wish(["Oar"], { run: "2000000000" }))).toBe("no_runs");
    expect(
      await refused(trial.wish(["Oar"], { run: Array.from({ length: 13 }, (_, i) => i + 1).join(",") })),
    ).toBe("too_many_runs");
    expect(await refused(trial.wish(["sieve"], { threshold: "0.9" }))).toBe("none_dropped");
    expect(await refused(trial.wish(["sieve"], { threshold: "0", kept: "0" }))).toBe("none_kept");
    expect(await refused(trial.wish(["Oar"], { kept: "3" }))).toBe("changed");
    expect(await refused(trial.wish(["Oar"], { slug: "nowhere" }))).toBe("not_found");
    expect(await refused(trial.wish(["Oar"], { name: trial.slug() }))).toBe("name_taken");
    expect(await db.benchmark.count()).toBe(before);
    for (const threshold of ["", "half", "1.1", "-0.1", "NaN", "1e3"])
      expect(filterInput.safeParse(await trial.given(["Oar"], { threshold })).success, threshold).toBe(false);

    const both = await Promise.all(
      [1, 2].map(async () => filterByConfidence(viewer, await trial.wish(["Oar"]))),
    );
    expect(both.map((one) => (one.ok ? "made" : one.error)).sort()).toEqual(["made", "name_taken"]);
    expect(await db.benchmark.count()).toBe(before + 1);
  });
});

describe("the mark of a filter", async () => {
  const trial = await useSureRuns();
  const { viewer } = trial;
  const write = useFiles();

  describe("the mark that a model filtered", () => {
    const edit = (runId: number, change: object) => {
      const { runId: _runId, ...given } = runEdit.parse({ runId, ...change });
      return editRun(viewer, runId, given);
    };

    test("comes by itself, to runs that come later too, and stays", async () => {
      const { benchmark } = expectValue(
        await filterByConfidence(viewer, await trial.wish(["Oar"], { kept: "4" })),
      );
      const made = await madeOf(benchmark);
      const [oar = expect.fail(), lantern = expect.fail()] = made.modelRuns;
      expect([oar.isFilter, lantern.isFilter]).toEqual([true, false]);
      expect(await edit(oar.id, { model: "Oar" })).toMatchObject({ ok: true });
      expect((await madeOf(benchmark)).modelRuns[0]).toMatchObject({ isFilter: true });
      expect(await edit(oar.id, { model: "Rudder" })).toMatchObject({ ok: false, error: "named_in_lineage" });
      // Under its name, any other run is a sibling of it.
      expect(await edit(lantern.id, { model: "oar ", version: "2" })).toMatchObject({ ok: true });
      const run = { track: "Literary", model: "OAR", method: "few-shot 5", version: "", ranAt: null };
      const files = [
        { ...write("later.csv", resultCsv(rowsOf([0.1, 0.2, 0.3, 0.1, 0.2]).slice(1))), ...run },
      ];
      const later = {
        benchmark: { id: made.id, slug: benchmark },
        files,
        mode: "store",
        skipBad: false,
      } as const;
      expect((await runResultImport(viewer, later, quietly)).problems).toEqual([]);
      expect((await madeOf(benchmark)).modelRuns.map(({ model, isFilter }) => [model, isFilter])).toEqual([
        ["OAR", true],
        ["Oar", true],
        ["oar", true],
        ["sieve", false],
      ]);
      const told = await listRuns(viewer, made.id);
      expect(told.map(({ run: one }) => one.filteredBy).sort()).toEqual([
        ...Array.from({ length: 3 }, () => "confidence"),
        null,
      ]);
    });

    test("reaches what was made of the benchmark before, too", async () => {
      const wish = { ...(await trial.wish(["Oar"], { kept: "4" })), name: `Early ${trial.slug()}` };
      const { benchmark } = expectValue(await filterByConfidence(viewer, wish));
      const made = await madeOf(benchmark);
      const named = async () => {
        const told = await db.$queryRawUnsafe<{ filters: Filter[] }[]>(
          `SELECT ${filtersSql(String(made.id))} AS filters`,
        );
        return listFilters(told[0] ?? null).map(({ model, way }) => [model, way]);
      };
      expect(await named()).toEqual([["Oar", "confidence"]]);
      const sieve = await trial.idOf("sieve");
      expect(await edit(sieve, { model: "sieve", isFilter: "on" })).toMatchObject({ ok: true });
      expect(await named()).toEqual([
        ["Oar", "confidence"],
        ["sieve", "marked"],
      ]);
      const marked = (await madeOf(benchmark)).modelRuns.filter(({ isFilter }) => isFilter);
      expect(marked.map(({ model }) => model)).toEqual(["Oar", "sieve"]);
    });

    test("goes on to what is made of the filtered, whose lineage is the whole chain", async () => {
      const first = expectValue(await filterByConfidence(viewer, await trial.wish(["Oar"])));
      const made = await madeOf(first.benchmark);
      const lantern = made.modelRuns.find(({ model }) => model === "lantern")?.id ?? 0;
      const again = {
        slug: first.benchmark,
        name: `Harder ${trial.slug()}`,
        run: String(lantern),
        threshold: "0.25",
      };
      const second = expectValue(
        await filterByConfidence(
          viewer,
          filterInput.parse({ ...again, exactly: "stays", rule: "any", kept: "2" }),
        ),
      );
      const last = await madeOf(second.benchmark);
      expect(last.modelRuns.map(({ model, isFilter }) => [model, isFilter])).toEqual([
        ["Oar", true],
        ["lantern", true],
        ["sieve", false],
      ]);
      const chain = (await getLineage(viewer, last.id)) ?? [];
      expect(chain.map(({ parent, benchmark: to }) => [parent?.slug, to.slug])).toEqual([
        [trial.slug(), first.benchmark],
        [first.benchmark, second.benchmark],
      ]);
      // Each goes with its own lineage, the last first; the run that filtered may go from where it came.
      const remove = async (slug: string) =>
        removeBenchmark(viewer, slug, (await db.benchmark.findUniqueOrThrow({ where: { slug } })).name);
      expect(await remove(first.benchmark)).toMatchObject({ ok: false, error: "has_descendants" });
      expect(await removeRun(viewer, await trial.idOf("Oar"), "Oar")).toMatchObject({ ok: true });
      expect(await remove(second.benchmark)).toMatchObject({ ok: true });
      expect(await remove(first.benchmark)).toMatchObject({ ok: true });
    });
  });
});

describe("lineage", async () => {
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
          into: 7,
          out: 6,
          reasons: { too_few_roles: 1 },
          replaced: 2,
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
    expect(formatLineage(lineage, "en")).toBe("4 of 11 exchanges became cases after 4 stages.");
    const { name } = await db.benchmark.findUniqueOrThrow({ where: { id: trial.id() } });
    expect(await removeBenchmark(viewer, trial.slug(), name)).toMatchObject({ error: "has_descendants" });
  });
});

describe("columns that are copied", () => {
  /** What is copied, and what the new row has of its own. A column that is added has to be put on one of both lists. */
  test.each([
    ["tracks", trackColumns, ["id", "benchmark_id"]],
    ["cases", caseColumns, ["id", "track_id"]],
    ["case_versions", versionColumns, ["id", "case_id", "number", "created_at", "retired_at", "variation"]],
    ["case_golds", ["choice"], ["case_version_id"]],
    ["case_search_texts", ["text"], ["case_version_id"]],
    ["model_runs", runColumns, ["id", "benchmark_id", "created_at"]],
    ["predictions", predictionColumns, ["run_id", "case_version_id"]],
    ["model_responses", responseColumns, ["run_id", "case_version_id"]],
  ])("of %s, every column is copied or given anew", async (table, copied, anew) => {
    const columns = await db.$queryRaw<{ name: string }[]>`
    SELECT column_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = ${table}`;
    expect(columns.map(({ name }) => name).sort()).toEqual([...copied, ...anew].sort());
  });
});
