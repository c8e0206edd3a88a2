import { describeProblem } from "#lib/files/file-problems.ts";
import type { CsvRow } from "#lib/files/csv/scanner.ts";
import { placeInRow } from "#lib/files/import-problems.ts";
import { readNumber } from "#lib/task-kinds/options/probabilities.ts";
import { mostTokens } from "#lib/task-kinds/whole-number.ts";
import type { CsvFormat, CsvResult, RowProblem } from "#lib/task-kinds/case-files.ts";
import type { GivenOptions } from "#lib/task-kinds/options/predictions.ts";

const numbered = (kind: string) => new RegExp(`^${kind}([1-9]\\d?)$`);
const byNumber = (kind: string) => (a: string, b: string) =>
  Number(a.slice(kind.length)) - Number(b.slice(kind.length));
const pick = (columns: readonly string[], kind: string) =>
  columns.filter((column) => numbered(kind).test(column)).sort(byNumber(kind));

/** Which columns of a result file are read. Without probabilities the stated choice is all there is. */
export const csvResults: CsvFormat<CsvResult> = (columns) => {
  const probabilities = pick(columns, "prob");
  const options = pick(columns, "option");
  const others = ["gt", "res", "response", "success", "cost", "tokens", "fake"].filter((column) =>
    columns.includes(column),
  );
  const missing = [
    ...(columns.includes("prompt") ? [] : ["prompt"]),
    ...(probabilities.length > 0 || columns.includes("res") ? [] : ["prob1"]),
  ];
  const wanted = ["prompt", ...others, ...probabilities, ...options];
  return { missing, wanted, read: (row) => readCsvResult(row, { probabilities, options }) };
};

function readCsvResult(
  row: CsvRow,
  columns: { probabilities: readonly string[]; options: readonly string[] },
): ReturnType<ReturnType<typeof csvResults>["read"]> {
  const problems: RowProblem[] = row.problems.map((one) =>
    placeInRow(row.line, { ...one, problem: describeProblem(one.problem, one.found) }),
  );
  if (problems.length > 0) return { row: null, problems };

  const textOf = (column: string) => row.bytes(column).toString("utf8");
  const say = (column: string, problem: string) =>
    problems.push(placeInRow(row.line, { line: row.lineOf(column), column, problem, found: textOf(column) }));
  const numberOf = (column: string): number | null => {
    const read = readNumber(textOf(column));
    if ("value" in read) return read.value;
    say(column, read.problem);
    return null;
  };
  const success = numberOf("success");
  if (success !== null && ![1, 0, -1].includes(success)) {
    say("success", "success must be 1 (right), 0 (wrong), -1 (the call failed) or empty");
  }
  const given = columns.probabilities.map(numberOf);
  const cost = numberOf("cost");
  const tokens = numberOf("tokens");
  if (Math.abs(tokens ?? 0) > mostTokens) say("tokens", "too large to be a number of tokens");
  for (const [column, value] of Object.entries({ cost, tokens })) {
    if (value !== null && value < 0) say(column, `${column} can’t be negative: leave it empty if unknown`);
  }
  if (problems.length > 0) return { row: null, problems };

  const stated = textOf("res") || null;
  const hasProbabilities = given.some((value) => value !== null);
  const onlyChoice = columns.probabilities.length === 0;
  const response = row.bytes("response");
  const failed = success === -1 || (onlyChoice ? stated === null : !hasProbabilities);
  const answer: GivenOptions = { probabilities: hasProbabilities ? given : null, choice: stated };
  return {
    row: {
      prompt: row.bytes("prompt"),
      gold: textOf("gt") || null,
      options: columns.options.length > 0 ? columns.options.map(textOf).filter((name) => name !== "") : null,
      failed,
      isFake: /^(?:1|true)$/i.test(textOf("fake")),
      answer,
      response: response.length > 0 ? response : null,
      cost,
      tokens: tokens === null ? null : Math.round(tokens),
    },
    problems: null,
  };
}
