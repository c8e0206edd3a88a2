import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { renderSvg } from "#lib/figures/svg.ts";
import { renderTexts } from "#lib/reports/files.ts";
import { imagineReport, namesBeside } from "#lib/reports/testing/reports.ts";
import { makeFigure } from "#lib/results/figures.ts";
import { resultsDocument, type ResultsDocument } from "#lib/results/document-schema.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { labelNames, makeLabelledRows } from "#lib/study-results/testing/labelled-rows.ts";
import { computeLabels } from "#lib/study-results/kinds/label/shares.ts";

const rows = makeLabelledRows({ seed: 5, groups: 16, people: 4 });
const view = mainView("people");
const exported = { answers: "", codebook: "" };
const read = (text: string | undefined) =>
  parse(text ?? "", { columns: true, bom: true }) as Record<string, string>[];

describe("a report of labels without right ones", async () => {
  const report = await imagineReport(rows);
  const texts = new Map(renderTexts(report, exported).map(({ name, content }) => [name, content.toString()]));

  test("has tables and figures of its own, and none of what is right", () => {
    expect(namesBeside(report.tables)).toEqual([
      "labels-1",
      "labels-1-by-1",
      "label-kappa-1",
      "label-comparisons-1",
      "label-errors-1",
      "annotators",
      "agreement",
      "automatic-1",
      "automatic-1-intervals",
    ]);
    expect(namesBeside(report.figures)).toEqual([
      "label-shares-1",
      "labels-1",
      "agreement-people",
      "flow",
      "automatic-1",
    ]);
    const methods = texts.get("methods.md") ?? "";
    expect(methods).toContain("No answer is right or wrong");
    expect(methods).toContain("The judges are judge (few-shot), interviewsim-consistency: 64 of 64 cases");
    expect(methods).not.toMatch(/Accuracy is|McNemar|Brier/);
    expect(methods).toContain("are for these raters: fewer than 5 can’t stand for others");
    expect(texts.get("tables/labels-1.tex")).toContain("Zero-shot");
  });

  test("grades what can be asked of labels", () => {
    const state = Object.fromEntries(report.points.map((point) => [point.key, point.state]));
    expect(state).toMatchObject({
      sameItems: "met",
      smallTracks: "met",
      uncertainty: "met",
      pairedTests: "met",
      power: "missing",
      agreement: "met",
      alternative: "met",
    });
    const said = report.points.map(({ value }) => value).join("\n");
    expect(said).toMatch(/256 answers to 64 cases .* Contradiction \d/s);
    expect(said).toContain("Shares, for groups like these and these raters:");
    expect(said).not.toMatch(/NaN|undefined|null/);
  });

  test("says on all surfaces the same, to the last digit", async () => {
    const document = resultsDocument.parse(JSON.parse(texts.get("results.json") ?? "")) as ResultsDocument;
    const [found] = computeLabels(rows, view, ["method"]);
    const [written] = document.labels?.sets ?? [];
    const table = read(texts.get("tables/labels-1.csv"));
    const drawn = await makeFigure("label-shares", rows, view);
    const judged = await makeFigure("labels", rows, view, new URLSearchParams({ set: found?.set ?? "" }));
    expect(judged?.csv).toEqual(drawn?.csv);
    if (!found || !written || !drawn) throw new Error("labels are missing");
    for (const [place, side] of found.overall.entries())
      for (const [label, { mean, low, high }] of side.shares.entries()) {
        expect(written.overall[place]?.shares[label]).toMatchObject({ mean, low, high });
        const row = table[place * labelNames.length + label];
        expect([row?.["share"], row?.["low"], row?.["high"]].map(Number)).toEqual([mean, low, high]);
        expect(drawn.csv[1 + place * labelNames.length + label]?.slice(-4)).toEqual([mean, low, high, null]);
      }
    // By hand, of the rows themselves.
    const given = [...rows.answers.choice].filter((one) => one === 2).length;
    expect(written.overall[0]?.shares[2]?.mean).toBeCloseTo(given / 256, 12);
    const [pair] = written.comparisons?.filter(({ label }) => label === 2) ?? [];
    const shares = written.origins?.map(({ sides }) => sides[0]?.shares[2]?.mean ?? NaN) ?? [];
    // Groups are of one size, so that their mean is that of all cases.
    expect(pair?.difference).toBeCloseTo((shares[0] ?? NaN) - (shares[1] ?? NaN), 12);
    expect(pair?.holm).toBeGreaterThanOrEqual(pair?.p ?? 1);
  });
});

test("five raters stand for raters like these, in checklist and methods", async () => {
  const report = await imagineReport(makeLabelledRows({ seed: 5, groups: 16, people: 5 }));
  const said = report.points.map(({ value }) => value).join("\n");
  expect(said).toContain("Shares, for groups like these and raters like these:");
  const methods = report.methods.flatMap(({ paragraphs }) => paragraphs).join("\n");
  expect(methods).toContain("Intervals and tests of people’s answers are for raters like these");
});

test("beside right labels, shares stand in the same report", async () => {
  const report = await imagineReport(makeLabelledRows({ seed: 6, groups: 12, people: 3, hasGold: true }));
  const names = report.tables.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["results", "annotators", "labels-1", "label-kappa-1"]));
  expect(new Set(names).size).toBe(names.length);
  expect(report.methods.flatMap(({ paragraphs }) => paragraphs).join("\n")).not.toContain(
    "No label is right",
  );
});

test("too few labels are counted and not told, without an empty word", async () => {
  const report = await imagineReport(makeLabelledRows({ seed: 7, groups: 2, people: 1 }));
  const [first] = report.figures;
  expect(first).toMatchObject({ number: 1, name: "label-shares-1" });
  for (const { figure, caption } of report.figures)
    expect(renderSvg(figure, { widthMm: 178, name: caption })).not.toMatch(/NaN|undefined/);
  const [table] = report.tables;
  expect(table?.groups.flat()[0]?.cells.at(-1)).toMatch(/^\d of 8$/);
  const state = Object.fromEntries(report.points.map((point) => [point.key, point.state]));
  expect(state).toMatchObject({ uncertainty: "missing", pairedTests: "missing", smallTracks: "missing" });
});
