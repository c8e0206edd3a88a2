import { expect, test } from "vitest";
import { readMethod } from "#lib/model-runs/schema.ts";
import { drawMethods, drawOverview, listFamilies, makeMethods } from "#lib/results/render/forest.ts";
import { getGaps } from "#lib/results/measures.ts";
import { getPoints } from "#lib/study-results/overview/overview.ts";
import { mainView, type View } from "#lib/study-results/schema.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";
import { askInWays } from "#lib/study-results/testing/several-ways.ts";

const view: View = { ...mainView("people"), stratum: "all" };
const model = "model-03";
const asked = ["self-consistency 10", "few-shot 5", "zero-shot", "few-shot 1", "self-consistency 5 mean"];

const makeRows = (methods = asked) =>
  askInWays(makeRandomRows({ people: 5, cases: 60, runs: 7, seed: 3, answersEach: 25 }), methods);

test("a model’s ways stand in their order, each held against what it does zero-shot", () => {
  const rows = makeRows();
  const made = drawMethods(rows, view, "en");
  const [group, ...others] = made?.figure.kind === "forest" ? made.figure.input.groups : [];
  expect(others).toEqual([]);
  expect(group?.heading).toBe(model);
  expect(group?.rows.map(({ label }) => label)).toEqual([
    "zero-shot",
    "few-shot 1",
    "few-shot 5",
    "self-consistency 5 mean",
    "self-consistency 10",
  ]);
  const { models } = getPoints(rows, view);
  const zeroShot = models.find((one) => one.method === "zero-shot" && one.model === model);
  expect(group?.at).toBe(zeroShot?.top1);
  const [head = [], ...lines] = made?.csv ?? [];
  const column = (name: string) => lines.map((line) => line[head.indexOf(name)]);
  expect(column("shots")).toEqual([0, 1, 5, 0, 0]);
  expect(column("samples")).toEqual([1, 1, 1, 5, 10]);
  expect(new Set(column("zero_shot_accuracy"))).toEqual(new Set([zeroShot?.top1]));
  expect(column("accuracy")).toEqual(
    group?.rows.map(({ id }) => models.find(({ runId }) => id === `run-${runId}`)?.top1),
  );
});

test("the model that the plan names has a row for what people are ahead by", () => {
  const rows = makeRows([]);
  const named = getGaps(rows, view).rows[1];
  const runId = named?.subject.run.runId ?? 0;
  const differencesOf = (comparatorRunId: number | null) => {
    const made = drawOverview({ ...rows, study: { ...rows.study, comparatorRunId } }, view, { locale: "en" });
    return made?.figure.kind === "forest" ? made.figure.input.differences?.groups : undefined;
  };
  const { value, low, high } = named?.cells.difference ?? {};
  expect(differencesOf(runId)?.[0]?.rows).toMatchObject([{ value, low, high, n: named?.cells.n?.value }]);
  expect(differencesOf(null)).toBeUndefined();
});

test("without its zero-shot run a model has no line; a model that was asked in one way isn’t in it", () => {
  const few = makeRows(["few-shot 1", "few-shot 3"]);
  const families = listFamilies(few, getPoints(few, view).models);
  expect(families).toMatchObject([{ zeroShot: null, runs: [{}, {}] }]);
  expect(makeMethods(makeRows(["few-shot 1"]), view, new URLSearchParams(), "en")).toBeNull();
  expect(makeMethods(makeRows([]), view, new URLSearchParams(), "en")).toBeNull();
});

test("what was tuned from a model stands beside it, whatever it is called", () => {
  const rows = makeRows(["zero-shot", "fine-tuned"]);
  const last = rows.runs.length - 1;
  const runs = rows.runs.map((run, n) => (n === last ? { ...run, model: "tuned-7b", base: run.model } : run));
  const made = drawMethods({ ...rows, runs }, view, "en");
  const [group] = made?.figure.kind === "forest" ? made.figure.input.groups : [];
  expect(group?.heading).toBe(runs[last]?.base);
  expect(group?.rows.map(({ label }) => label)).toEqual(["zero-shot", "tuned-7b · fine-tuned"]);
  expect(group?.at).toBe(group?.rows[0]?.value);
});

test("what was tuned stands beside its base however that was asked", () => {
  const rows = makeRows(["chain of thought", "fine-tuned"]);
  const last = rows.runs.length - 1;
  const runs = rows.runs.map((run, n) => (n === last ? { ...run, model: "tuned-7b", base: run.model } : run));
  const [family, ...others] = drawMethods({ ...rows, runs }, view, "en")?.families ?? [];
  expect(others).toEqual([]);
  expect(family?.zeroShot).toBeNull();
  expect(family?.runs.map(({ way }) => way.kind)).toEqual(["plain", "tuned"]);
});

test.each([
  ["Zero-shot", { kind: "zero-shot" }],
  ["few-shot 5", { kind: "few-shot", size: 5 }],
  ["few-shot-3 with analysis", { kind: "few-shot", size: 3 }],
  ["self-consistency 10", { kind: "self-consistency", size: 10 }],
  ["chain of thought", null],
  ["few-shot", null],
])("the method %s", (name, read) => expect(readMethod(name)).toEqual(read));
