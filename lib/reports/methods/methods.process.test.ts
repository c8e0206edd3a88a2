import { describe, expect, test } from "vitest";
import { paperWidths } from "#lib/figures/look.ts";
import { renderSvg } from "#lib/figures/svg.ts";
import { renderTexts, renderReadme } from "#lib/reports/files.ts";
import { renderMethodsText } from "#lib/reports/methods/methods.ts";
import { imagineReport } from "#lib/reports/testing/reports.ts";
import { makePaperRows } from "#lib/study-results/testing/paper-rows.ts";
import { makeRandomRows, type RandomRowsOptions } from "#lib/study-results/testing/random-rows.ts";

const plain: RandomRowsOptions = { people: 12, cases: 30, runs: 3, seed: 6, missing: 0 };
const full: RandomRowsOptions = {
  ...plain,
  controls: 0.2,
  attention: 0.1,
  excluded: 0.1,
  known: 0.1,
  cohorts: ["PhD_1", "Children & co"],
  parts: {
    frame: {
      options: { least: 2, most: 4 },
      answerLength: { least: 5, most: null },
      reference: { model: "gpt_4#o", method: "zero-shot", version: "2025-08", threshold: 0.9 },
    },
    sample: {
      quota: { Literary: 20, Drama: 5 },
      controls: { Literary: 5 },
      attention: { count: 2, cases: [{ track: "Literary", key: "case-1" }] },
      practice: { count: 1, cases: [] },
      mostFromOneSource: 2,
    },
    assignment: { design: "blocks", ratersPerCase: 4, optionOrder: "fixed" },
    questions: {
      confidence: { ask: "required", form: "options" },
      reason: "optional",
      knowsWork: "required",
      timeLimitMinutes: 90,
      mayGoBack: false,
      showScore: true,
    },
    rules: { failedChecks: 1, haste: { seconds: 4, share: 0.5 }, incomplete: true },
  },
};

const exported = { answers: "", codebook: "" };

const rowsOfEverything = makeRandomRows(full);

describe("the methods", () => {
  test("tell everything that was planned, and what came of it", async () => {
    const { methods } = await imagineReport(rowsOfEverything);
    const told = renderMethodsText(methods);
    for (const part of [
      "answered it incorrectly with a top probability of at least 0.9",
      "gpt_4#o (zero-shot, 2025-08)",
      "Only cases with 2 to 4 options were eligible.",
      "Only cases with 5 or more tokens in the turn to be attributed were eligible.",
      "attention checks (2) and practice cases (1), which enter no analysis",
      "At most 2 of a participant’s cases came from the same known source",
      "in the order of the SHA-256 hash of seed (6)",
      "Chosen by the researchers and named in the plan: 1 of these.",
      "The cases were divided into blocks of 30, each for 4 participants.",
      "Cases were presented in an order drawn for each participant, options in the benchmark’s order.",
      "for a probability for each option (required), for a reason (optional) and whether they knew the work (required)",
      "They could not return to earlier cases. Their time was limited to 90 minutes. At the end, they saw",
      "over 1 failed attention check, over 50% of cases in under 4 s of active time and study not finished",
      "10,000 resamples, seed 6",
      "People are compared with models (n = 2)",
      "By cohort, these were ",
      "model-01 (zero-shot) (selecting model)",
    ])
      expect(told).toContain(part);
  });

  test("say of a plain study no more than there was", async () => {
    const { methods } = await imagineReport(makeRandomRows({ ...plain, isSelected: false }));
    const told = renderMethodsText(methods);
    expect(told).toContain("All cases of these tracks were eligible.");
    expect(told).toContain("For each case, participants gave an answer only.");
    expect(told).not.toMatch(/control case|attention check|By cohort|selecting|known source/);
  });
});

const nobody = { ...plain, people: 0 };
const studies: [string, () => ReturnType<typeof makePaperRows>][] = [
  ["everything", () => rowsOfEverything],
  ["one person alone", () => makeRandomRows({ ...plain, people: 1 })],
  ["nobody", () => makeRandomRows(nobody)],
  ["no model", makePaperRows],
];

test.each(studies)("a report on %s has no hole in any of its texts", async (_, make) => {
  const report = await imagineReport(make());
  const texts = [
    ...renderTexts(report, exported).map(({ name, content }) => [name, content.toString("utf8")] as const),
    ["README.txt", renderReadme(report, [])] as const,
    ...report.figures.flatMap(({ figure, name, caption }) =>
      Object.values(paperWidths).map(
        (widthMm) => [`${name}-${widthMm}mm.svg`, renderSvg(figure, { widthMm, name: caption })] as const,
      ),
    ),
  ];
  for (const [name, text] of texts) {
    expect([name, /NaN|undefined|Infinity|\[object|reports\.[a-z]/.exec(text)?.[0]]).toEqual([
      name,
      undefined,
    ]);
    // Nothing comments out the rest of its line.
    const lines = name.endsWith(".tex") ? text.split("\n").filter((line) => !line.startsWith("%")) : [];
    expect(lines.filter((line) => /(?<!\\)[#%]/.test(line))).toEqual([]);
  }
});
