import { readFileSync } from "node:fs";
import { checkCases, listCases, type OracleFailure } from "#lib/metrics/oracle/oracle.ts";
import { printLines, printProblems } from "#scripts/cli/outcome.ts";

const usage = [
  "Usage: npm run oracle -- FILE",
  "Checks the metrics against a file of cases (such as lib/metrics/oracle/reference/metrics.json and two-way.json).",
  "Exit codes: 0 all passed, 1 some failed, 2 wrong usage or unusable file.",
];

export function runOracle(args: readonly string[]): number {
  const [file, ...more] = args;
  if (file === "--help" || file === "-h") {
    printLines(usage);
    return 0;
  }
  if (file === undefined || more.length > 0 || file.startsWith("-")) {
    printProblems(usage);
    return 2;
  }
  const read = readCases(file);
  if ("problem" in read) {
    printProblems([`${file}: ${read.problem}`]);
    return 2;
  }
  const { passed, failures } = checkCases(read.cases);
  for (const found of failures) for (const failure of found) printLines([formatFailure(failure)]);
  printLines([`${passed} passed, ${failures.length} failed`]);
  return failures.length > 0 ? 1 : 0;
}

function readCases(file: string): { cases: readonly unknown[] } | { problem: string } {
  let text: string;
  try {
    text = readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    return { problem: `can't be read (${(error as NodeJS.ErrnoException).code ?? error})` };
  }
  try {
    const cases = listCases(JSON.parse(text));
    return cases ? { cases } : { problem: 'has no list of "cases"' };
  } catch (error) {
    return { problem: `is not JSON (${error instanceof Error ? error.message : error})` };
  }
}

function formatFailure({ name, key, expected, got, message }: OracleFailure): string {
  if (message !== undefined) return `FAILED ${name}: ${message}`;
  return `FAILED ${name}: ${key}: expected ${show(expected)}, got ${show(got)}`;
}

function show(value: unknown): string {
  // JSON would print NaN as null, the one thing it must not be taken for.
  if (typeof value === "number") return String(value);
  return JSON.stringify(value) ?? "nothing of that name";
}
