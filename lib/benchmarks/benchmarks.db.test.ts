import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { getCase, listCases, listFilterValues } from "#lib/benchmarks/case-queries.ts";
import {
  createBenchmark,
  declareCategories,
  declarePublished,
  discardEmptyBenchmark,
  editBenchmark,
  removeBenchmark,
} from "#lib/benchmarks/mutations.ts";
import {
  findBenchmarks,
  getBenchmark,
  getPublishedChoice,
  guessTrackCategories,
  listBenchmarks,
  listTrackFacts,
} from "#lib/benchmarks/queries.ts";
import { caseFilter, casesPerPage } from "#lib/benchmarks/schema.ts";
import { inBulkTransaction, lockBenchmark } from "#lib/bulk/transaction.ts";
import { db } from "#lib/db.ts";
import { listPublishedCases } from "#lib/published/tables.ts";
import figures from "#lib/published/figures.json" with { type: "json" };
import { caseCsv, makePrompt, optionNames, resultCsv, someCases } from "#lib/testing/benchmark-files.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";

describe("a benchmark", async () => {
  const cases = someCases(3);
  const trial = await useTrialBenchmark({ cases });
  const { viewer } = trial;

  describe("a new benchmark", () => {
    test("gets an address of its own, however many bear its name", async () => {
      const slugs = await Promise.all(
        [1, 2, 3].map(
          async () =>
            (await createBenchmark(viewer, { name: "Persona – Éval (2025)", description: "" })).slug,
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
    const clusterUnit = "person";
    await editBenchmark(viewer, trial.slug(), { name: "Port", description: "New", clusterUnit });
    // A form that doesn't ask what clusters are leaves that as it is.
    await editBenchmark(viewer, trial.slug(), { name: "Quay", description: "New" });
    expect(await getBenchmark(viewer, trial.slug())).toMatchObject({ name: "Quay", clusterUnit });
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
        expect(await removeBenchmark(viewer, trial.slug(), "Harbour")).toMatchObject({
          error: "import_runs",
        });
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
});

describe("its cases", async () => {
  const cases = someCases(4);
  const trial = await useTrialBenchmark({ cases });
  const { viewer } = trial;

  const texts = [
    { id: "two", content: { text: "Ein Fräulein ÄRGERT sich 100%_." }, options: ["A", "B"], gold: "A" },
    { id: "odd / key?", content: { text: "Nothing here." }, options: ["A", "B", "C"], gold: "C" },
  ];
  const unparsed = { prompt: "Just a question about the lighthouse?", gt: "The Pilot" };

  beforeEach(async () => {
    await trial.importCases(texts.map((line) => JSON.stringify(line)).join("\n"), { track: "Texts" });
    await trial.importCases(caseCsv([...cases, unparsed]));
  });

  const list = async (asked: Record<string, string>) => {
    const { total, cases: found } = await listCases(viewer, trial.id(), caseFilter.parse(asked));
    return { total, keys: found.map(({ key, track }) => `${track}/${key.slice(0, 12)}`) };
  };
  const countOf = async (asked: Record<string, string>) => (await list(asked)).total;

  describe("the list of cases", () => {
    test("has all current ones, track by track in the order of the files", async () => {
      const { total, cases: found } = await listCases(viewer, trial.id(), caseFilter.parse({}));
      expect(total).toBe(7);
      expect(found.map(({ track }) => track)).toEqual([
        ...Array<string>(5).fill("Literary"),
        "Texts",
        "Texts",
      ]);
      expect(found[0]).toMatchObject({
        form: "dialogue",
        optionCount: 4,
        version: 1,
        language: "en",
        kind: "choice",
      });
      expect(found.slice(4).map(({ excerpt }) => excerpt)).toEqual([
        unparsed.prompt,
        texts[0]!.content.text,
        texts[1]!.content.text,
      ]);
      expect(found[0]?.excerpt).toMatch(
        /^Captain Roe: He doubts the almanac tapping the glass Question 0, then\. — The harbour is safer Answer 0/,
      );
    });

    test("is narrowed by what is asked for, and by nothing that isn’t known", async () => {
      const expected = [
        [{ track: "Texts" }, 2],
        [{ track: "Opera" }, 0],
        [{ form: "unparsed" }, 1],
        [{ form: "text" }, 2],
        [{ options: "2" }, 1],
        [{ kind: "choice" }, 7],
        [{ text: "LIGHTHOUSE" }, 1],
        [{ text: "fräulein ärgert" }, 1],
        [{ text: "100%_" }, 1],
        [{ text: "%" }, 1],
        [{ text: "_" }, 1],
        [{ text: "'; DROP TABLE cases; --" }, 0],
        [{ text: "old tamsin", form: "dialogue" }, 4],
        [{ longer: "1" }, 4],
        [{ shorter: "1" }, 0],
        [{ form: "nonsense", options: "many", longer: "-3" }, 7],
      ] as [asked: Record<string, string>, total: number][];
      for (const [asked, total] of expected) expect([asked, await countOf(asked)]).toEqual([asked, total]);
    });

    test("comes in pages, and a page beyond the last is the last", async () => {
      const many = someCases(casesPerPage + 10).slice(4);
      await trial.importCases(caseCsv(many), { track: "More" });
      const first = await listCases(viewer, trial.id(), caseFilter.parse({ track: "More" }));
      const beyond = await listCases(viewer, trial.id(), caseFilter.parse({ track: "More", page: "99" }));
      expect([first.pages, first.cases.length, beyond.page, beyond.cases.length]).toEqual([
        2,
        casesPerPage,
        2,
        6,
      ]);
    });

    test("offers what there is to filter by", async () => {
      const values = await listFilterValues(viewer, trial.id());
      expect(values).toMatchObject({ tracks: ["Literary", "Texts"], optionCounts: [2, 3, 4] });
      expect(values.longestAnswer).toBeGreaterThan(10);
    });
  });

  describe("one case", () => {
    test("has its neighbours, its right answer and every run's answer", async () => {
      const { cases: found } = await listCases(viewer, trial.id(), caseFilter.parse({ track: "Literary" }));
      await trial.importResults(
        resultCsv([{ case: cases[1]!, probs: [0, 1, 0, 0], response: "It is the captain." }]),
        { model: "b" },
      );
      await trial.importResults(resultCsv([{ case: cases[1]!, probs: [], success: "-1" }]), { model: "a" });
      const shown = await getCase(viewer, trial.id(), "Literary", found[1]!.key);
      expect(shown).toMatchObject({
        gold: 1,
        number: 1,
        previous: found[0]!.key,
        next: found[2]!.key,
        original: cases[1]!.prompt,
      });
      expect(shown?.predictions).toMatchObject([
        { model: "a", failed: true, choice: null, correct: null },
        {
          model: "b",
          failed: false,
          choice: 1,
          correct: true,
          rank: 1,
          probabilities: [0, 1, 0, 0],
          text: "It is the captain.",
        },
      ]);
    });

    test("is found under any key, and only in its own track", async () => {
      expect(await getCase(viewer, trial.id(), "Texts", "odd / key?")).toMatchObject({
        gold: 2,
        previous: "two",
        next: null,
      });
      expect(await getCase(viewer, trial.id(), "Literary", "odd / key?")).toBeNull();
    });

    test("can be seen in each of its versions", async () => {
      await trial.importCases(JSON.stringify({ ...texts[0], gold: "B" }), { track: "Texts" });
      expect(await getCase(viewer, trial.id(), "Texts", "two")).toMatchObject({ number: 2, gold: 1 });
      expect(await getCase(viewer, trial.id(), "Texts", "two", 1)).toMatchObject({ number: 1, gold: 0 });
      expect(await getCase(viewer, trial.id(), "Texts", "two", 3)).toBeNull();
    });
  });

  test("a benchmark counts its tracks' cases, options and lengths", async () => {
    await trial.importCases(caseCsv([{ prompt: makePrompt({ answered: "Short." }), gt: "The Pilot" }]), {
      track: "Solo",
    });
    expect(await getBenchmark(viewer, trial.slug())).toMatchObject({ id: trial.id(), cases: 8, runs: 0 });
    expect(await listTrackFacts(viewer, trial.id())).toMatchObject([
      { name: "Literary", cases: 5, unparsed: 1, options: { 4: 5 }, answerLength: { n: 4 } },
      { name: "Texts", cases: 2, unparsed: 0, options: { 2: 1, 3: 1 }, answerLength: null },
      { name: "Solo", cases: 1, answerLength: { n: 1 } },
    ]);
  });
});

describe("published cases", async () => {
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
    expect(await declarePublished(viewer, other.slug, "personaeval")).toMatchObject({
      error: "other_counts",
    });
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
});
