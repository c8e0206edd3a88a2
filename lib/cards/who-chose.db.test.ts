import { beforeAll, describe, expect, test } from "vitest";
import { checkFolder } from "#lib/benchmark-folders/check/check-folder.ts";
import { forge, readIn, useFolders } from "#lib/benchmark-folders/testing/written-folder.ts";
import { writeLineage } from "#lib/benchmarks/lineage/document.ts";
import { getLineage } from "#lib/benchmarks/lineage/queries.ts";
import { createBenchmark } from "#lib/benchmarks/mutations.ts";
import { hashOf } from "#lib/canonical.ts";
import { publishCard, withdrawCard } from "#lib/cards/mutations.ts";
import { getPublishedCard } from "#lib/cards/queries.ts";
import { listSilentCards } from "#lib/cards/silent-queries.ts";
import { filterByConfidence } from "#lib/curation/confidence/mutations.ts";
import { filterInput } from "#lib/curation/confidence/schema.ts";
import { madeOf } from "#lib/curation/testing/sure-runs.ts";
import { db } from "#lib/db.ts";
import { importCaseFiles } from "#lib/imports/run.ts";
import { runResultImport } from "#lib/model-runs/mutations.ts";
import { getPlanned } from "#lib/reports/preregistration/preregistration.ts";
import { renderPreregistration } from "#lib/reports/preregistration/write.ts";
import { readReport } from "#lib/reports/report.ts";
import { createStudyFrom, closeStudy } from "#lib/studies/mutations.ts";
import { getPlan, getWordsAsRead } from "#lib/studies/plan-queries.ts";
import { getStudy } from "#lib/studies/queries.ts";
import { designSchema } from "#lib/studies/schema.ts";
import { listFilters } from "#lib/studies/selectors/schema.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { optionNames, quietly, resultCsv, someCases, useFiles } from "#lib/testing/benchmark-files.ts";
import { makePerson, viewerFor } from "#lib/testing/people.ts";
import { expectValue, finish, useTrialStudies } from "#lib/testing/trial-study.ts";

const trial = await useTrialStudies({ cases: 14 });
const { viewer, benchmark } = trial;
const write = useFiles();
const { write: writeFolder } = useFolders();

/** Rows of a model that is sure of the right option in the cases at these places alone. */
const sureOf = (places: readonly number[]) =>
  someCases(14).map((fields, i) => {
    const right = places.includes(i) ? 0.9 : 0.1;
    return {
      case: fields,
      probs: optionNames.map((name) => (name === fields.gt ? right : (1 - right) / (optionNames.length - 1))),
    };
  });

async function bring(model: string, places: readonly number[], to = benchmark) {
  const file = write(`${model}.csv`, resultCsv(sureOf(places)));
  const run = { track: "Literary", model, method: "zero-shot", version: "", ranAt: null };
  const request = { benchmark: to, mode: "store", skipBad: false, files: [{ ...file, ...run }] } as const;
  expect((await runResultImport(viewer, request, quietly)).problems).toEqual([]);
}

/** What of a benchmark a model wasn't sure of, as a benchmark that studies draw on from now on. */
async function filter(model: string, kept: number) {
  const run = (await madeOf(benchmark.slug)).modelRuns.find((one) => one.model === model)?.id;
  const settings = { threshold: "0.5", exactly: "stays", rule: "any", kept: String(kept) };
  const wish = { slug: benchmark.slug, name: `Without ${model}`, run: String(run), ...settings };
  const made = expectValue(await filterByConfidence(viewer, filterInput.parse(wish)));
  Object.assign(benchmark, { slug: made.benchmark, id: (await madeOf(made.benchmark)).id });
}

describe("of a benchmark that two models filtered one after the other", () => {
  let slug = "";
  beforeAll(async () => {
    await bring("Oar", [0]);
    await bring("lantern", [1]);
    await bring("sieve", []);
    await filter("Oar", 13);
    await filter("lantern", 12);
    const study = await trial.open({ sample: { quota: { Literary: 12 } } });
    for (let person = 0; person < 3; person++) await finish(study, 12, 30_000);
    expectValue(await closeStudy(viewer, study.slug));
    slug = study.slug;
  });
  const report = async () => {
    const rows = await getRows(viewer, slug);
    if (!rows) throw new Error("the study is gone");
    return readReport(rows, { who: "people", withPublished: false, kind: undefined });
  };

  test("checklist, methods and signed card name both", async () => {
    const { points, methods } = await report();
    const point = points.find(({ key }) => key === "selection") ?? expect.fail();
    expect(point.state).toBe("partly");
    expect(point.value).toContain("cases chosen by the confidence of Oar and lantern");
    const materials = methods.find(({ key }) => key === "materials")?.paragraphs.join(" ");
    expect(materials).toContain("cases chosen by the confidence of Oar and lantern");
    const settings = { withModels: false, licence: null, contact: null };
    const { code } = expectValue(await publishCard(viewer, slug, settings));
    const { card } = (await getPublishedCard(code)) ?? expect.fail();
    expect(card.checklist.find(({ key }) => key === "selection")?.found).toBe(point.value);
    expect(card.filters?.map(({ model, way, threshold }) => [model, way, threshold])).toEqual([
      ["Oar", "confidence", 0.5],
      ["lantern", "confidence", 0.5],
    ]);
    // Whatever was signed before stays, and is listed until an admin publishes it anew or switches it off.
    expect(await listSilentCards(viewer)).toEqual([]);
    const { document } = await db.studyCard.findUniqueOrThrow({ where: { code } });
    const { filters: _filters, ...before } = JSON.parse(document ?? "") as typeof card;
    await db.studyCard.update({ where: { code }, data: { document: JSON.stringify(before) } });
    expect(await listSilentCards(viewer)).toMatchObject([
      { slug, issue: 1, unnamed: [{ model: "Oar" }, { model: "lantern" }] },
    ]);
    expectValue(await publishCard(viewer, slug, settings));
    expect(await listSilentCards(viewer, { slug })).toEqual([]);
    expectValue(await withdrawCard(viewer, slug));
    expect(await listSilentCards(viewer)).toEqual([]);
  });

  test("so do marks, rankings and the document of results", async () => {
    const { facts } = await report();
    expect(facts.results.selectors.map(({ model, way }) => [model, way])).toEqual([
      ["Oar", "confidence"],
      ["lantern", "confidence"],
    ]);
    expect(facts.results.models.map(({ model, apart, isRanked }) => [model, apart, isRanked]).sort()).toEqual(
      [
        ["Oar", "filter", false],
        ["lantern", "filter", false],
        ["model-a", null, true],
        ["sieve", null, true],
      ],
    );
  });

  test("the builder warns of both, and of no truthful debrief; the preregistration names them", async () => {
    const debrief = "The passages were chosen because a program was wrong about them, or unsure. {selection}";
    const { slug: drafted } = await trial.draft({
      words: { en: { title: "T", welcome: "W", consent: "C", instructions: "I", debrief } },
    });
    const study = (await getStudy(viewer, drafted)) ?? expect.fail();
    const { warnings } = await getPlan(viewer, study);
    expect(warnings.find(({ code }) => code === "filter_effect")?.values).toEqual({ models: "Oar, lantern" });
    expect(warnings.map(({ code }) => code)).not.toContain("text_selection");
    const person = await makePerson({ role: "researcher" });
    const researcher = viewerFor<"researcher">({ ...person, role: "researcher" });
    expect((await getWordsAsRead(researcher, study)).texts.en.debrief).toContain(
      "a program had helped choose",
    );
    const planned = (await getPlanned(viewer, study)) ?? expect.fail();
    const registered = renderPreregistration(planned, "md");
    expect(registered).toContain("consists of cases chosen by the confidence of Oar and lantern");
    expect(registered).not.toContain("no model took part");
  });

  test("what leaves as a folder says so", async () => {
    const folder = await writeFolder(viewer, benchmark.id);
    expect(readIn(folder, "README.md")).toContain("cases chosen by the confidence of Oar and lantern");
    expect(JSON.parse(readIn(folder, "benchmark.json"))).toMatchObject({
      filters: [
        { model: "Oar", way: "confidence" },
        { model: "lantern", way: "confidence" },
      ],
    });
    expect(await checkFolder(folder)).toMatchObject({ problems: [] });
  });

  test("and still does elsewhere, where the folder came in: for runs, studies and whatever leaves again", async () => {
    const folder = await writeFolder(viewer, benchmark.id);
    const elsewhere = await createBenchmark(viewer, { name: "Elsewhere", description: "" });
    const into = { benchmark: elsewhere, mode: "store", skipBad: false } as const;
    const files = [{ path: folder, name: "folder", track: null, language: null }];
    const bringFolder = () => importCaseFiles(viewer, { ...into, files }, quietly);
    expect((await bringFolder()).problems).toEqual([]);
    const chain = (await getLineage(viewer, elsewhere.id)) ?? expect.fail();
    expect(writeLineage(chain).content).toBe(readIn(folder, "lineage.json"));
    expect(chain.map(({ isReceived }) => isReceived)).toEqual([true, true]);
    // It isn’t told twice, whoever brings it.
    await bringFolder();
    expect(await getLineage(viewer, elsewhere.id)).toEqual(chain);

    await bring("OAR", [], elsewhere);
    const runs = await madeOf(elsewhere.slug);
    expect(runs.modelRuns.map(({ model, isFilter }) => [model, isFilter])).toEqual([["OAR", true]]);
    const { slug: drafted } = expectValue(
      await createStudyFrom(viewer, {
        title: "Elsewhere",
        ...designSchema.parse({ sample: { seed: 1 }, benchmark: elsewhere.slug }),
      }),
    );
    const study = (await getStudy(viewer, drafted)) ?? expect.fail();
    expect(listFilters(study.benchmark).map(({ model, way }) => [model, way])).toEqual([
      ["Oar", "confidence"],
      ["lantern", "confidence"],
    ]);
    const again = await writeFolder(viewer, elsewhere.id);
    expect(readIn(again, "lineage.json")).toBe(readIn(folder, "lineage.json"));
  });

  test("a folder whose lineage was changed brings nothing", async () => {
    const folder = await writeFolder(viewer, benchmark.id);
    forge(folder, "lineage.json", (text) => text.replaceAll('"model": "Oar"', '"model": "Rudder"'));
    const sha256 = hashOf(readIn(folder, "lineage.json"));
    forge(folder, "benchmark.json", (text) => text.replace(/("lineage": ")[0-9a-f]+/, `$1${sha256}`));
    const { description, problems } = await checkFolder(folder);
    expect(description).toBeNull();
    expect(problems[0]).toMatchObject({
      file: "lineage.json",
      column: "links[0]",
      problem: expect.stringContaining("aren’t what they were written as") as unknown,
    });
  });

  test("a run that an admin marks is a selector, too, of which no earlier card speaks", async () => {
    const settings = { withModels: false, licence: null, contact: null };
    const mark = (isFilter: boolean) =>
      db.modelRun.updateMany({ where: { benchmarkId: benchmark.id, model: "sieve" }, data: { isFilter } });
    expectValue(await publishCard(viewer, slug, settings));
    await mark(true);
    expect(await listSilentCards(viewer)).toMatchObject([
      { slug, unnamed: [{ model: "sieve", way: "marked" }] },
    ]);
    expect((await report()).points.find(({ key }) => key === "selection")?.value).toContain(
      "cases that Oar, lantern and sieve helped choose",
    );
    await mark(false);
    expect(await listSilentCards(viewer)).toEqual([]);
    expectValue(await withdrawCard(viewer, slug));
  });
});
