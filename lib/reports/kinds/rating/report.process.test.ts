import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { renderSvg } from "#lib/figures/svg.ts";
import { renderTexts } from "#lib/reports/files.ts";
import { imagineReport, namesBeside } from "#lib/reports/testing/reports.ts";
import { makeFigure } from "#lib/results/figures.ts";
import { resultsDocument, type ResultsDocument } from "#lib/results/document-schema.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { getOrigins, computeRatings } from "#lib/study-results/kinds/rating/results.ts";
import { makeRatedRows } from "#lib/study-results/testing/rated-rows.ts";

const rows = makeRatedRows({ seed: 11, groups: 12, raters: 4 });
const view = mainView("people");
const exported = { answers: "", codebook: "" };

describe("a report of ratings", async () => {
  const report = await imagineReport(rows);
  const texts = new Map(renderTexts(report, exported).map(({ name, content }) => [name, content.toString()]));

  test("has tables of its own, and none of what is right", () => {
    const names = ["origins", "judges", "comparisons", "raters"].flatMap((name) => [
      `${name}-1`,
      `${name}-2`,
    ]);
    expect(namesBeside(report.tables)).toEqual([
      ...names,
      "agreement",
      "automatic-1",
      "automatic-1-intervals",
    ]);
    expect(namesBeside(report.figures)).toEqual([
      "origins-1",
      "judged-1",
      "origins-2",
      "judged-2",
      "agreement-people",
      "flow",
      "automatic-1",
    ]);
    const methods = texts.get("methods.md") ?? "";
    expect(methods).toContain("No answer is right or wrong");
    expect(methods).not.toMatch(/Accuracy is|McNemar|Brier/);
    const tex = texts.get("tables/origins-1.tex") ?? "";
    expect(tex).toContain("BLEU-4\\\\$\\times$ 100");
    expect(tex).toContain("MIRROR & quill-4");
  });

  test("has automatic figures that are the same in its table, in its results and as they are drawn", async () => {
    const document = resultsDocument.parse(JSON.parse(texts.get("results.json") ?? ""));
    const [table] = document.automatic?.tables ?? [];
    const written = (table?.rows ?? []).flatMap(({ origin, cells }) =>
      cells.flatMap((cell, at) => {
        const { track, run } = table?.columns[at] ?? {};
        return cell ? [[...(origin ?? ["", ""]), track, run?.model ?? "", cell.n, cell.value, cell.low]] : [];
      }),
    );
    const read = (lines: Record<string, string>[]) =>
      lines.map((line) => [
        ...["method", "model", "track", "judge_model"].map((name) => line[name]),
        ...["n", "value", "low"].map((name) => Number(line[name])),
      ]);
    const csv = texts.get("tables/automatic-1.csv") ?? "";
    expect(read(parse(csv, { columns: true, bom: true }))).toEqual(written);
    const drawn = await makeFigure("automatic", rows, view, new URLSearchParams({ table: "automatic-1" }));
    const lines = drawn?.csv.map((line) => line.map((one) => String(one ?? ""))) ?? [];
    const [head = [], ...others] = lines;
    const named = others.map((line) => Object.fromEntries(line.map((one, i) => [head[i] ?? "", one])));
    expect(read(named)).toEqual(written);
    expect(report.figures.find(({ name }) => name === "automatic-1")?.figure).toEqual(drawn?.figure);
    expect(written).toHaveLength(7 * 10);
  });

  test("counts who rated among those who are analysed", () => {
    expect(report.facts.flow).toMatchObject({ counted: 4, silent: 0, answers: 576, cases: 144 });
    expect(report.facts.analysed).toHaveLength(4);
    expect(texts.get("methods.md")).not.toContain("without a counted answer");
  });

  test("grades what can be asked of ratings", () => {
    const state = Object.fromEntries(report.points.map((point) => [point.key, point.state]));
    expect(state).toMatchObject({
      uncertainty: "met",
      pairedTests: "met",
      power: "missing",
      agreement: "met",
    });
    const said = report.points.map(({ value }) => value).join("\n");
    expect(said).toMatch(/Gold: \d\.\d\d \(\d\.\d\d–\d\.\d\d\) on a scale of 1 to 5/);
    expect(said).not.toMatch(/NaN|undefined|null/);
  });

  test("says on all surfaces the same, to the last digit", async () => {
    const document = resultsDocument.parse(JSON.parse(texts.get("results.json") ?? "")) as ResultsDocument;
    const parts = await getOrigins(rows, view, ["method", "model"]);
    const described = computeRatings(rows, view);
    for (const [at, part] of parts.entries()) {
      const written = document.ratings?.parts[at];
      if (!part || !written) throw new Error("a part is missing");
      const table = parse(texts.get(`tables/origins-${at + 1}.csv`) ?? "", {
        columns: true,
        bom: true,
      }) as Record<string, string>[];
      const drawn = await makeFigure("origins", rows, view, new URLSearchParams({ of: part.track }));
      for (const [origin, row] of part.figures.table.origins.entries()) {
        const told = written.origins[origin];
        expect([told?.people.mean, told?.people.low, told?.people.high]).toEqual([
          row.people.mean,
          row.people.low,
          row.people.high,
        ]);
        expect(["mean", "low", "high"].map((name) => Number(table[origin]?.[name]))).toEqual([
          row.people.mean,
          row.people.low,
          row.people.high,
        ]);
        expect(told?.judges.map(({ mean }) => mean)).toEqual(row.judges.map(({ mean }) => mean));
        // By hand, of the drawing's own numbers: every case has as many ratings.
        const points = drawn?.csv.slice(1).slice(origin * 5, origin * 5 + 5) ?? [];
        const sum = points.reduce((all, [, , , point, count]) => all + Number(point) * Number(count), 0);
        const count = points.reduce((all, [, , , , of]) => all + Number(of), 0);
        expect(row.people.mean).toBeCloseTo(sum / count, 12);
      }
      const { mean, low, high } = described.find(({ track }) => track === part.track) ?? {};
      expect([written.people.mean, written.people.low, written.people.high]).toEqual([mean, low, high]);
      const judges = parse(texts.get(`tables/judges-${at + 1}.csv`) ?? "", {
        columns: true,
        bom: true,
      }) as Record<string, string>[];
      for (const [judge, found] of part.figures.judges.entries()) {
        expect(Number(judges[judge]?.["spearman"])).toBe(found.byCase.spearman.value);
        expect(written.judges[judge]?.kappa?.value ?? null).toBe(found.kappa?.value ?? null);
      }
    }
  });
});

test("has the same bytes for the same ratings, in texts and in figures", async () => {
  const write = async () => {
    const rows = makeRatedRows({ seed: 13, groups: 4, raters: 2, methods: ["A"], models: ["m"] });
    const report = await imagineReport(rows);
    const texts = renderTexts(report, exported).map(({ content }) => content.toString());
    const drawn = report.figures.map(({ figure, caption }) =>
      renderSvg(figure, { widthMm: 178, name: caption }),
    );
    return [...texts, ...drawn];
  };
  expect(await write()).toEqual(await write());
});
