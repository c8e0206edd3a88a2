import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, test } from "vitest";
import published from "#lib/published/figures.json" with { type: "json" };
import { renderFiles, renderTexts, type ReportFile } from "#lib/reports/files.ts";
import { imagineReport } from "#lib/reports/testing/reports.ts";
import { zipFiles } from "#lib/study-exports/zip.ts";
import { readZip } from "#lib/study-exports/testing/read-zip.ts";
import { writeResults } from "#lib/results/document.ts";
import { mainScores, type StudyRows } from "#lib/study-results/rows/rows.ts";
import { mainView, type Population } from "#lib/study-results/schema.ts";
import { makePaperRows } from "#lib/study-results/testing/paper-rows.ts";
import { makeRandomRows, type RandomRowsOptions } from "#lib/study-results/testing/random-rows.ts";

const wanted: RandomRowsOptions = {
  people: 12,
  cases: 30,
  runs: 3,
  seed: 8,
  controls: 0.2,
  excluded: 0.1,
  simulated: 0.5,
  known: 0.1,
  parts: { questions: { confidence: { ask: "required", form: "slider" } } },
};
const exported = { answers: "participant\r\n1\r\n", codebook: "# Codebook\n" };

const study = makeRandomRows(wanted);

const write = async (rows: StudyRows, who: Population = "people"): Promise<ReportFile[]> =>
  renderFiles(await imagineReport(rows, who), exported);
/** Without figures, which take longest. */
const writeOnlyTexts = async (rows: StudyRows): Promise<ReportFile[]> =>
  renderTexts(await imagineReport(rows), exported);
const textOf = (files: readonly ReportFile[], name: string): string =>
  files.find((file) => file.name === name)?.content.toString("utf8") ?? "";
const readTable = (files: readonly ReportFile[], name: string) =>
  parse(textOf(files, name), { columns: true, bom: true }) as Record<string, string>[];

describe("the files of a report", () => {
  let files: ReportFile[];
  beforeAll(async () => {
    files = await write(study);
  });

  test("are the same bytes for the same data, and others where one answer differs", async () => {
    const first = await buffer(zipFiles(files));
    expect((await buffer(zipFiles(await write(makeRandomRows(wanted))))).equals(first)).toBe(true);
    const changed = makeRandomRows(wanted);
    const at = mainScores(changed.answers).indexOf(1);
    mainScores(changed.answers)[at] = 0;
    const texts = await writeOnlyTexts(changed);
    expect(textOf(texts, "results.json")).not.toBe(textOf(files, "results.json"));
    const names = [...readZip(first).keys()];
    expect(names).toEqual(["README.txt", ...names.slice(1).toSorted()]);
    expect(names.filter((name) => /^figures\/figure-\d-(?!table-).*-178mm\.svg$/.test(name))).toEqual([
      "figures/figure-1-forest-178mm.svg",
      "figures/figure-2-model-tracks-178mm.svg",
      "figures/figure-3-people-178mm.svg",
      "figures/figure-4-answer-map-178mm.svg",
      "figures/figure-5-calibration-178mm.svg",
      "figures/figure-6-agreement-people-178mm.svg",
      "figures/figure-7-flow-178mm.svg",
    ]);
  });

  test("stand in the README with their SHA-256, beside every seed and number of resamples", async () => {
    const readme = textOf(files, "README.txt");
    for (const { name, content } of files.slice(1))
      expect(readme).toContain(`${createHash("sha256").update(content).digest("hex")}  ${name}\n`);
    expect(readme).toContain("seed 8, 10,000 resamples");
    expect(textOf(files, "manifest.json")).toContain('"benchside-study/1"');
    expect(readme).toContain(`its SHA-256 is ${hashOf(files, "manifest.json")}`);
  });

  test("have the figures of every other place, unrounded", async () => {
    const results = await writeResults(study, mainView("people"));
    expect(JSON.parse(textOf(files, "results.json"))).toEqual(JSON.parse(JSON.stringify(results)));
    const [people, , , best] = readTable(files, "tables/results.csv");
    const [first] = results.models;
    expect(people).toMatchObject({
      kind: "people",
      share: String(results.people.accuracy),
      low: String(results.people.interval.low),
    });
    expect(best).toMatchObject({ name: first?.model, share: String(first?.top1) });
    const drama = await writeResults(study, { ...mainView("people"), track: "Drama" });
    const [ofTrack, , , bestOfTrack] = readTable(files, "tables/results-track-2.csv");
    // Too few answers to claim a share.
    expect(ofTrack).toMatchObject({ n: String(drama.people.n.answers), share: "", reason: "too_few" });
    expect(bestOfTrack).toMatchObject({ name: drama.models[0]?.model });
    expect(textOf(files, "tables/results-track-2.tex")).toMatch(
      /\\caption\{People and models .* of Drama \(.*\)\. Exploratory\.\}/,
    );
    const [gap] = readTable(files, "tables/people-less-model.csv");
    expect(gap).toMatchObject({ name: first?.model, difference: String(first?.peopleLessModel.value) });
    const [vote] = readTable(files, "tables/consensus-less-model.csv");
    expect(vote).toMatchObject({ mcnemar_p: String(first?.consensusLessModel.p) });
  });

  test("of simulated people say so wherever they are taken out, and never speak of humans", async () => {
    const simulated = await write(study, "simulated");
    const unmarked = ["README.txt", "codebook.md", "manifest.json"];
    expect(simulated.map(({ name }) => name).filter((name) => !name.includes("-simulated."))).toEqual(
      unmarked,
    );
    for (const { name, content } of simulated) {
      if (name.endsWith(".png") || unmarked.slice(1).includes(name) || name === "answers-simulated.csv")
        continue;
      const text = content.toString("utf8");
      expect([name, /simulated/i.test(text)]).toEqual([name, true]);
      const own = text.replaceAll("Are LLM Evaluators Human Enough", "");
      expect([name, /human/i.test(own)]).toEqual([name, false]);
    }
    expect(textOf(simulated, "tables/table5-simulated.tex")).toContain("\\caption{Simulated people. ");
  });
});

const hashOf = (files: readonly ReportFile[], name: string) =>
  createHash("sha256").update(textOf(files, name)).digest("hex");

test("the paper's Table 5, entered as data, comes out as it was printed, and nobody keeps their number", async () => {
  const { rows: printed, printedOverallPercent } = published.personaeval.humanStudy;
  const files = await writeOnlyTexts(makePaperRows());
  const found = readTable(files, "tables/table5.csv");
  const lines = (rows: readonly (readonly (string | number | undefined)[])[]) =>
    rows.map((row) => row.join(" ")).sort();
  expect(
    lines(
      found.map((row) => [
        row["right Literary"],
        row["right Drama"],
        row["right Expertise"],
        Number(row.accuracy) * 100,
      ]),
    ),
  ).toEqual(lines(printed.map((row) => [row.literary, row.drama, row.expertise, row.accuracyPercent])));
  const inOrder = printed.map((row) => `${row.literary} ${row.drama} ${row.expertise}`);
  expect(
    found.map((row) => `${row["right Literary"]} ${row["right Drama"]} ${row["right Expertise"]}`),
  ).not.toEqual(inOrder);
  const written = textOf(files, "tables/table5.tex");
  expect(written).toContain(
    "Literary\\\\(of 45)\\end{tabular} & \\begin{tabular}[b]{@{}r@{}}Drama\\\\(of 3)",
  );
  expect(written).toMatch(new RegExp(`All answers & .* & ${printedOverallPercent} \\(`));
  // No share of two cases is printed anywhere.
  expect(written).not.toMatch(/ 100\.0 /);
});

test("what a fake server made is named as that, ranked and tested nowhere", async () => {
  const [first] = study.runs;
  const runs = study.runs.map((run) => (run === first ? { ...run, apart: "fake" as const } : run));
  const files = await writeOnlyTexts({ ...study, runs });
  const results = readTable(files, "tables/results.csv");
  const own = results.filter(({ name }) => name === first?.model);
  expect(own.length).toBeGreaterThan(0);
  expect(own.every(({ kind, ranked }) => kind === "fake_model" && ranked === "0")).toBe(true);
  expect(textOf(files, "tables/results.tex")).toMatch(/model-01 \(zero-shot\) \(made up\)/);
  const tested = readTable(files, "tables/people-less-model.csv");
  expect(tested.length).toBeGreaterThan(0);
  expect(JSON.stringify(tested)).not.toContain(first?.model);
});
