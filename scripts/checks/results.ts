import { appendFileSync, existsSync, readFileSync } from "node:fs";
import type { Level } from "#scripts/checks/test-files.ts";

/** One test as its runner reports it the moment it ends: a run that is stopped has reported what went before. */
export type TestResult = {
  level: Level;
  file: string;
  /** With the titles of the groups it stands in, as both runners search it; "" for what fails outside of tests. */
  title: string;
  outcome: "passed" | "failed" | "skipped";
  seconds: number;
  /** Processor time of all processes that work for it; null where it isn't measured. */
  processor: number | null;
};

export const appendResult = (file: string, result: TestResult): void =>
  appendFileSync(file, `${JSON.stringify(result)}\n`);

export function readResults(file: string): TestResult[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as TestResult);
}

/** How a shell takes a word as it is. */
const quote = (word: string) =>
  /^[\w./=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

export const nameOf = ({ file, title }: TestResult): string => (title ? `${file} › ${title}` : file);

/** What runs this test and no other. */
export const commandFor = ({ file, title }: TestResult): string =>
  ["npm test --", quote(file), ...(title ? ["-t", quote(title)] : [])].join(" ");
