// Small files in the layouts that users have, written by the tests themselves.

type Cell = string | number;
export type CaseRow = { said: string; answered: string; gold?: string; options?: readonly string[] };

export const options = ["Ilse Brandt", "Captain Roe", "The Pilot", "Old Tamsin"] as const;

export const csv = (rows: readonly (readonly Cell[])[]): string =>
  rows.map((row) => `${row.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(",")}\n`).join("");

export function promptOf({ said, answered, options: names = options }: CaseRow): string {
  return [
    "You are asked who answers.",
    "# Conversation",
    "[Character1: Captain Roe]\n[Begin]",
    `[He doubts it] (tapping the glass) ${said}`,
    "[End]\n[Character2]\n[Begin]",
    `[Not again] ${answered}`,
    "[End]",
    "# Task\nEstimate the probability of each candidate; the sum is 1.",
    `# Character Candidates\n${names.map((name, n) => `## ${n + 1}. ${name}\n${name} lives by the harbour.`).join("\n\n")}`,
    "# Response Format\nA JSON object.",
  ].join("\n\n");
}

const header = ["prompt", "gt", "option1", "option2", "option3", "option4"];

export const casesCsv = (rows: readonly CaseRow[]): string =>
  csv([
    header,
    ...rows.map((row) => {
      const names = row.options ?? options;
      return [promptOf(row), row.gold ?? names[0] ?? "", ...names];
    }),
  ]);

export const someRows = (count: number, about = "tide"): CaseRow[] =>
  Array.from({ length: count }, (_, n) => ({
    said: `Question ${n} about the ${about}.`,
    answered: `Answer ${n}: the ${about} has never waited for anybody, and it will not wait for you.`,
  }));

export type ResultRow = CaseRow & { probabilities: readonly number[]; success?: number };

export const resultsCsv = (rows: readonly ResultRow[]): string =>
  csv([
    [...header, "res", "response", "success", "cost", "tokens", "prob1", "prob2", "prob3", "prob4"],
    ...rows.map((row) => {
      const { probabilities, success = 1 } = row;
      const best = probabilities.indexOf(Math.max(...probabilities));
      const answer =
        success === -1 ? ["", "", -1, "", ""] : [options[best] ?? "", "I say so.", success, 0, 9];
      return [
        promptOf(row),
        row.gold ?? options[0],
        ...options,
        ...answer,
        ...(success === -1 ? ["", "", "", ""] : probabilities),
      ];
    }),
  ]);

export const fileOf = (name: string, content: string | Buffer) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(content),
});
