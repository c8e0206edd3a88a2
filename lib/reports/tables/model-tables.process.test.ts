import { expect, test } from "vitest";
import { drawFigure } from "#lib/figures/figure.ts";
import { paperLook } from "#lib/figures/look.ts";
import { flatten } from "#lib/figures/testing/text-boxes.ts";
import { renderLatexTable } from "#lib/reports/latex/write.ts";
import { renderCsv } from "#lib/reports/tables/printed-table.ts";
import { imagineReport } from "#lib/reports/testing/reports.ts";
import { getStandings } from "#lib/results/measures.ts";
import { drawTracks } from "#lib/results/render/tracks.ts";
import { mainView, type View } from "#lib/study-results/schema.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";
import { asDrawn } from "#lib/study-results/testing/several-ways.ts";

const view: View = { ...mainView("people"), stratum: "all" };
const rows = makeRandomRows({ people: 9, cases: 90, runs: 3, seed: 12, controls: 0.3 });

test("each track has people as the same view has them alone, and every model on the same cases", () => {
  const made = drawTracks(rows, view, "en");
  const { panels = [], rows: drawn = [] } = made?.figure.input ?? {};
  expect(panels.map(({ label }) => label)).toEqual(rows.tracks.map(({ name }) => name));
  expect(drawn.map(({ kind }) => kind)).toEqual(["people", "model", "model", "selecting"]);
  for (const [at, { label, band, at: chance }] of panels.entries()) {
    const own = getStandings(rows, { ...view, track: label }).rows;
    const people = own.find(({ subject }) => subject.kind === "people")?.cells;
    const guessing = own.find(({ subject }) => subject.kind === "chance")?.cells;
    expect(chance).toBe(guessing?.top1?.value);
    for (const { id, cells } of drawn) {
      const alone =
        id === "people"
          ? people
          : own.find(({ subject }) => `run-${"run" in subject && subject.run.runId}` === id)?.cells;
      const { value = null, low, high, reason } = alone?.top1 ?? {};
      if (reason === "by_selection") expect(cells[at]).toEqual({ instead: "decided by selection" });
      else if (reason === "too_few") expect(cells[at]).toEqual({ instead: `too few: ${alone?.n?.value}` });
      else expect(cells[at]).toEqual({ value, low, high, n: alone?.n?.value });
    }
    if (people?.top1?.value != null)
      expect(band).toEqual({ value: people.top1.value, low: people.top1.low, high: people.top1.high });
  }
  expect(panels.filter(({ band }) => band).length).toBeGreaterThan(0);
});

test("one track alone, or a study of one, has no such figure", () => {
  const [first] = rows.tracks;
  expect(drawTracks(rows, { ...view, track: first?.name ?? null }, "en")).toBeNull();
  expect(drawTracks({ ...rows, tracks: rows.tracks.slice(0, 1) }, view, "en")).toBeNull();
});

test("people’s interval is drawn through each track, and a reason stands in place of a figure", () => {
  const made = drawTracks(rows, view, "en");
  if (!made) throw new Error("nothing to draw");
  const { input } = made.figure;
  const banded = input.panels.filter(({ band }) => band).length;
  const bands = flatten(drawFigure(made.figure, paperLook(178)).nodes).filter(
    ({ tag, attributes }) => tag === "rect" && attributes["fill-opacity"] === 0.16,
  );
  expect(bands).toHaveLength(banded);
  const first = input.rows.map((row, at) =>
    at === 0 ? { ...row, cells: row.cells.with(0, { instead: "none yet" }) } : row,
  );
  const texts = flatten(
    drawFigure({ kind: "panels", input: { ...input, rows: first } }, paperLook(178)).nodes,
  );
  expect(texts.map(({ text }) => text)).toContain("none yet");
});

test("the report has both figures of models, and their numbers as LaTeX and CSV", async () => {
  const own = asDrawn("model-methods", rows);
  const { figures, tables } = await imagineReport(own);
  expect(figures.map(({ name }) => name)).toEqual(expect.arrayContaining(["model-tracks", "model-methods"]));
  const made = drawTracks(own, mainView("people"), "en");
  const cell = made?.figure.input.rows.at(1)?.cells.find((one) => one && "value" in one);
  if (!cell || !("value" in cell)) throw new Error("no figure of any model");
  const tableOf = (name: string) => {
    const table = tables.find((one) => one.name === name);
    if (!table) throw new Error(`the report has no table ${name}`);
    return table;
  };
  expect(renderLatexTable(tableOf("tracks"), [])).toContain((100 * cell.value).toFixed(1));
  expect(renderCsv(tableOf("tracks"))).toContain(String(cell.value));
  expect(renderCsv(tableOf("methods"))).toContain("zero_shot_accuracy");
  expect(tableOf("methods").groups[0]?.map(({ cells }) => cells[0])).toEqual([
    expect.stringContaining("zero-shot"),
    expect.stringContaining("few-shot 3"),
    expect.stringContaining("self-consistency 5"),
  ]);
});
