import { beforeAll, describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import { seedDemo } from "#lib/demo/mutations.ts";
import { wholeNumbers } from "#lib/metrics/power/random.ts";
import { runResultImport } from "#lib/model-runs/mutations.ts";
import { startSitting, submitSitting } from "#lib/sittings/mutations.ts";
import { excludeSitting, withdrawSitting } from "#lib/sittings/watching/staff-mutations.ts";
import { closeStudy } from "#lib/studies/mutations.ts";
import { answerRequest } from "#lib/study-api/testing/read-api.ts";
import { readExport, readTable } from "#lib/study-exports/testing/read-export.ts";
import { makeFigure } from "#lib/results/figures.ts";
import { getPeople } from "#lib/study-results/people/people.ts";
import { writeResults } from "#lib/results/document.ts";
import { resultsDocument } from "#lib/results/document-schema.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { getStudy } from "#lib/studies/queries.ts";
import { optionNames, quietly, resultCsv, someCases, useFiles } from "#lib/testing/benchmark-files.ts";
import { answerCase, consent, expectValue, numberOf, useTrialStudies } from "#lib/testing/trial-study.ts";
import { useCommands } from "#scripts/cli/testing/commands.ts";
import { recount } from "#scripts/cli/testing/recount.ts";

const { run } = useCommands();
const { viewer, benchmark, open } = await useTrialStudies({ cases: 40 });
const write = useFiles();
const slugs = { random: "", demo: "" };

/** Right in half of its answers, one call of seven failed. */
async function addModel(draw: () => number): Promise<void> {
  const rows = someCases(40).map((someCase) => {
    const top = optionNames[draw() % 2 === 0 ? optionNames.indexOf(someCase.gt) : draw() % 4];
    const probs = optionNames.map((name) => (name === top ? 0.4 : 0.2));
    return draw() % 7 === 0 ? { case: someCase, probs: [], success: "-1" } : { case: someCase, probs };
  });
  const file = { track: "Literary", model: "model-b", method: "zero-shot", version: "", ranAt: null };
  const files = [{ ...write("b.csv", resultCsv(rows)), ...file }];
  await runResultImport(viewer, { benchmark, files, mode: "store", skipBad: false }, quietly);
}

type SimulationInput = { people: number; seed: number; background?: Record<string, string> };

/** So many people choose at random; the last but one is left out by hand, the last withdraws. */
async function answer(
  slug: string,
  link: string,
  { people, seed, background = {} }: SimulationInput,
): Promise<void> {
  const draw = wholeNumbers(seed, 3);
  const study = await getStudy(viewer, slug);
  if (!study) throw new Error("the study is gone");
  for (let i = 0; i < people; i++) {
    const sitter = await consent({ link });
    expectValue(await startSitting(sitter.viewer, sitter.sittingId, background));
    const cases = await db.servedCase.count({ where: { sittingId: sitter.sittingId } });
    for (let position = 1; position <= cases; position++)
      await answerCase(sitter, position, { choice: draw() % 3, activeMs: 10_000 + (draw() % 9000) });
    expectValue(await submitSitting(sitter.viewer, sitter.sittingId));
    const number = await numberOf(sitter);
    if (i === people - 2) expectValue(await excludeSitting(viewer, study.id, number, "by phone"));
    if (i === people - 1) expectValue(await withdrawSitting(viewer, study.id, number, { erase: false }));
  }
  expectValue(await closeStudy(viewer, slug, study.title));
}

beforeAll(async () => {
  const draw = wholeNumbers(41, 1);
  await addModel(draw);
  const random = await open({
    sample: { seed: 41, quota: { Literary: 30 }, attention: { count: 2, cases: [] } },
  });
  slugs.random = random.slug;
  await answer(random.slug, random.link, { people: 7, seed: 41 });
  const demo = await seedDemo(viewer);
  slugs.demo = demo.study.slug;
  await answer(demo.study.slug, demo.study.path?.split("/").at(-1) ?? "", {
    people: 4,
    seed: 42,
    background: { education: "other" },
  });
}, 120_000);

describe.each(["random", "demo"] as const)("of %s data", (which) => {
  test("the command line, the API, the screen, the export and a count by hand are the same to the last digit", async () => {
    const slug = slugs[which];
    const typed = await run("study", "results", slug, "--json");
    const document = resultsDocument.parse(JSON.parse(typed.out));

    const table = await run("study", "results", slug);
    expect(table.out).toContain(`${(100 * (document.people.accuracy ?? 0)).toFixed(1)}%`);
    expect(/0 by selection/.test(table.out)).toBe(which === "demo");

    const rows = await getRows(viewer, slug);
    if (!rows) throw new Error("the study is gone");
    const view = mainView("people");
    expect(document).toEqual(JSON.parse(JSON.stringify(await writeResults(rows, view))));
    const address = `https://study.example.org/api/v1/studies/${slug}/results`;
    const answered = await answerRequest(viewer, new Request(address));
    expect(await answered.json()).toEqual(document);

    const counted = recount(await readExport(viewer, slug));
    const { people, consensus, models } = document;
    expect(people).toMatchObject({ n: counted.n, right: counted.right, accuracy: counted.accuracy });
    expect(people.n.people).toBe(which === "random" ? 5 : 2);
    expect(consensus.ties).toBe(counted.consensus.ties);
    expect(consensus.credit).toBeCloseTo(counted.consensus.credit, 12);
    expect(models.length).toBeGreaterThan(1);
    for (const model of models) {
      const own = counted.models.find(({ name }) => name === `${model.model} ${model.method}`);
      const isSelecting = model.apart === "selecting";
      expect([model.answered, isSelecting]).toEqual([own?.answered, own?.isSelecting]);
      if (isSelecting) {
        expect([own?.top1, model.top1, model.peopleLessModel.value]).toEqual([0, null, null]);
        continue;
      }
      const vote = model.consensusLessModel;
      expect(model.top1).toBe(own?.top1);
      // What was made up is in no test beside people.
      if (model.apart === "fake") {
        expect(model.peopleLessModel.value).toBeNull();
        continue;
      }
      expect(model.peopleLessModel.value).toBeCloseTo(own?.gap ?? NaN, 12);
      expect([vote.cases, vote.onlyPeople, vote.onlyModel]).toEqual(own?.pairs);
    }

    const drawn = await makeFigure("forest", rows, view);
    const cells = new Map(drawn?.csv.map((line) => [line[1], line]));
    expect(cells.get("People")?.slice(3, 7)).toEqual([
      people.n.answers,
      people.accuracy,
      people.interval.low,
      people.interval.high,
    ]);
    for (const { model, apart, answered, top1, interval } of models)
      expect(cells.get(model)?.slice(3, 7)).toEqual(
        apart === "selecting"
          ? [answered, null, null, null]
          : [answered, top1, interval?.low ?? null, interval?.high ?? null],
      );
  });

  test("what each participant had right on their screen is what the export's rows say of them", async () => {
    const rows = await getRows(viewer, slugs[which]);
    if (!rows) throw new Error("the study is gone");
    const files = await readExport(viewer, slugs[which], { numbers: "study", key: undefined });
    const exported = readTable(files.get("participants.csv")).map((row) => [
      Number(row["participant"]),
      Number(row["right_selected"]),
      Number(row["answered_selected"]),
      row["excluded"] === "0",
    ]);
    const shown = getPeople(rows, mainView("people")).people.map(({ index, right, n, isCounted }) => [
      rows.people[index]?.number,
      right,
      n,
      isCounted,
    ]);
    expect(exported.sort((a, b) => Number(a[0]) - Number(b[0]))).toEqual(shown);
  });
});
