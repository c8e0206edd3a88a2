import { describe, expect, test } from "vitest";
import { getGaps, getVotes, getParts, getPersons, getStandings } from "#lib/results/measures.ts";
import { defineMeasure, countOf, figureOf, type Column } from "#lib/results/table.ts";
import { renderCsv } from "#lib/results/render/table.ts";
import { getIntervals } from "#lib/study-results/overview/intervals.ts";
import { getPoints } from "#lib/study-results/overview/overview.ts";
import { mainView, type View } from "#lib/study-results/schema.ts";
import { makeArmedRows } from "#lib/study-results/testing/armed-rows.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";

const view = mainView("people");
const wanted = { people: 14, cases: 48, runs: 5, seed: 4, controls: 0.3, missing: 0.1 };
const study = makeRandomRows(wanted);
const nothing = { value: null, low: null, high: null, method: null };

describe("what rests on too little", () => {
  const few = makeRandomRows({ ...wanted, people: 2, cases: 9, controls: 0 });

  test("has its counts, and a reason in place of each figure, in every table", () => {
    const tables = [getStandings, getPersons, getGaps, getVotes, getParts].map((get) => get(few, view));
    for (const { columns, rows } of tables)
      for (const { subject, cells } of rows)
        for (const [key, cell] of Object.entries(cells)) {
          const isChance = subject.kind === "chance" || key === "chance";
          if (new Map(Object.entries<Column>(columns)).get(key)?.kind === "count" || isChance)
            expect(cell).toMatchObject({ reason: null });
          else
            expect(cell).toMatchObject({ ...nothing, reason: expect.stringMatching(/too_few|by_selection/) });
        }
    expect(getStandings(few, view).rows[0]?.cells.n?.value).toBe(17);
  });

  test("is each model's own cases, whatever people answered", () => {
    const runs = study.runs.map((run) => {
      const measures = run.predictions.measures.map((scores) =>
        scores.map((score, at) => (at < 9 ? score : NaN)),
      );
      return run.id === 2 ? { ...run, predictions: { ...run.predictions, measures } } : run;
    });
    const { rows } = getStandings({ ...study, runs }, { ...view, stratum: "all" });
    const reasons = rows.map(({ subject, cells }) => [
      subject.kind === "run" ? subject.run.runId : subject.kind,
      cells.top1?.reason,
    ]);
    expect(new Map(reasons as [unknown, unknown][])).toEqual(
      new Map<unknown, unknown>([
        ["people", null],
        ["consensus", null],
        ["chance", null],
        [1, "by_selection"],
        [2, "too_few"],
        [3, null],
        [4, null],
        [5, null],
      ]),
    );
  });
});

test("the run that cases were chosen by has no figure, and what that says of it instead", () => {
  const foreseenIn = (stratum: View["stratum"]) => {
    const { rows } = getStandings(study, { ...view, stratum });
    const selecting = rows.find(({ subject }) => subject.kind === "run" && subject.run.runId === 1);
    expect(selecting?.cells.top1).toMatchObject({ ...nothing, reason: "by_selection" });
    expect(rows.filter(({ foreseen }) => foreseen !== null)).toEqual([selecting]);
    return selecting?.foreseen;
  };
  expect((["selected", "control", "all"] as const).map(foreseenIn)).toEqual(["wrong", "right", "partly"]);
});

test("what holds for one look alone isn't there where figures have to hold at every look", () => {
  const of = { restsOn: { cases: 20 }, interval: { low: 0.1, high: 0.9 } };
  const measure = defineMeasure("one look", () => ({
    columns: { one: { kind: "share" }, every: { kind: "share" }, p: { kind: "probability" } },
    rows: [
      {
        subject: { kind: "consensus" as const },
        group: "people",
        cells: {
          one: figureOf(0.5, { ...of, isOfOneLook: true }),
          every: figureOf(0.5, of),
          p: figureOf(0.01, { ...of, isOfOneLook: true }),
        },
      },
    ],
  }));
  const { rows, looks } = measure(makeArmedRows("people", "open"), view);
  expect(looks).toBe("running");
  expect(rows[0]?.cells).toMatchObject({
    one: { value: 0.5, low: null, high: null },
    every: { value: 0.5, low: 0.1, high: 0.9 },
    p: { value: null, reason: "interim" },
  });
  expect(measure(makeArmedRows("people"), view).rows[0]?.cells.p?.value).toBe(0.01);
});

test("figures are those of the metrics, unrounded", () => {
  const points = getPoints(study, view);
  const { people, models, gaps, votes } = getIntervals(study, view);
  const { rows } = getStandings(study, view);
  const { low, high, method } = people;
  expect(rows[0]?.cells.top1).toMatchObject({ value: points.people.accuracy, low, high, method });
  for (const { subject, cells } of rows)
    if (subject.kind === "run" && cells.top1?.reason === null)
      expect([cells.top1.value, cells.top1.low]).toEqual([
        subject.run.top1,
        models.get(subject.run.runId)?.low ?? null,
      ]);
  const differences = [
    [getGaps(study, view).rows, gaps],
    [getVotes(study, view).rows, votes],
  ] as const;
  for (const [tested, known] of differences) {
    expect(tested.length).toBe(4);
    for (const { subject, cells } of tested)
      if (cells.difference?.reason === null)
        expect([cells.difference.value, cells.p?.value]).toEqual([
          known.get(subject.run.runId)?.value,
          known.get(subject.run.runId)?.p,
        ]);
  }
  expect(getStandings(study, view)).toBe(getStandings(study, view));
});

test("a file names the value and its ends in the order of the columns", () => {
  const { names, cells } = renderCsv({
    columns: {
      n: { kind: "count" },
      share: { kind: "share", csv: ["share", "low"] },
      hidden: { kind: "count", csv: [] },
    },
  });
  expect(names).toEqual(["n", "share", "low"]);
  const share = figureOf(0.5, { interval: { low: 0.25, high: 0.75 } });
  expect(cells({ cells: { n: countOf(3), share, hidden: countOf(1) } })).toEqual([3, 0.5, 0.25]);
});
