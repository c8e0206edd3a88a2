import pg from "pg";
import { beforeEach, describe, expect, test } from "vitest";
import { hashOf } from "#lib/canonical.ts";
import { db } from "#lib/db.ts";
import { editRun, removeRun } from "#lib/model-runs/mutations.ts";
import { copyStudy, removeDraft, saveStep } from "#lib/studies/mutations.ts";
import { comparatorRule, parseManifest } from "#lib/studies/opening/manifest.ts";
import { openStudy } from "#lib/studies/opening/mutations.ts";
import { getPlan } from "#lib/studies/plan-queries.ts";
import { getManifest } from "#lib/studies/queries.ts";
import { lookAt, makeDraft, requireStudy } from "#lib/studies/testing/drafts.ts";
import { caseCsv, optionNames, resultCsv, someCases } from "#lib/testing/benchmark-files.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";

const cases = someCases(8);
const trial = await useTrialBenchmark({ cases });
const { viewer } = trial;

/** With another right answer each case has a new version, and the old one is retired. */
const changedCases = cases.map((one) => ({
  ...one,
  gt: optionNames[(optionNames.indexOf(one.gt) + 1) % optionNames.length] ?? "",
}));

const draft = (changes: object = {}) => makeDraft(viewer, trial.slug(), { ...changes });
const countPlan = async (studyId: string) => [
  await db.studyCase.count({ where: { studyId } }),
  await db.studyCell.count({ where: { studyId } }),
  await db.studyCellCase.count({ where: { studyId } }),
  await db.studyText.count({ where: { studyId } }),
  await db.studyManifest.count({ where: { studyId } }),
];

describe("opening", () => {
  test("freezes sample, cells, texts and a manifest with its hash", async () => {
    const label = { en: "Have you time for {cases} passages?", "zh-CN": "" };
    const slug = await draft({
      assignment: { design: "blocks", people: 4, ratersPerCase: 2 },
      questions: { background: [{ key: "time", kind: "number", label }] },
    });
    const opened = await openStudy(viewer, slug, await lookAt(viewer, slug));
    if (!opened.ok) throw new Error(opened.error);
    const study = await requireStudy(viewer, slug);
    expect(study).toMatchObject({ state: "open", manifestHash: opened.value.hash });
    expect(await countPlan(study.id)).toEqual([8, 2, 8, 1, 1]);
    const frozen = await getManifest(study.id);
    expect(hashOf(frozen?.content ?? "")).toBe(opened.value.hash);
    const manifest = parseManifest(frozen?.content ?? "");
    expect(manifest).toMatchObject({
      slug,
      openedAt: study.openedAt?.toISOString(),
      design: study.design,
      cells: { count: 2, capacity: 2, casesEach: 4 },
      languages: ["en"],
      sampling: { counts: [{ stratum: "selected", track: "Literary", cases: 8 }] },
    });
    expect(study.design.questions.background).toMatchObject([
      { label: { en: "Have you time for 4 passages?" } },
    ]);
    // Of a plan that asks for no such cases nothing is said of them: it keeps its bytes.
    expect(manifest.eligible).toEqual([
      { track: "Literary", language: "en", cases: 8, selected: 8, controls: 0 },
    ]);
    const stored = await db.studyCase.findMany({
      where: { studyId: study.id },
      select: { caseVersion: { select: { hash: true, case: { select: { key: true } } } } },
    });
    const hashes = new Map(
      stored.map(({ caseVersion: version }) => [version.case.key, Buffer.from(version.hash).toString("hex")]),
    );
    expect(hashes.size).toBe(8);
    for (const { key, sha256 } of manifest.cases) expect(hashes.get(key)).toBe(sha256);
    const texts = await db.studyText.findMany({ where: { studyId: study.id } });
    expect(texts).toMatchObject([{ language: "en", version: 1 }]);
    const where = { subjectId: study.id, action: "study.opened" };
    expect(await db.auditEvent.findMany({ where, select: { details: true } })).toEqual([
      { details: { slug, hash: opened.value.hash } },
    ]);
  });

  test("needs the revision and the sample that were looked at", async () => {
    const slug = await draft();
    const seen = await lookAt(viewer, slug);
    expect(await openStudy(viewer, "nowhere", seen)).toMatchObject({ error: "not_found" });
    expect(await openStudy(viewer, slug, { ...seen, digest: "0".repeat(64) })).toMatchObject({
      error: "sample_changed",
    });
    const { design } = await requireStudy(viewer, slug);
    await saveStep(viewer, slug, { revision: 0, step: "power", value: design.power });
    expect(await openStudy(viewer, slug, seen)).toMatchObject({ error: "conflict" });
    const { id, state } = await requireStudy(viewer, slug);
    expect([state, await countPlan(id)]).toEqual(["draft", [0, 0, 0, 0, 0]]);
  });

  test("names what is missing", async () => {
    const slug = await draft();
    const { digest } = await lookAt(viewer, slug);
    const { design } = await requireStudy(viewer, slug);
    const sample = { ...design.sample, quota: { Literary: 9 } };
    await saveStep(viewer, slug, { revision: 0, step: "sample", value: sample });
    await saveStep(viewer, slug, { revision: 1, step: "words", value: {} });
    expect(await openStudy(viewer, slug, { revision: 2, digest })).toEqual({
      ok: false,
      error: "not_ready",
      fields: { too_few: "sample", no_language: "words" },
    });
    const frame = { benchmark: null, frame: design.frame };
    await saveStep(viewer, slug, { revision: 2, step: "frame", value: frame });
    expect(await openStudy(viewer, slug, { revision: 3, digest })).toMatchObject({ error: "not_ready" });
  });

  test("twice at once happens once", async () => {
    const slug = await draft();
    const seen = await lookAt(viewer, slug);
    const results = await Promise.all([1, 2, 3].map(() => openStudy(viewer, slug, seen)));
    expect(results.map((result) => (result.ok ? "opened" : result.error)).sort()).toEqual([
      "not_draft",
      "not_draft",
      "opened",
    ]);
    const { id } = await requireStudy(viewer, slug);
    expect(await db.auditEvent.count({ where: { subjectId: id, action: "study.opened" } })).toBe(1);
    expect(await removeDraft(viewer, slug, "Night watch")).toMatchObject({ error: "not_draft" });
    expect(await saveStep(viewer, slug, { revision: 0, step: "power", value: {} })).toMatchObject({
      error: "not_draft",
    });
  });

  test("and saving at once: one is told of the other, and the plan is the draft that was seen", async () => {
    const slug = await draft();
    const seen = await lookAt(viewer, slug);
    const { design } = await requireStudy(viewer, slug);
    const value = { ...design.power, accuracy: 0.5 };
    const [opened, saved] = await Promise.all([
      openStudy(viewer, slug, seen),
      saveStep(viewer, slug, { revision: 0, step: "power", value }),
    ]);
    const study = await requireStudy(viewer, slug);
    expect([
      opened.ok || opened.error,
      saved.ok || saved.error,
      study.state,
      study.design.power.accuracy,
    ]).toEqual(opened.ok ? [true, "not_draft", "open", 0.9] : ["conflict", true, "draft", 0.5]);
  });

  test("draws the same cases for a copy: same seed, same frame", async () => {
    const slug = await draft();
    const seen = await lookAt(viewer, slug);
    await openStudy(viewer, slug, seen);
    const copied = await copyStudy(viewer, slug);
    expect(copied.ok && (await lookAt(viewer, copied.value.slug)).digest).toBe(seen.digest);
  });
});

describe("a case that is no longer valid", () => {
  test("since an import between the look and the opening, stops it", async () => {
    const slug = await draft();
    const seen = await lookAt(viewer, slug);
    await trial.importCases(caseCsv(changedCases));
    expect(await openStudy(viewer, slug, seen)).toMatchObject({ error: "sample_changed" });
    expect(await openStudy(viewer, slug, await lookAt(viewer, slug))).toMatchObject({ ok: true });
  });

  test("by an import that is just running, stops it once that has ended", async () => {
    const slug = await draft();
    const seen = await lookAt(viewer, slug);
    const importer = new pg.Client({ connectionString: process.env.DATABASE_URL });
    await importer.connect();
    try {
      await importer.query("BEGIN");
      await importer.query("SELECT pg_advisory_xact_lock(hashtext('benchmark'), $1)", [trial.id()]);
      const opening = openStudy(viewer, slug, seen);
      const isWaiting = async () => {
        const { rows } = await importer.query<{ n: number }>(
          `SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
        );
        return rows[0]?.n;
      };
      await expect.poll(isWaiting).toBe(1);
      await importer.query(
        `UPDATE case_versions SET retired_at = now() WHERE case_id IN (
           SELECT c.id FROM cases c JOIN tracks t ON t.id = c.track_id WHERE t.benchmark_id = $1)`,
        [trial.id()],
      );
      await importer.query("COMMIT");
      expect(await opening).toMatchObject({ ok: false, error: "not_ready", fields: { too_few: "sample" } });
    } finally {
      await importer.end();
    }
  });

  test("is refused by the database itself, should anything else try", async () => {
    const slug = await draft();
    const { id } = await requireStudy(viewer, slug);
    const version = await db.caseVersion.findFirstOrThrow({
      where: { retiredAt: null, case: { track: { benchmarkId: trial.id() } } },
    });
    await db.studyCase.create({ data: { studyId: id, caseVersionId: version.id, stratum: "selected" } });
    await db.caseVersion.update({ where: { id: version.id }, data: { retiredAt: new Date() } });
    const hash = Buffer.from(hashOf("{}"), "hex");
    await db.studyManifest.create({ data: { studyId: id, content: "{}", hash } });
    const open = db.study.update({ where: { id }, data: { state: "open", openedAt: new Date() } });
    await expect(open).rejects.toThrow("a study cannot open with a case that is no longer valid");
  });
});

test("the run whose errors were sampled is in the manifest, and stays", async () => {
  const wrong = cases.map((item, i) => {
    const [favourite, rest] = i < 6 ? [0.7, 0.1] : [0.4, 0.2];
    const chosen = item.gt === "The Pilot" ? "Old Tamsin" : "The Pilot";
    return { case: item, probs: optionNames.map((name) => (name === chosen ? favourite : rest)) };
  });
  await trial.importResults(resultCsv(wrong), { model: "lamp" });
  const reference = { model: "lamp", method: "zero-shot", version: "", threshold: 0.7 };
  const sample = { seed: 7, quota: { Literary: 4 }, unsure: { Literary: 2 } };
  const slug = await draft({ frame: { tracks: ["Literary"], reference }, sample });
  expect(await openStudy(viewer, slug, await lookAt(viewer, slug))).toMatchObject({ ok: true });
  const study = await requireStudy(viewer, slug);
  const manifest = parseManifest((await getManifest(study.id))?.content ?? "");
  expect(manifest.reference).toMatchObject({
    ...reference,
    results: [{ track: "Literary", sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
  });
  expect(manifest.eligible).toEqual([
    { track: "Literary", language: "en", cases: 8, selected: 6, unsure: 2, controls: 0 },
  ]);
  const unsure = manifest.cases.filter(({ stratum }) => stratum === "unsure").map(({ sha256 }) => sha256);
  const stored = await db.studyCase.findMany({
    where: { studyId: study.id, stratum: "unsure" },
    select: { caseVersion: { select: { hash: true } } },
  });
  expect(stored.map(({ caseVersion }) => Buffer.from(caseVersion.hash).toString("hex")).sort()).toEqual(
    unsure.sort(),
  );
  expect(unsure).toHaveLength(2);
  const run = await db.modelRun.findFirstOrThrow({ where: { benchmarkId: trial.id(), model: "lamp" } });
  expect((await db.study.findUniqueOrThrow({ where: { slug } })).referenceRunId).toBe(run.id);
  expect(await removeRun(viewer, run.id, "lamp")).toEqual({ ok: false, error: "sampled_from" });
});

describe("the run to compare with", async () => {
  const cases = someCases(8);
  const trial = await useTrialBenchmark({ cases });
  const { viewer } = trial;
  const unserved = { comparator: { by: "unserved_cases" } };

  /** Four of the eight cases are served; `isServed` says which. */
  let isServed: readonly boolean[] = [];
  beforeEach(async () => {
    const slug = await draft({});
    const { facts } = await getPlan(viewer, await requireStudy(viewer, slug));
    const served = facts.sample?.ok ? facts.sample.plan.cases.map(({ versionId }) => versionId) : [];
    const versions = await db.caseVersion.findMany({
      where: { case: { track: { benchmarkId: trial.id() } } },
      select: { id: true, case: { select: { position: true } } },
      orderBy: { case: { position: "asc" } },
    });
    isServed = versions.map(({ id }) => served.includes(id));
    expect(isServed.filter(Boolean)).toHaveLength(4);
  });

  const draft = (changes: Record<string, unknown>) => makeDraft(viewer, trial.slug(), changes);

  type Answer = "right" | "wrong" | "none";
  /** What the run answers to each case, by whether it is served and by its number among those. */
  async function bring(model: string, answer: (served: boolean, n: number) => Answer, method = "zero-shot") {
    const counted = { served: 0, unserved: 0 };
    const rows = cases.flatMap((item, at) => {
      const served = isServed[at] === true;
      const given = answer(served, counted[served ? "served" : "unserved"]++);
      const chosen = optionNames.findIndex((name) => (name === item.gt) === (given === "right"));
      return given === "none"
        ? []
        : [{ case: item, probs: optionNames.map((_, i) => (i === chosen ? 0.7 : 0.1)) }];
    });
    await trial.importResults(resultCsv(rows), { model, method });
    const where = { benchmarkId: trial.id(), model, method };
    return (await db.modelRun.findFirstOrThrow({ where })).id;
  }

  async function open(changes: Record<string, unknown>) {
    const slug = await draft(changes);
    const opened = await openStudy(viewer, slug, await lookAt(viewer, slug));
    if (!opened.ok) throw new Error(JSON.stringify(opened));
    const study = await db.study.findUniqueOrThrow({ where: { slug } });
    const manifest = parseManifest((await getManifest((await requireStudy(viewer, slug)).id))?.content ?? "");
    return { ...study, ...manifest };
  }

  const findings = async (claims: object) => {
    const { problems } = await getPlan(viewer, await requireStudy(viewer, await draft({ claims })));
    return problems.map(({ step, code }) => [step, code]);
  };

  describe("the best on the cases that nobody is given", () => {
    test("is not the best on those that are, and what is missing counts as wrong", async () => {
      await bring("served", (served) => (served ? "right" : "wrong"));
      await bring("careful", (_served, n) => (n < 2 ? "right" : "none"));
      const best = await bring("bold", (served, n) => (!served && n < 3 ? "right" : "wrong"));
      const { comparatorRunId, comparator } = await open({ claims: unserved });
      expect(comparatorRunId).toBe(best);
      const run = { method: "zero-shot", version: "" };
      expect(comparator).toMatchObject({
        run: { model: "bold", ...run, results: [{ track: "Literary" }] },
        unserved: {
          rule: comparatorRule,
          cases: 4,
          candidates: 3,
          best: [
            { model: "bold", ...run, answered: 4, right: 3, accuracy: 0.75 },
            { model: "careful", ...run, answered: 2, right: 2, accuracy: 0.5 },
            { model: "served", ...run, answered: 4, right: 0, accuracy: 0 },
          ],
        },
      });
      const removed = await removeRun(viewer, best, "bold");
      expect(removed).toEqual({ ok: false, error: "held_against" });
    });

    test("is the first by name where two are equally good, whichever came first", async () => {
      const later = await bring("oar", () => "right");
      const first = await bring("Zeppelin", () => "right");
      expect(first).toBeGreaterThan(later);
      expect((await open({ claims: unserved })).comparatorRunId).toBe(first);
    });

    test("is neither the selecting run nor a sibling, nor one that filtered the benchmark", async () => {
      await bring("lamp", (served) => (served ? "wrong" : "right"));
      await bring("lamp", () => "right", "few-shot");
      const filter = await bring("sieve", () => "right");
      await db.modelRun.update({ where: { id: filter }, data: { isFilter: true } });
      const left = await bring("oar", (_served, n) => (n === 0 ? "right" : "wrong"));
      const reference = { model: "lamp", method: "zero-shot", version: "", threshold: 0.5 };
      const sibling = { model: "lamp", method: "few-shot", version: "" };
      const opened = await open({
        frame: { tracks: ["Literary"], reference },
        claims: { ...unserved, siblings: [sibling] },
      });
      expect([opened.comparatorRunId, opened.comparator?.unserved?.candidates]).toEqual([left, 1]);
    });

    test("needs a case that nobody is given, and a run that got one right", async () => {
      expect(await findings(unserved)).toEqual([["claims", "no_candidate"]]);
      await bring("served", (served) => (served ? "right" : "wrong"));
      expect(await findings(unserved)).toEqual([["claims", "no_candidate"]]);
      const slug = await draft({ claims: unserved });
      const seen = await lookAt(viewer, slug);
      expect(await openStudy(viewer, slug, seen)).toEqual({
        ok: false,
        error: "not_ready",
        fields: { no_candidate: "claims" },
      });
      const everything = { claims: unserved, sample: { seed: 7, quota: { Literary: 8 } } };
      const { problems } = await getPlan(viewer, await requireStudy(viewer, await draft(everything)));
      expect(problems).toEqual([{ step: "claims", code: "no_unserved_cases" }]);
    });
  });

  describe("a run by its name", () => {
    const byName = (model: string) => ({
      comparator: { by: "name", run: { model, method: "zero-shot", version: "" } },
    });

    test("is held against as it is named, with a warning where it lacks answers", async () => {
      await bring("bold", () => "right");
      const careful = await bring("careful", (_served, n) => (n < 2 ? "right" : "none"));
      const slug = await draft({ claims: byName("careful") });
      const { warnings } = await getPlan(viewer, await requireStudy(viewer, slug));
      const values = { run: "careful · zero-shot", unanswered: 4, cases: 8 };
      expect(warnings).toContainEqual({ step: "claims", code: "comparator_unanswered", values });
      const { comparatorRunId, comparator } = await open({ claims: byName("careful") });
      expect([comparatorRunId, comparator?.run.model, comparator?.unserved]).toEqual([
        careful,
        "careful",
        null,
      ]);
    });

    test("is looked for again when the study opens", async () => {
      const id = await bring("bold", () => "right");
      const slug = await draft({ claims: byName("bold") });
      const seen = await lookAt(viewer, slug);
      const names = { model: "bolder", method: "zero-shot", version: "" };
      const told = {
        notes: "",
        instructions: "",
        context: "",
        tools: "",
        optionOrder: "",
        ranAt: null,
        isFilter: false,
        base: "",
        hasReasoning: false,
        replicate: null,
      };
      expect(await editRun(viewer, id, { ...told, ...names })).toEqual({ ok: true });
      expect(await openStudy(viewer, slug, seen)).toMatchObject({ fields: { comparator_gone: "claims" } });
    });
  });

  test("where nothing is claimed, nobody is held against", async () => {
    await bring("bold", () => "right");
    for (const changes of [{}, { claims: {} }]) {
      const opened = await open(changes);
      expect([opened.comparatorRunId, "comparator" in opened]).toEqual([null, false]);
    }
  });
});
