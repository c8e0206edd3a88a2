import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { countErrorClasses, renderAnalysisLatex } from "#lib/reports/case-studies/case-studies.ts";
import { renderTexts } from "#lib/reports/files.ts";
import { imagineReport } from "#lib/reports/testing/reports.ts";
import { makeRandomRows } from "#lib/study-results/testing/random-rows.ts";

const rows = makeRandomRows({ people: 8, cases: 12, runs: 2, seed: 4 });
const about = (index: number, words: string, errorClass: string) => ({
  studyCaseId: rows.cases[index]?.id ?? 0,
  words,
  errorClass,
  lines: ["    ?: Who & what.", "", "Candidates:"],
});
const caseStudies = [
  about(0, "# Why\n\nIt is *irony* of 50%.\n\n- one\n- two", "sarcasm_missed"),
  about(3, "", "sarcasm_missed"),
  about(5, "No class & no name.", ""),
];

test("case studies have the passage, what everybody chose with n, the right answer and the analysis", async () => {
  const report = await imagineReport(rows, "people", { caseStudies });
  const [first] = report.caseStudies;
  expect(report.caseStudies.map(({ key }) => key)).toEqual([0, 3, 5].map((index) => rows.cases[index]?.key));
  expect(first?.options.reduce((sum, { people }) => sum + people, 0)).toBe(first?.n);
  expect(first?.options.filter(({ isGold }) => isGold)).toHaveLength(1);
  expect(first?.models).toHaveLength(2);
  const files = renderTexts(report, { answers: "", codebook: "" });
  const text = (name: string) => files.find((file) => file.name === name)?.content.toString("utf8") ?? "";
  const markdown = text("case-studies.md");
  expect(markdown).toContain("**Error class**: sarcasm\\_missed");
  expect(markdown).toContain("```text\n    ?: Who & what.");
  expect(markdown).toContain("**Why**\n\nIt is *irony* of 50%.");
  expect(text("case-studies.tex")).toContain("\\textbf{Why}\n\nIt is \\emph{irony} of 50\\%.");
  const lines = parse(text("case-studies.csv"), { columns: true, bom: true }) as Record<string, string>[];
  expect(lines.map(({ error_class }) => error_class)).toEqual(["sarcasm_missed", "sarcasm_missed", ""]);
  expect(lines[0]).toMatchObject({ n: String(first?.n), right: String(first?.right) });
  expect(JSON.parse(text("case-studies.json"))).toMatchObject({ caseStudies: [{ number: 1 }, {}, {}] });
  const classes = report.tables.find(({ name }) => name === "error-classes");
  expect(classes?.groups[0]?.map(({ cells }) => cells.slice(0, 2))).toEqual([
    ["sarcasm_missed", "2"],
    ["no class", "1"],
  ]);
  expect(countErrorClasses(report.caseStudies)[0]?.people.n).toBe(
    report.caseStudies.slice(0, 2).reduce((sum, { n }) => sum + n, 0),
  );
});

test("without an analysis there is neither a table nor a file", async () => {
  const report = await imagineReport(rows);
  const files = renderTexts(report, { answers: "", codebook: "" });
  expect(files.filter(({ name }) => /case-studies|error-classes/.test(name))).toEqual([]);
});

test.each([
  ["plain & 5%", "plain \\& 5\\%"],
  ["**strong *and* more**", "\\textbf{strong \\emph{and} more}"],
  ["`a_b` and 2 * 3", "\\texttt{a\\_b} and 2 {*} 3"],
  ["1. one\n2. two", "\\begin{enumerate}\n  \\item one\n  \\item two\n\\end{enumerate}"],
  ["> said\n> twice", "\\begin{quote}said twice\\end{quote}"],
  ["\\input{x}", "\\textbackslash{}input\\{x\\}"],
])("the Markdown %j is LaTeX that never runs a command of its own", (words, latex) => {
  expect(renderAnalysisLatex(words)).toBe(latex);
});
