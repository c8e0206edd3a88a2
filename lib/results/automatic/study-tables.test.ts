import { expect, test } from "vitest";
import { drawAutomatic } from "#lib/results/automatic/figures.ts";
import { getStudyTables } from "#lib/results/automatic/study-tables.ts";
import { automaticWords, nameSource } from "#lib/results/automatic/words.ts";
import { renderOwnResults } from "#lib/study-results/kinds/registry.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { labelNames, makeLabelledRows } from "#lib/study-results/testing/labelled-rows.ts";
import { makeCase, makePerson, makeRows, makeRun } from "#lib/study-results/testing/made-rows.ts";
import { makeRatedRows } from "#lib/study-results/testing/rated-rows.ts";
import { mainView } from "#lib/study-results/schema.ts";

const view = mainView("people");

test("a study has people beside judges over all its cases, each with its own n, as its tables of origins have them", async () => {
  const rows = makeRatedRows({ seed: 5, groups: 12, raters: 5, ratersEach: 3 });
  const { tables, by } = await getStudyTables(rows, view);
  const [table] = tables;
  expect(by).toEqual(["method", "model"]);
  expect(table?.parts.map(({ track }) => track)).toEqual(["Gold", "Silver"]);
  const { ratings } = await renderOwnResults(rows, view);
  for (const [at, part] of (ratings?.parts ?? []).entries())
    for (const row of part?.origins ?? []) {
      const cells = table?.rows.find(({ origin }) => String(origin) === String(row.values))?.cells ?? [];
      const own = (table?.columns ?? []).flatMap((column, i) => (column.part === at ? [cells[i]] : []));
      for (const [i, { n: values, mean, low, high, reason }] of [row.people, ...row.judges].entries()) {
        expect(own[i]).toMatchObject({ answers: values, n: 12, mean, low, high, reason, isFew: false });
      }
    }
});

test("judges are told of cases that nobody has answered, and of a few answers of people nothing", async () => {
  const rows = makeRatedRows({ seed: 5, groups: 12, raters: 5, ratersEach: 3 });
  const [first = 0] = rows.firstOf;
  const answered = (rows.firstOf[1] ?? 0) - first;
  // One person alone, who rated some of the cases.
  const few = {
    ...rows,
    people: rows.people.map((one, at) => (at === 0 ? one : { ...one, who: "simulated" as const })),
  };
  const { tables } = await getStudyTables(few, view);
  const people = tables[0]?.columns.findIndex(({ source }) => source.kind === "people") ?? -1;
  const judge = tables[0]?.columns.findIndex(({ source }) => source.kind === "judge") ?? -1;
  const whole = tables[0]?.rows.at(-1)?.cells ?? [];
  expect(answered).toBeGreaterThan(0);
  expect(whole[people]).toMatchObject({ raters: 1, isFew: true });
  expect(whole[judge]).toMatchObject({ n: 72, isFew: false });
  const { tables: ofNobody } = await getStudyTables(rows, mainView("simulated"));
  expect(ofNobody[0]?.columns.map(({ source }) => source.kind)).not.toContain("people");
  expect(ofNobody[0]?.rows.at(-1)?.cells[0]).toMatchObject({ n: 72 });
});

test("a run of people’s answers is called so", async () => {
  const rows = makeRatedRows({ seed: 5, groups: 3, raters: 3, ratersEach: 3 });
  const runs = rows.runs.map((run) => ({ ...run, apart: "people" as const }));
  const { tables } = await getStudyTables({ ...rows, runs }, view);
  const judge = tables[0]?.columns.find(({ source }) => source.kind === "judge");
  expect(judge && nameSource(automaticWords("en"), judge, "people")).toMatch(/ \(people\)$/);
});

test("what is drawn are the cells of the table, people above the judges who rate the same", async () => {
  const rows = makeRatedRows({ seed: 5, groups: 12, raters: 5, ratersEach: 3 });
  const found = await getStudyTables(rows, view);
  const [table] = found.tables;
  const [drawn] = drawAutomatic(found, { of: "study", locale: "en" });
  if (drawn?.figure.kind !== "panels") throw new Error("no panels");
  const { panels, rows: lines } = drawn.figure.input;
  expect(panels.map(({ label }) => label)).toEqual([
    "Gold: model-1 (zero-shot)",
    "Gold: model-2 (zero-shot)",
    "Gold: nli (entailment) × 100",
    "Gold: BLEU-4 × 100",
    "Gold: ROUGE-L × 100",
    "Silver: model-1 (zero-shot)",
    "Silver: model-2 (zero-shot)",
    "Silver: nli (entailment) × 100",
  ]);
  const columns = table?.columns ?? [];
  const ofPeople = columns.findIndex(({ source }) => source.kind === "people");
  for (const [at, { cells, beside }] of lines.entries()) {
    const own = table?.rows[at]?.cells ?? [];
    const numbersOf = (cell: (typeof own)[number] | undefined) => {
      const { mean, low, high, n } = cell ?? {};
      return { value: mean, low, high, n };
    };
    for (const [panel, { id }] of panels.entries()) expect(cells[panel]).toEqual(numbersOf(own[Number(id)]));
    expect(beside?.cells[0]).toEqual(numbersOf(own[ofPeople]));
    expect(beside?.cells[2]).toBeNull();
  }
  expect(lines.at(-1)?.label).toBe("All");
});

test("a judge’s own numbers have their own range, and no people beside them", async () => {
  const made = makeRatedRows({ seed: 5, groups: 12, raters: 5, ratersEach: 3 });
  const runs = made.runs.map(({ predictions, ...run }) => ({
    ...run,
    predictions: { ...predictions, given: predictions.given.map((score) => score * 40) },
  }));
  const found = await getStudyTables({ ...made, runs }, view);
  const [drawn] = drawAutomatic(found, { of: "study", locale: "en" });
  if (drawn?.figure.kind !== "panels") throw new Error("no panels");
  const { panels, rows: lines } = drawn.figure.input;
  const judge = panels.findIndex(({ label }) => label === "Gold: model-1 (zero-shot)");
  const measure = panels.findIndex(({ label }) => label === "Gold: nli (entailment)");
  expect(lines.map(({ beside }) => beside?.cells[measure])).toEqual(lines.map(() => null));
  expect(lines.map(({ beside }) => beside?.cells[judge])).not.toContain(null);
  expect(panels[judge]?.scale?.range[1]).toBeLessThanOrEqual(5);
  expect(panels[measure]?.scale?.range[1]).toBeGreaterThan(10);
});

test("too few answers of people are said, and never drawn", async () => {
  const rows = makeRatedRows({ seed: 5, groups: 12, raters: 5, ratersEach: 3 });
  const few = {
    ...rows,
    people: rows.people.map((one, at) => (at === 0 ? one : { ...one, who: "simulated" as const })),
  };
  const [drawn] = drawAutomatic(await getStudyTables(few, view), { of: "study", locale: "en" });
  if (drawn?.figure.kind !== "panels") throw new Error("no panels");
  for (const { beside } of drawn.figure.input.rows) expect(beside?.cells[0]).toEqual({ instead: "too few" });
});

test("an attribute that cases call length is theirs", async () => {
  const rows = makeRatedRows({ seed: 5, groups: 12, raters: 5, ratersEach: 3 });
  const long = rows.cases.map((row, at) => ({ ...row, judgedLength: 10 + at }));
  const own = long.map((row) => ({ ...row, attributes: { ...row.attributes, length: "short" } }));
  const lengthIn = async (cases: StudyRows["cases"]) =>
    (await getStudyTables({ ...rows, cases }, view)).attributes.find(({ name }) => name === "length");
  expect(await lengthIn(rows.cases)).toBeUndefined();
  expect(await lengthIn(long)).toMatchObject({ values: 4, isLength: true });
  expect(await lengthIn(own)).toMatchObject({ values: 1, isLength: false, isNumber: false });
});

test("with linked cases a share of people’s labels counts each case once", async () => {
  const made = makeLabelledRows({ seed: 3, groups: 10, people: 6 });
  const { person, case: caseOf, choice } = made.answers;
  // Every other case is answered by one person, the others by all.
  choice.forEach((_, i) => {
    if ((caseOf[i] as number) % 2 === 1 && person[i] !== 0) choice[i] = -1;
  });
  const shareOf = async (linked: Record<string, number> | undefined) => {
    const { study } = made;
    const { sample, assignment } = study.design;
    const design = {
      ...study.design,
      sample: { ...sample, quota: { Consistency: 30 }, ...(linked && { linked }) },
      assignment: { ...assignment, design: "blocks" as const },
    };
    const { tables } = await getStudyTables({ ...made, study: { ...study, design } }, view, "method");
    const at = tables[0]?.columns.findIndex(
      ({ source, figure }) => source.kind === "people" && "of" in figure && figure.of === "Contradiction",
    );
    return tables[0]?.rows.at(-1)?.cells[at ?? -1]?.mean ?? NaN;
  };
  const byCase = Map.groupBy(
    [...choice.keys()].filter((i) => choice[i] !== -1),
    (i) => caseOf[i],
  );
  const isFound = (i: number) => Number(choice[i] === labelNames.indexOf("Contradiction"));
  const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
  const ofCases = [...byCase.values()].map((own) => mean(own.map(isFound)));
  const ofAnswers = [...byCase.values()].flat().map(isFound);
  expect(mean(ofCases)).not.toBeCloseTo(mean(ofAnswers), 3);
  expect(await shareOf({ Consistency: 10 })).toBeCloseTo(mean(ofCases), 12);
  expect(await shareOf(undefined)).toBeCloseTo(mean(ofAnswers), 12);
});

test("people’s answers to typed options are one row, all together, below the models’", async () => {
  const cases = Array.from({ length: 12 }, (_, at) =>
    makeCase(at, { kind: "texts", optionNames: ["a", "b"], gold: 0, noted: ["correct", "near_miss"] }),
  );
  const rows = makeRows({
    cases,
    people: [1, 2, 3].map((one) => makePerson(one, cases, () => ({ choice: 0 }))),
    runs: [1, 2].map((id) => makeRun(id, cases, () => ({ choice: id - 1 }), { model: `model ${id}` })),
  });
  const { tables } = await getStudyTables(rows, view);
  expect(tables[0]?.rows.map(({ origin }) => origin?.[1] ?? null)).toEqual(["model 1", "model 2", null]);
  const people = tables[0]?.columns.findIndex(({ source }) => source.kind === "people") ?? -1;
  expect(tables[0]?.rows.map(({ cells }) => cells[people]?.mean ?? null)).toEqual([null, null, 1]);
});
