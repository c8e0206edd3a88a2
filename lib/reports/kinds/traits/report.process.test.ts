import { expect, test } from "vitest";
import { wholeNumbers } from "#lib/metrics/power/random.ts";
import { renderTexts } from "#lib/reports/files.ts";
import { imagineReport, namesBeside } from "#lib/reports/testing/reports.ts";
import { makeFigure } from "#lib/results/figures.ts";
import { resultsDocument } from "#lib/results/document-schema.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { makeCase, makePerson, makeRows, makeRun } from "#lib/study-results/testing/made-rows.ts";
import { encodeLevels, traitNames } from "#lib/task-kinds/traits/profile.ts";
import { getTraits } from "#lib/study-results/kinds/traits/results.ts";

/** The first method keeps what a person is like more often than the second. */
function makeStudy(persons: number, raters: number) {
  const next = wholeNumbers(4, 0);
  const share = () => next() / 2 ** 32;
  const sides: Record<string, string>[] = [{ side: "reference" }, { side: "generated", method: "Memory" }, { side: "generated", method: "Zero-shot" }]; // oxfmt-ignore
  const cases = Array.from({ length: persons }, (_, person) =>
    sides.map((attributes) => ({ person, attributes })),
  )
    .flat()
    .map(({ person, attributes }, at) =>
      makeCase(at, {
        kind: "traits",
        group: `p${person}`,
        attributes,
        optionNames: [],
        gold: null,
        noted: [],
      }),
    );
  const truths = Array.from({ length: persons }, () => traitNames.map(() => Math.floor(share() * 3)));
  const see = (at: number) => {
    const keeps = [0.9, 0.8, 0.4][at % 3] ?? 0;
    const truth = truths[Math.floor(at / 3)] ?? [];
    return truth.map((level) => (share() < keeps ? level : Math.floor(share() * 3)));
  };
  const say = (at: number) => Object.fromEntries(see(at).map((level, i) => [traitNames[i] ?? "", level]));
  const people = Array.from({ length: raters }, (_, one) =>
    makePerson(one + 1, cases, (_row, place) => ({ value: say(place) as never })),
  );
  const judge = makeRun(1, cases, () => null, { model: "judge", method: "three runs" });
  judge.predictions.choice.set(cases.map((_row, at) => encodeLevels(see(at))));
  return makeRows({ cases, people, runs: [judge] });
}

const textsOf = (report: Awaited<ReturnType<typeof imagineReport>>) =>
  new Map(
    renderTexts(report, { answers: "", codebook: "" }).map(({ name, content }) => [name, content.toString()]),
  );

test("a report of traits says of each method how alike the sides are, by people and judges, as the screen does", async () => {
  const rows = makeStudy(14, 3);
  const report = await imagineReport(rows);
  expect(namesBeside(report.tables)).toEqual(
    expect.arrayContaining(["similarity", "similarity-comparisons", "trait-agreement"]),
  );
  expect(report.figures.map(({ name }) => name)).toContain("similarity");
  const { origins, comparisons } = getTraits(rows, mainView("people"));
  const texts = textsOf(report);
  expect(texts.get("methods.md")).toContain("include 3 participants with 126 answers to 42 cases");
  const { traits } = resultsDocument.parse(JSON.parse(texts.get("results.json") ?? ""));
  const drawn = await makeFigure("similarity", rows, mainView("people"));
  const table = report.tables.find(({ name }) => name === "similarity");
  const column = table?.csv[0]?.indexOf("similarity") ?? -1;
  const means = origins.flatMap(({ people, judges }) => [people.mean, ...judges.map(({ mean }) => mean)]);
  expect(table?.csv.slice(1).map((row) => row[column])).toEqual(means);
  expect(drawn?.csv.slice(1).map((row) => row[8])).toEqual(means);
  expect(
    traits?.origins.flatMap(({ people, judges }) => [people.mean, ...judges.map(({ mean }) => mean)]),
  ).toEqual(means);
  expect(traits?.comparisons[0]?.holm).toBe(comparisons[0]?.holm);
  // Everybody has both sides, so that the mean of differences is the difference of means.
  expect(comparisons[0]?.difference).toBeCloseTo(
    (origins[0]?.people.mean ?? NaN) - (origins[1]?.people.mean ?? NaN),
    12,
  );
  const methods = texts.get("methods.md") ?? "";
  expect(methods).toContain("No answer is right or wrong");
  expect(methods).not.toMatch(/Accuracy is|McNemar|Brier/);
  const said = report.points.map(({ value }) => value).join("\n");
  expect(said).toMatch(/Memory 0\.\d{3} \(0\.\d{3}/);
  expect(said).not.toMatch(/NaN|undefined|null/);
  const state = Object.fromEntries(report.points.map((point) => [point.key, point.state]));
  expect(state).toMatchObject({ sameItems: "met", uncertainty: "met", pairedTests: "met", power: "missing" });
});

test("too few answers have no mean in a report, nor a comparison", async () => {
  const report = await imagineReport(makeStudy(3, 1));
  expect(report.tables.map(({ name }) => name)).not.toContain("similarity-comparisons");
  const similarity = report.tables.find(({ name }) => name === "similarity");
  expect(similarity?.groups.flat().map(({ cells }) => cells[3])).toEqual(Array(4).fill("too few"));
});
