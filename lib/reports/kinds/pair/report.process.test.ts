import { expect, test } from "vitest";
import { wholeNumbers } from "#lib/metrics/power/random.ts";
import { renderTexts } from "#lib/reports/files.ts";
import { imagineReport, namesBeside } from "#lib/reports/testing/reports.ts";
import { mainView } from "#lib/study-results/schema.ts";
import { makeCase, makePerson, makeRows, makeRun } from "#lib/study-results/testing/made-rows.ts";
import { getPairs } from "#lib/study-results/kinds/pair/results.ts";

const exported = { answers: "", codebook: "" };
const origins = ["MIRROR · quill-4", "Zero-shot · quill-4", "Human"];

/** Each two origins in each group; the one named first in the list above wins most often. */
function makeStudy({ groups = 12, isBeaten = true, order = "random" as "random" | "fixed" } = {}) {
  const next = wholeNumbers(9, 0);
  const share = () => next() / 2 ** 32;
  const couples = [0, 1, 2].flatMap((one) =>
    [0, 1, 2].flatMap((other) => (one < other ? [[one, other]] : [])),
  );
  const cases = Array.from({ length: groups }, (_, group) => couples.map((couple) => ({ group, couple })))
    .flat()
    .map(({ group, couple }, at) =>
      makeCase(at, {
        kind: "pair",
        group: `scene ${group}`,
        gold: null,
        optionNames: [...couple.map((one) => origins[one] ?? ""), "tie"],
      }),
    );
  const say = () => (isBeaten ? (share() < 0.6 ? 0 : share() < 0.5 ? 1 : 2) : 0);
  const people = [1, 2, 3].map((one) => makePerson(one, cases, () => ({ choice: say(), shownAt: one % 2 })));
  const runs = [makeRun(1, cases, () => ({ choice: say() }), { model: "judge", method: "one by one" })];
  return makeRows({ cases, people, runs, parts: { assignment: { optionOrder: order } } });
}

const stateOf = (report: Awaited<ReturnType<typeof imagineReport>>) =>
  Object.fromEntries(report.points.map((point) => [point.key, point.state]));

test("a report of pairs has strengths with their intervals, agreement and the balance of sides", async () => {
  const rows = makeStudy();
  const report = await imagineReport(rows);
  const texts = new Map(renderTexts(report, exported).map(({ name, content }) => [name, content.toString()]));
  expect(namesBeside(report.tables)).toEqual([
    "strengths",
    "pairs-agreement",
    "pairs-against",
    "annotators",
    "agreement",
    "automatic-1",
    "automatic-1-intervals",
  ]);
  expect(namesBeside(report.figures)).toEqual(["strengths", "agreement-people", "flow", "automatic-1"]);
  const { people, first } = getPairs(rows, mainView("people"));
  const [table] = report.tables;
  const columns = table?.csv[0] ?? [];
  expect(table?.csv.slice(1, 4).map((row) => row[columns.indexOf("strength")])).toEqual(
    people.origins.map(({ strength }) => strength.value),
  );
  expect(table?.csv.slice(1, 4).map((row) => row[columns.indexOf("low")])).toEqual(
    people.origins.map(({ strength }) => strength.low),
  );
  expect(report.tables[1]?.csv[1]?.slice(2, 6)).toEqual([first.n, first.groups, 1, first.mean]);
  const methods = texts.get("methods.md") ?? "";
  expect(methods).toContain("a tie half a win for each side");
  expect(methods).toContain("judge (one by one), side by side: 36 of 36 cases");
  expect(methods).not.toMatch(/Accuracy is|McNemar|Brier/);
  expect(texts.get("tables/strengths.tex")).toContain("MIRROR \\textperiodcentered{} quill-4");
  expect(stateOf(report)).toMatchObject({
    sameItems: "met",
    smallTracks: "met",
    uncertainty: "met",
    pairedTests: "missing",
    power: "missing",
  });
  const notes = report.points.flatMap((point) => [point.value, ...point.notes]).join("\n");
  expect(notes).toMatch(/The text shown first won \d+\.\d% \(\d+\.\d–\d+\.\d\) of \d+ comparisons/);
  expect(notes).not.toMatch(/NaN|undefined|null/);
});

test("an origin that never lost has no strength, and the report says why", async () => {
  const report = await imagineReport(makeStudy({ isBeaten: false, order: "fixed" }));
  const said = [
    ...report.points.flatMap((point) => [point.value, ...point.notes]),
    ...report.tables.flatMap(({ notes }) => notes),
  ].join("\n");
  expect(said).toContain("an origin never lost, so its lead is unbounded");
  expect(said).toContain("unknown (benchmark’s order)");
  expect(stateOf(report)["uncertainty"]).toBe("missing");
  expect(report.tables[0]?.groups[0]?.[0]?.cells.slice(5)).toEqual(["–", "–", "–"]);
});
