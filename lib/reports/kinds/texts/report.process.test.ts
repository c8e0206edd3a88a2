import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { renderTexts } from "#lib/reports/files.ts";
import { renderLatexTable } from "#lib/reports/latex/write.ts";
import { imagineReport } from "#lib/reports/testing/reports.ts";
import { resultsDocument } from "#lib/results/document-schema.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { makeCase, makePerson, makeRows, makeRun } from "#lib/study-results/testing/made-rows.ts";
import { computeMcq } from "#lib/study-results/kinds/texts/results.ts";

const types = ["correct", "opposite_negation", "near_miss", "plausible_misconception"];

function makeStudy({ count = 48, groups = 12, named: all = types, three = false } = {}) {
  const cases = Array.from({ length: count }, (_, index) => {
    const named = three && index % 2 === 1 ? all.slice(0, 3) : all;
    const gold = index % named.length;
    const options = ["It isn't so.", "Nearly.", "Surely."].slice(0, named.length - 1);
    options.splice(gold, 0, index % 3 === 0 ? "The longest of all." : "So.");
    const noted = named.slice(1);
    noted.splice(gold, 0, named[0] ?? "");
    return makeCase(index, {
      kind: "texts" as const,
      gold,
      noted,
      optionNames: options,
      group: `person ${index % groups}`,
      attributes: { training_pairs: String(10 * (1 + (three ? (index >> 1) % 2 : index % 2))) },
    });
  });
  const people = [1, 2, 3].map((one) =>
    makePerson(one, cases, (row, place) => ({
      choice: (place + one) % 5 < 3 ? row.gold : ((row.gold ?? 0) + 1) % row.optionNames.length,
    })),
  );
  const run = makeRun(1, cases, (row, place) =>
    place % 8 === 7
      ? null
      : { choice: place % 3 === 0 ? ((row.gold ?? 0) + 2) % row.optionNames.length : (row.gold ?? 0) },
  );
  // One call failed; what is missing otherwise counts nowhere.
  run.predictions.failed[7] = 1;
  return makeRows({ cases, people, runs: [run] });
}

const namesOf = (options: number) =>
  ["", "-types", "-length", "-training", "-place"].map((rest) => `typed-options-${options}${rest}`);
const named = namesOf(4);
const textsOf = (report: Awaited<ReturnType<typeof imagineReport>>) =>
  new Map(
    renderTexts(report, { answers: "", codebook: "" }).map(({ name, content }) => [name, content.toString()]),
  );

describe("a report of typed options", async () => {
  const rows = makeStudy();
  const report = await imagineReport(rows);
  const texts = textsOf(report);
  const [found] = computeMcq(rows, mainView("people"));
  if (!found) throw new Error("nothing was found");
  const [people, model] = found.answered;
  const read = (name: string) =>
    parse(texts.get(`tables/${name}.csv`) ?? "", { columns: true, bom: true }) as Record<string, string>[];
  const asRead = (one?: { n: number; mean: number | null; low: number | null; high: number | null }) =>
    [one?.n, one?.mean, one?.low, one?.high].map((value) => String(value ?? ""));
  const figuresOf = (name: string) => read(name).map(({ answers, mean, low, high }) => [answers, mean, low, high]); // oxfmt-ignore

  test("has its tables beside those of right answers", () => {
    const names = report.tables.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["results", ...named]));
    expect(new Set(names).size).toBe(names.length);
  });

  test("writes the same for programs, in both treatments", () => {
    const { typedOptions } = resultsDocument.parse(JSON.parse(texts.get("results.json") ?? ""));
    expect(typedOptions).toMatchObject([{ options: 4, types: found.types, training: found.training }]);
    const [format] = typedOptions ?? [];
    expect(format?.answered.map(({ runId }) => runId)).toEqual([null, model?.runId]);
    for (const [at, row] of [people, model].entries()) {
      const written = format?.answered[at];
      expect(written).toMatchObject({ n: row?.n, cases: row?.cases });
      expect(written?.leftOut.malformed).toBe(row?.leftOut.malformed);
      for (const [of, figures] of [
        [written?.leftOut, row?.leftOut],
        [written?.asPublicCode, row?.asPublicCode],
      ] as const)
        for (const key of ["accuracy", "reward", "longest", "notLongest", "choosingLongest"] as const)
          expect(asRead(of?.[key] ?? undefined)).toEqual(asRead(figures?.[key] ?? undefined));
      expect(written?.asPublicCode.byPlace.map(asRead)).toEqual(row?.asPublicCode.byPlace.map(asRead));
      expect(written?.byTraining.map(asRead)).toEqual(row?.byTraining.map(asRead));
    }
  });

  test("tells what was computed, to the last digit", () => {
    const both = [people, model];
    expect(figuresOf("typed-options-4")).toEqual(
      both.flatMap((row) =>
        [row?.leftOut, row?.asPublicCode].flatMap((one) => [
          asRead(one?.accuracy),
          asRead(one?.reward ?? undefined),
        ]),
      ),
    );
    expect(figuresOf("typed-options-4-types")).toEqual([
      ...both.flatMap((row) => (row?.leftOut.shares ?? []).map(asRead)),
      ...found.guessing.map((share) => ["", String(share), "", ""]),
    ]);
    expect(figuresOf("typed-options-4-length")).toEqual(
      (["longest", "notLongest", "choosingLongest"] as const).flatMap((key) =>
        both.map((row) => asRead(row?.leftOut[key])),
      ),
    );
    expect(figuresOf("typed-options-4-training")).toEqual(
      [0, 1].flatMap((at) => both.map((row) => asRead(row?.byTraining[at]))),
    );
    // Of the model alone.
    expect(figuresOf("typed-options-4-place")).toEqual((model?.leftOut.byPlace ?? []).map(asRead));
    expect(read("typed-options-4-training").map(({ from_pairs: from }) => from)).toEqual([
      "10",
      "10",
      "20",
      "20",
    ]);
  });

  test("counts answers without an option in one treatment and not in the other", () => {
    const ofModel = read("typed-options-4").filter(({ answered_by: by }) => by === "model");
    // By hand: of 48 cases six have no answer, one of them since its call failed; 14 of the other 42 are wrong.
    expect(ofModel.map(({ answers, malformed }) => [answers, malformed])).toEqual([
      ["42", "1"],
      ["42", "1"],
      ["43", "1"],
      ["43", "1"],
    ]);
    expect(Number(ofModel[0]?.["mean"])).toBeCloseTo(28 / 42, 12);
    expect(Number(ofModel[2]?.["mean"])).toBeCloseTo(28 / 43, 12);
    const [, printed] = report.tables.find(({ name }) => name === "typed-options-4")?.groups[0] ?? [];
    expect(printed?.cells.slice(1, 4)).toEqual(["42", "12", "1"]);
    expect(printed?.cells[4]).toMatch(/^66\.7 \(\d+\.\d to \d+\.\d\)$|^66\.7 \(\d+\.\d–\d+\.\d\)$/);
  });

  test.each(named)("%s is well-formed LaTeX, and fits its room", (name) => {
    const table = report.tables.find((one) => one.name === name);
    if (!table) throw new Error("no such table");
    for (const { cells } of table.groups.flat()) expect(cells).toHaveLength(table.columns.length);
    const width = new Set(table.csv.map((row) => row.length));
    expect(width.size).toBe(1);
    const written = renderLatexTable(table, []);
    expect(texts.get(`tables/${name}.tex`)).toContain(written.trim().split("\n").at(-2));
    const count = (pattern: RegExp) => written.match(pattern)?.length ?? 0;
    for (const made of ["table\\*?", "tabular"])
      expect(count(new RegExp(`\\\\begin\\{${made}\\}`, "g"))).toBe(
        count(new RegExp(`\\\\end\\{${made}\\}`, "g")),
      );
    expect(written).not.toMatch(/NaN|undefined|null|(?<!\\)_|[^\\]%(?! )/);
  });

  test("says how it was done", () => {
    const methods = texts.get("methods.md") ?? "";
    expect(methods).toMatch(/correct, near\\?_miss, opposite\\?_negation and plausible\\?_misconception/);
    expect(methods).toContain("by training pairs");
    expect(methods).toContain("as wrong (reward −0.5)");
  });
});

test("what is undefined, or of too few, is left out and explained", async () => {
  const report = await imagineReport(makeStudy({ count: 24, groups: 2 }));
  const cellsOf = (name: string) =>
    (report.tables.find((one) => one.name === name)?.groups ?? []).map((rows) =>
      rows.map(({ cells }) => cells.at(-1)),
    );
  const notesOf = (name: string) => report.tables.find((one) => one.name === name)?.notes.join("\n") ?? "";
  // Each amount is that of one person asked about.
  expect(cellsOf("typed-options-4-training").map(([people]) => people)).toEqual([
    expect.stringMatching(/^\d+\.\d$/),
    expect.stringMatching(/^\d+\.\d$/),
  ]);
  expect(notesOf("typed-options-4-training")).toContain(
    "No interval (there are too few groups of cases): 10 pairs, People (3)",
  );
  expect(cellsOf("typed-options-4-place").flat()).toEqual(Array(4).fill("too few"));
  expect(notesOf("typed-options-4-place")).toContain("too few: below 30 answers");
});

test("types of another benchmark have no reward", async () => {
  const other = ["faithful", "overstated", "contradicted", "plausible"];
  const report = await imagineReport(makeStudy({ named: other }));
  const [table] = report.tables.filter(({ name }) => name === "typed-options-4");
  expect(table?.columns.map(({ label }) => label).join()).not.toMatch(/reward/i);
  expect(textsOf(report).get("methods.md")).not.toMatch(/reward/);
});

test("questions with three and with four options are a table each, and the methods say what is pooled", async () => {
  const rows = makeStudy({ three: true });
  const report = await imagineReport(rows);
  const texts = textsOf(report);
  const names = report.tables.map(({ name }) => name).filter((name) => name.startsWith("typed-options"));
  expect(names).toEqual([...namesOf(3), ...namesOf(4)]);
  for (const [options, right] of [
    [3, "33.3"],
    [4, "25.0"],
  ] as const) {
    const table = report.tables.find(({ name }) => name === `typed-options-${options}-types`);
    expect(table?.caption).toContain(`${options} typed options`);
    expect(table?.groups[0]?.at(-1)?.cells.slice(0, 4)).toEqual(["Guessing", "–", "–", right]);
    const lines = parse(texts.get(`tables/typed-options-${options}.csv`) ?? "", {
      columns: true,
      bom: true,
    }) as Record<string, string>[];
    expect(new Set(lines.map(({ options: of }) => of))).toEqual(new Set([String(options)]));
  }
  expect(texts.get("methods.md")).toMatch(
    /3 typed options \(72 answers of people\) and 4 typed options \(72/,
  );
});
