import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";

type Cell = string | number | null;

/** RFC 4180, every field in quotation marks. */
export const csv = (rows: readonly (readonly Cell[])[], lineEnd = "\n"): string =>
  rows
    .map((row) => row.map((cell) => `"${String(cell ?? "").replaceAll('"', '""')}"`).join(",") + lineEnd)
    .join("");

/** A prompt in the layout of the public release, with a little dialogue of our own. */
export function makePrompt({
  said = "The tide tables are wrong again, Ilse.",
  answered = "Then we wait for the second bell, as we always do on a night like this.",
  names = ["Ilse Brandt", "Captain Roe", "The Pilot", "Old Tamsin"],
  heading = "#",
} = {}): string {
  const profiles = names.map((name, index) => `${heading}# ${index + 1}. ${name}\n${profileOf(name)}`);
  return [
    "You are asked to tell who answers in a dialogue.",
    `${heading} Conversation`,
    "[Character1: Captain Roe]\n[Begin]",
    `[He doubts the almanac] (tapping the glass) ${said}`,
    "[End]\n[Character2]\n[Begin]",
    `[The harbour is safer] ${answered}`,
    "[End]",
    `${heading} Task\nEstimate the probability of each candidate; the sum is 1.`,
    `${heading} Character Candidates\n${profiles.join("\n\n")}`,
    `${heading} Response Format\nA JSON object of name and probability.`,
  ].join("\n\n");
}

export const profileOf = (name: string): string =>
  `${name} has kept the harbour's books, bells and boats for years.`;

export const optionNames = ["Ilse Brandt", "Captain Roe", "The Pilot", "Old Tamsin"];
export const caseColumns = ["prompt", "gt", "option1", "option2", "option3", "option4"];

export type CaseFields = { prompt: string; gt: string; names?: readonly string[] };

export const caseRow = ({ prompt, gt, names = optionNames }: CaseFields): Cell[] => [prompt, gt, ...names];
export const caseCsv = (cases: readonly CaseFields[]): string => csv([caseColumns, ...cases.map(caseRow)]);

export const someCases = (count: number): CaseFields[] =>
  Array.from({ length: count }, (_, index) => ({
    prompt: makePrompt({
      answered: `Answer ${index}: ${lines[index % lines.length]}`,
      said: `Question ${index}, then.`,
    }),
    gt: optionNames[index % optionNames.length] ?? "",
  }));

const lines = [
  "nobody asked the lamplighter, and he would have known.",
  "I carried the ledger home and read it twice before supper.",
  "your brother sold the oars, not I, whatever the clerk believes.",
  "it will rain by noon; bring the nets in and say nothing.",
  "the bell was cast in my grandmother’s time and has never lied.",
];

export type ResultFields = {
  case: CaseFields;
  probs: readonly (number | string)[];
  success?: string;
  res?: string;
  response?: string;
};

/** As the reference code writes it. */
export const resultCsv = (rows: readonly ResultFields[], options = 4, probabilities = 4) =>
  csv([
    [
      "prompt",
      "gt",
      ...Array.from({ length: options }, (_, i) => `option${i + 1}`),
      "res",
      "response",
      "success",
      "cost",
      "tokens",
      ...Array.from({ length: probabilities }, (_, i) => `prob${i + 1}`),
    ],
    ...rows.map(({ case: fields, probs, success = "1.0", res = "", response = "" }) => [
      fields.prompt,
      fields.gt,
      ...(fields.names ?? optionNames),
      res,
      response,
      success,
      "0.001",
      "12.0",
      ...Array.from({ length: probabilities }, (_, i) => probs[i] ?? ""),
    ]),
  ]);

/** A folder of files for one test file. With `size` a file is made that long, with zeros that take no room. */
export function useFiles() {
  const folder = mkdtempSync(path.join(tmpdir(), "benchside-files-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return (name: string, content: string | Buffer, size?: number) => {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    if (size !== undefined) truncateSync(file, size);
    return { path: file, name };
  };
}

export const quietly = { signal: new AbortController().signal, progress: () => undefined };
