import { describe, expect, test } from "vitest";
import { db } from "#lib/db.ts";
import {
  caseColumns,
  caseRow,
  csv,
  makePrompt,
  optionNames,
  resultCsv,
  someCases,
} from "#lib/testing/benchmark-files.ts";
import { thorough } from "#lib/testing/thorough.ts";
import { useTrialBenchmark } from "#lib/testing/trial-benchmark.ts";

const cases = someCases(1);
const [one] = cases;
const trial = await useTrialBenchmark({ cases });
const nearlyMegabyte = (piece: string) => piece.repeat(Math.floor(900_000 / Buffer.byteLength(piece)));

describe("a field of nearly a megabyte is read, as answer and as prompt", () => {
  async function expectRead(piece: string) {
    const answered = makePrompt({ answered: nearlyMegabyte(piece) });
    const rows = [answered, `${nearlyMegabyte(piece)}x`].map((prompt) =>
      caseRow({ prompt, gt: optionNames[0] ?? "" }),
    );
    const report = await trial.importCases(csv([caseColumns, ...rows]), { mode: "check" });
    expect(report).toMatchObject({ problems: [], counts: { cases: 2 } });
  }

  test("turns", () => expectRead("[End]\n[Character2]\n[Begin]\n"));

  thorough.each([
    ["one letter", "a"],
    ["one Chinese character", "龘"],
    ["blanks", " "],
    ["line ends", "\n"],
    ["brackets that open", "["],
    ["round brackets that open", "("],
    ["headings", "# \n"],
    ["stars", "*"],
    ["begins", "[Begin]\n"],
  ])("%s", (_what, piece) => expectRead(piece));
});

test("the tokens of an answer without end are counted, piece by piece", async () => {
  const prompt = makePrompt({ answered: "a".repeat(800_000) });
  const { counts } = await trial.importCases(csv([caseColumns, caseRow({ prompt, gt: "The Pilot" })]));
  // Eight such letters are one token.
  expect(counts?.answerLength?.max).toBeGreaterThanOrEqual(100_000);
  expect(counts?.answerLength?.max).toBeLessThan(101_000);
});

describe("values that no column holds are placed, and nothing is stored", () => {
  const result = resultCsv([{ case: one!, probs: [1, 0, 0, 0] }]);
  test.each([
    ["tokens", result.replace('"12.0"', '"3000000000"'), "3000000000"],
    ["tokens", result.replace('"12.0"', '"1e400"'), "1e400"],
    ["cost", result.replace('"0.001"', '"1e400"'), "1e400"],
    ["prob1", resultCsv([{ case: one!, probs: ["1e400", 0, 0, 0] }]), "1e400"],
  ])("%s in a CSV of results", async (column, content, found) => {
    const report = await trial.importResults(content);
    expect(report).toMatchObject({ stored: false, problems: [{ line: 2, column, found }] });
    expect(await db.modelRun.count({ where: { benchmarkId: trial.id() } })).toBe(0);
  });

  test("tokens in JSON Lines", async () => {
    const line = { model: "m", case: "x", choice: "The Pilot", tokens: 3e9 };
    const report = await trial.importResults(JSON.stringify(line), { model: null });
    expect(report).toMatchObject({ stored: false, problems: [{ line: 1, column: "tokens" }] });
  });

  test.each([
    ["id", 201],
    ["source", 501],
  ])("%s in a CSV of cases, of %i characters", async (column, length) => {
    const content = (size: number) =>
      csv([
        [column, ...caseColumns],
        ["é".repeat(size), ...caseRow({ prompt: "Who?", gt: "The Pilot" })],
      ]);
    expect(await trial.importCases(content(length), { track: "B" })).toMatchObject({
      stored: false,
      problems: [{ line: 2, column, problem: expect.stringContaining("longer than") }],
    });
    expect(await trial.importCases(content(length - 1), { track: "B" })).toMatchObject({ stored: true });
  });

  const half = "\\ud83d";
  test.each([
    ["a prompt", `{"prompt":"Who ${half}?","options":["a","b"],"gold":"a"}`],
    ["an option", `{"prompt":"Who?","options":["${half}","b"],"gold":"b"}`],
    ["a key", `{"prompt":"Who?","options":["a","b"],"gold":"a","${half}":1}`],
    ["a turn", `{"content":{"text":"\\udc00 Who?"},"options":["a","b"],"gold":"a"}`],
  ])("half a character in %s", async (_where, line) => {
    const report = await trial.importCases(line);
    expect(report).toMatchObject({
      stored: false,
      problems: [{ line: 1, found: expect.stringMatching(/\\u\{D/) }],
    });
    expect(report.problems[0]?.problem).toMatch(/half a character/);
  });

  test("a whole character written as two escapes is one", async () => {
    const line = '{"prompt":"Who \\ud83d\\ude00?","options":["a","b"],"gold":"a"}';
    expect(await trial.importCases(line)).toMatchObject({ stored: true, problems: [] });
  });
});
