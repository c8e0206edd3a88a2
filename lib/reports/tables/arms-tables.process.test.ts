import { expect, test } from "vitest";
import { imagineReport } from "#lib/reports/testing/reports.ts";
import { getArmDifferences } from "#lib/study-results/arms/differences.ts";
import { makeArmedRows } from "#lib/study-results/testing/armed-rows.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { makeTableFive } from "#lib/study-results/testing/made-rows.ts";

test("a report of a study with arms has each of them, their differences, and how people were divided", async () => {
  const rows = makeArmedRows("people");
  const { facts, tables, methods } = await imagineReport(rows);
  const [arms, differences] = ["arms", "arm-differences"].map((wanted) =>
    tables.find(({ name }) => name === wanted),
  );
  expect(arms?.groups.map((group) => group.map(({ cells }) => cells.slice(0, 5)))).toEqual([
    [
      ["All turns", "People", "4", "12", "48"],
      ["", "model-2 (zero-shot)", "", "12", "12"],
      ["", "model-1 (zero-shot)", "", "12", "12"],
    ],
    [
      ["Four turns", "People", "4", "12", "48"],
      ["", "model-1 (zero-shot)", "", "12", "12"],
    ],
  ]);
  const [people] = getArmDifferences(rows, facts.view).people;
  const written = `${(people?.value ?? 0) > 0 ? "+" : ""}${(100 * (people?.value ?? NaN)).toFixed(1)}`;
  const [first, second] = differences?.groups ?? [];
  expect(first?.[0]?.cells.slice(0, 3)).toEqual(["All turns − Four turns", "People", "12"]);
  expect(first?.[0]?.cells[3]?.replace("−", "-")).toContain(written);
  expect(second?.[0]?.cells.slice(1)).toEqual([
    "model-1 (zero-shot)",
    "12",
    expect.any(String),
    "1.000",
    "1.000",
  ]);
  const said = methods.flatMap(({ paragraphs }) => paragraphs).join(" ");
  expect(said).toContain(
    "among 2 arms of equal size that differed in how many turns came before the one in question",
  );
  expect(said).toContain("All turns − Four turns, over 12 cases");
  // Each case counts once, however it is shown.
  expect(said).toContain("The study used 12 cases");
});

/** With claims, and with people and cases enough to plan with. */
function claim(rows: StudyRows): StudyRows {
  const { design } = rows.study;
  const claims = { comparator: null, margin: null, epsilon: 0.2, siblings: [], stopping: null };
  const sample = { ...design.sample, quota: { [rows.tracks[0]?.name ?? ""]: 12 } };
  const assignment = { ...design.assignment, people: 40 };
  return { ...rows, study: { ...rows.study, design: { ...design, claims, sample, assignment } } };
}

test("what is said of people under arms was planned where the plan claims anything, of models it was found", async () => {
  const { tables, methods, points } = await imagineReport(claim(makeArmedRows("people")));
  for (const { caption, notes } of tables.filter(({ name }) => name.startsWith("arm"))) {
    expect(caption).toMatch(/Planned in part\.$/);
    expect(notes[0]).toBe("Planned: People. Exploratory: every other row.");
  }
  const textOf = (wanted: string) => methods.find(({ key }) => key === wanted)?.paragraphs.join(" ") ?? "";
  expect(textOf("planned")).toContain("All turns − Four turns, over 12 cases");
  expect(textOf("exploratory")).not.toContain("All turns − Four turns");
  const notesOf = (wanted: string) => points.find(({ key }) => key === wanted)?.notes.join(" ") ?? "";
  expect(notesOf("sameItems")).toContain("2 arms differ in how many turns came before");
  expect(notesOf("pairedTests")).toMatch(/^Pairs of arms: 1, tested: [01]/);
  expect(notesOf("power")).toMatch(/^Smallest difference between arms detected in 80% of simulations: \d/);
});

test("a plan that claims nothing leaves arms to be explored", async () => {
  const { tables, methods } = await imagineReport(makeArmedRows("people"));
  for (const { caption } of tables.filter(({ name }) => name.startsWith("arm")))
    expect(caption).toMatch(/Exploratory\.$/);
  expect(methods.find(({ key }) => key === "exploratory")?.paragraphs.join(" ")).toContain(
    "All turns − Four turns",
  );
});

test("one of a study without arms has none of it", async () => {
  const { tables, methods } = await imagineReport(makeTableFive());
  expect(tables.map(({ name }) => name).filter((name) => name.startsWith("arm"))).toEqual([]);
  expect(methods.flatMap(({ paragraphs }) => paragraphs).join(" ")).not.toContain("arms");
});
