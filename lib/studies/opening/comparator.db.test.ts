import { beforeEach, describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { editRun, removeRun } from "#lib/model-runs/mutations.ts";
import { comparatorRule, parseManifest } from "#lib/studies/opening/manifest.ts";
import { openStudy } from "#lib/studies/opening/mutations.ts";
import { getPlan } from "#lib/studies/plan-queries.ts";
import { getManifest } from "#lib/studies/queries.ts";
import { lookAt, makeDraft, requireStudy } from "#lib/studies/testing/drafts.ts";
import { optionNames, resultCsv, someCases } from "#lib/testing/benchmark-files.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";

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
        ...{ rule: comparatorRule, cases: 4, candidates: 3 },
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
      ...{ ok: false, error: "not_ready" },
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
