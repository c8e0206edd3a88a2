import { expect, test } from "vitest";
import { renderChecklist } from "#lib/reports/checklist/checklist.ts";
import { listHead } from "#lib/reports/head.ts";
import { renderMethodsLatex, renderMethodsMarkdown } from "#lib/reports/methods/methods.ts";
import { tableSpecs } from "#lib/results/tables.ts";
import { imagineReport, namesBeside } from "#lib/reports/testing/reports.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";

const plain = makeRandomRows({ people: 12, cases: 30, runs: 3, seed: 6, missing: 0, isSelected: false });
const claims = { comparator: null, margin: 0.05, epsilon: 0.2, siblings: [], stopping: null };

function claim(by: "nobody" | "name"): StudyRows {
  const [run] = plain.runs;
  if (!run) throw new Error("no run");
  const { model, method, version } = run;
  const comparator = by === "name" ? { by, run: { model, method, version } } : null;
  const design = { ...plain.study.design, claims: { ...claims, comparator } };
  return { ...plain, study: { ...plain.study, design, comparatorRunId: comparator && run.id } };
}

const captionsOf = ({ tables }: Awaited<ReturnType<typeof imagineReport>>) =>
  Object.fromEntries(
    tables.map(({ name, caption }) => [name, /(Planned|Exploratory|Planned in part)\.$/.exec(caption)?.[0]]),
  );

const textOf = ({ methods }: Awaited<ReturnType<typeof imagineReport>>, key: string) =>
  methods.find((section) => section.key === key)?.paragraphs.join(" ") ?? "";

test("every analysis, caption and point says whether it was planned, and names what was", async () => {
  const report = await imagineReport(claim("name"));
  expect(captionsOf(report)).toEqual({
    results: "Planned in part.",
    "people-less-model": "Planned in part.",
    "consensus-less-model": "Planned in part.",
    tracks: "Exploratory.",
    parts: "Exploratory.",
    table5: "Exploratory.",
    agreement: "Exploratory.",
    annotators: "Planned.",
    "results-track-1": "Exploratory.",
    "results-track-2": "Exploratory.",
    "results-track-3": "Exploratory.",
    ...Object.fromEntries(tableSpecs.map(({ name }) => [name, "Exploratory."])),
  });
  const name = "model-01 (zero-shot)";
  for (const { notes } of report.tables.slice(1, 3))
    expect(notes).toContain(`Planned: ${name}. Exploratory: every other row.`);
  expect(report.tables[0]?.notes).toContain(`Planned: People and ${name}. Exploratory: every other row.`);
  expect(report.figures.map(({ caption }) => /\. (Planned|Exploratory)[^.]*\.$/.exec(caption)?.[0])).toEqual(
    report.figures.map(({ name }) => (name === "forest" ? ". Planned in part." : ". Exploratory.")),
  );
  const planned = textOf(report, "planned");
  expect(planned).toContain(`The plan named ${name} as the comparator.`);
  expect(planned).toContain("With a margin of 5.0 percentage points");
  expect(planned).toContain("All intervals are 95% confidence intervals");
  expect(textOf(report, "exploratory")).toMatch(/^The plan did not name these analyses/);
  for (const write of [renderMethodsMarkdown, renderMethodsLatex])
    expect(write(report.facts, report.methods)).toContain("Planned analyses");
  const checklist = renderChecklist(report.facts, report.points);
  expect(checklist.match(/^(Planned|Exploratory|Planned in part): /gm)).toHaveLength(14);
});

test("a plan without claims leaves its design, and every comparison is found", async () => {
  const report = await imagineReport(plain);
  expect(new Set(Object.values(captionsOf(report)))).toEqual(new Set(["Exploratory."]));
  expect(report.tables.flatMap(({ notes }) => notes).join(" ")).not.toContain("Planned:");
  expect(listHead(report.facts).join(" ")).toContain("The plan names no claims");
  expect(textOf(report, "planned")).toBe("");
  expect(textOf(report, "exploratory")).toMatch(
    /^The plan named no analyses, so all analyses are exploratory/,
  );
  expect(textOf(report, "exploratory")).toContain("All intervals are 95% confidence intervals");
  expect(textOf(report, "plan")).toContain("frozen at opening");
});

test("a plan that names no model plans what is said of people, and no comparison", async () => {
  const captions = captionsOf(await imagineReport(claim("nobody")));
  expect(captions).toMatchObject({ results: "Planned in part.", "people-less-model": "Exploratory." });
});

test("what is looked at while people answer says so beneath its tables, and tests nothing", async () => {
  const rules = { ...plain.study.design.rules, interim: true };
  const study = { ...plain.study, state: "open" as const, design: { ...plain.study.design, rules } };
  const { tables, figures, methods } = await imagineReport({ ...plain, study });
  const looked = tables.filter(({ notes }) => notes.some((note) => note.includes("hold at every look")));
  expect(namesBeside(looked)).toEqual([
    "results",
    "people-less-model",
    "consensus-less-model",
    "tracks",
    "parts",
    "results-track-1",
    "results-track-2",
    "results-track-3",
  ]);
  expect(figures[0]?.note).toContain("hold at every look");
  expect(methods[0]?.paragraphs.join(" ")).toContain("confidence sequence over people");
  expect(tables[1]?.csv.slice(1).map((row) => row.slice(10, 12))).toEqual(plain.runs.map(() => [null, null]));
});
