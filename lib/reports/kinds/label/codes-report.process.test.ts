import { describe, expect, test } from "vitest";
import { renderSvg } from "#lib/figures/svg.ts";
import { wholeNumbers } from "#lib/metrics/power/random.ts";
import { renderTexts } from "#lib/reports/files.ts";
import { imagineReport, namesBeside } from "#lib/reports/testing/reports.ts";
import { makeFigure } from "#lib/results/figures.ts";
import { resultsDocument } from "#lib/results/document-schema.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { makeCase, makePerson, makeRows, makeRun } from "#lib/study-results/testing/made-rows.ts";
import { hasCode } from "#lib/task-kinds/label/value.ts";

const codeNames = ["Motive", "Feeling", "Memory"];
const methods = ["MIRROR", "Zero-shot"];

/** The first method's thoughts have the first code more often. */
function makeStudy(groups: number, people: number) {
  const next = wholeNumbers(9, 0);
  const share = () => next() / 2 ** 32;
  const cases = Array.from({ length: groups * 2 }, (_, at) =>
    makeCase(at, {
      kind: "codes",
      group: `scenario ${at >> 1}`,
      attributes: { method: methods[at & 1] ?? "" },
      optionNames: codeNames,
      gold: null,
      noted: { name: "thoughts", labels: codeNames.map((name) => ({ name })) },
    }),
  );
  const find = (at: number) =>
    (share() < (at & 1 ? 0.15 : 0.75) ? 1 : 0) + (share() < 0.5 ? 2 : 0) + (share() < 0.3 ? 4 : 0);
  return makeRows({
    cases,
    people: Array.from({ length: people }, (_, one) =>
      makePerson(one + 1, cases, (_row, place) => ({ value: { codes: find(place) } as never })),
    ),
    runs: [makeRun(1, cases, (_row, at) => ({ choice: find(at) }), { model: "judge", method: "few-shot" })],
    slug: "coded",
  });
}

describe("a report of codes", async () => {
  const rows = makeStudy(14, 3);
  const report = await imagineReport(rows);
  const texts = new Map(
    renderTexts(report, { answers: "", codebook: "" }).map(({ name, content }) => [name, content.toString()]),
  );
  const document = resultsDocument.parse(JSON.parse(texts.get("results.json") ?? ""));

  test("has tables, a drawing and methods of its own, and none of what is right", () => {
    expect(namesBeside(report.tables)).toEqual(
      expect.arrayContaining(["codes-1", "code-agreement-1", "code-judges-1", "code-comparisons-1-1"]),
    );
    expect(report.figures.map(({ name }) => name)).toContain("codes-1");
    const written = texts.get("methods.md") ?? "";
    expect(written).toContain("every code that fits, of 3 (thoughts)");
    expect(written).toContain("The judges are judge (few-shot), thoughts: 28 of 28 cases");
    expect(written).not.toMatch(/Accuracy is|McNemar|Brier|NaN|undefined|null/);
    expect(texts.get("tables/codes-1.tex")).toContain("MIRROR");
  });

  test("grades what can be asked of codes", () => {
    const state = Object.fromEntries(report.points.map((point) => [point.key, point.state]));
    expect(state).toMatchObject({
      sameItems: "met",
      smallTracks: "met",
      uncertainty: "met",
      pairedTests: "met",
      power: "missing",
    });
    const said = report.points.map(({ value }) => value).join("\n");
    expect(said).toMatch(/84 answers to 28 cases .*thoughts: Motive \d/s);
    expect(said).not.toMatch(/NaN|undefined|null/);
  });

  test("says on all surfaces the same, to the last digit, and what the rows say", async () => {
    const [book] = document.codes ?? [];
    const [part] = book?.byAttribute ?? [];
    const drawn = await makeFigure("codes", rows, mainView("people"));
    const table = report.tables.find(({ name }) => name === "codes-1");
    const column = (name: string) => table?.csv[0]?.indexOf(name) ?? -1;
    const bare = (cells: readonly unknown[]) => [cells[0] ?? "", ...cells.slice(1)];
    const inTable = table?.csv
      .slice(1)
      .filter((row) => row[column("part")] === "method")
      .map((row) => bare(["code", "share", "low", "high"].map((name) => row[column(name)])));
    const inDocument = part?.values.flatMap(({ sides }) =>
      sides.flatMap(({ codes }) => codes.map(({ code, share, low, high }) => bare([code, share, low, high]))),
    );
    const inDrawing = drawn?.csv.slice(1).map((row) => bare([row[1], row[9], row[10], row[11]]));
    expect(inTable).toEqual(inDocument);
    expect(new Set(inDrawing?.map(String))).toEqual(new Set(inDocument?.map(String)));
    // By hand, of the rows themselves; everybody coded every case, and groups are of one size.
    const { choice, case: caseOf } = rows.answers;
    const shareOf = (method: number, code: number) => {
      const own = [...choice].filter((_, i) => ((caseOf[i] as number) & 1) === method);
      return own.filter((codes) => hasCode(codes, code)).length / own.length;
    };
    for (const code of codeNames.keys()) {
      const pair = part?.comparisons?.find((one) => one.code === codeNames[code]);
      expect(part?.values[1]?.sides[0]?.codes[code]?.share).toBeCloseTo(shareOf(1, code), 12);
      expect(pair?.difference).toBeCloseTo(shareOf(0, code) - shareOf(1, code), 12);
    }
    const [motive] = part?.comparisons ?? [];
    expect(motive).toMatchObject({ code: "Motive", first: 0, second: 1, groups: 14 });
    expect(motive?.holm).toBeLessThan(0.05);
    expect(part?.comparisons?.map(({ code }) => code)).toEqual([...codeNames, null]);
  });
});

test("too few codings are counted and not told, without an empty word", async () => {
  const report = await imagineReport(makeStudy(2, 1));
  const [first] = report.figures;
  expect(first).toMatchObject({ number: 1, name: "codes-1" });
  for (const { figure, caption } of report.figures)
    expect(renderSvg(figure, { widthMm: 178, name: caption })).not.toMatch(/NaN|undefined/);
  expect(report.tables[0]?.groups.flat()[0]?.cells.at(-1)).toMatch(/^\d of 4$/);
  expect(report.tables.map(({ name }) => name)).not.toContain("code-comparisons-1-1");
  const state = Object.fromEntries(report.points.map((point) => [point.key, point.state]));
  expect(state).toMatchObject({ uncertainty: "missing", pairedTests: "missing", smallTracks: "missing" });
});
