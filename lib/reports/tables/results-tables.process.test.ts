import { expect, test } from "vitest";
import { drawFigure } from "#lib/figures/figure.ts";
import { paperLook } from "#lib/figures/look.ts";
import { renderCsv, renderMarkdownTable } from "#lib/reports/tables/printed-table.ts";
import { renderLatexTable } from "#lib/reports/latex/write.ts";
import { imagineReport } from "#lib/reports/testing/reports.ts";
import { writeResults } from "#lib/results/document.ts";
import { makeFigure } from "#lib/results/figures.ts";
import { drawingOf, renderLines } from "#lib/results/render/table.ts";
import { pace } from "#lib/results/tables/pace.ts";
import { tableSpecs } from "#lib/results/tables.ts";
import { getSelection } from "#lib/study-results/overview/overview.ts";
import { mainView, type View } from "#lib/study-results/schema.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";

const view = mainView("people");
const made = makeRandomRows({ people: 14, cases: 48, runs: 3, seed: 4, controls: 0.3 });
const activeMs = Int32Array.from(made.answers.activeMs, (ms, at) =>
  at % 5 === 0 ? 1999 : 2000 + (ms % 40_000),
);
const rows = { ...made, answers: { ...made.answers, activeMs } };

test.each(tableSpecs)("$name stands on every surface with the same figures", async (spec) => {
  const table = spec.compute(rows, view);
  const cells = table.rows[0]?.cells[spec.drawn];
  const value = cells?.value ?? NaN;
  const rounded = (100 * value).toFixed(1);
  expect(value).toBeGreaterThan(0);
  expect(cells?.low).toBeLessThan(value);
  const { tables, figures } = await imagineReport(rows);
  const printed = tables.find(({ name }) => name === spec.name);
  if (!printed) throw new Error(`the report has no table ${spec.name}`);
  expect(renderMarkdownTable(printed)).toContain(rounded);
  expect(renderLatexTable(printed, [])).toContain(rounded);
  expect(renderCsv(printed)).toContain(String(value));
  expect(figures.map(({ name }) => name)).toContain(drawingOf(spec));
  const { tables: inJson } = await writeResults(rows, view);
  expect(inJson[spec.name]?.[0]).toMatchObject({ of: "all", cells: { [spec.drawn]: { value } } });
  expect(renderLines(spec, table, "people").join("\n")).toContain(`${rounded}%`);
  const drawn = await makeFigure(drawingOf(spec), rows, view);
  expect(drawn?.csv.flat()).toContain(value);
  expect(JSON.stringify(drawn && drawFigure(drawn.figure, paperLook(178)))).toContain(rounded);
});

test.each(tableSpecs)("of too little $name says so on every surface, and nothing else", async (spec) => {
  const few = { ...makeRandomRows({ people: 2, cases: 9, runs: 1, seed: 4 }) };
  const cell = spec.compute(few, view).rows[0]?.cells[spec.drawn];
  expect(cell).toMatchObject({ value: null, low: null, high: null, reason: "too_few" });
  expect(renderLines(spec, spec.compute(few, view), "people").join("\n")).toContain("too few");
  const { tables } = await imagineReport(few);
  expect(tables.find(({ name }) => name === spec.name)?.groups[0]?.[0]?.cells.join()).toContain("too few");
  const drawn = await makeFigure(drawingOf(spec), few, view);
  expect(JSON.stringify(drawn && drawFigure(drawn.figure, paperLook(178)))).toContain("too few");
});

test("the pace of answers is the share under two seconds and the median, of what devices measured", () => {
  const some = activeMs.map((ms, at) => (at % 7 === 0 ? 0 : ms));
  const own = { ...rows, answers: { ...rows.answers, activeMs: some } };
  const all: View = { ...view, stratum: "all" };
  const timed = Array.from(getSelection(own, all).answers, (at) => some[at] ?? 0).filter((ms) => ms > 0);
  const { answers, fast, median } = pace.compute(own, all).rows[0]?.cells ?? {};
  expect(answers?.value).toBe(timed.length);
  expect(fast?.value).toBeCloseTo(timed.filter((ms) => ms < 2000).length / timed.length, 12);
  const below = timed.filter((ms) => ms / 1000 < (median?.value ?? NaN)).length;
  expect(Math.abs(below - timed.length / 2)).toBeLessThanOrEqual(1);
});
