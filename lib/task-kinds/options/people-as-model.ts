import { voteOn } from "#lib/metrics/agreement/consensus.ts";
import type { ModelFile } from "#lib/task-kinds/exports.ts";

const numbered = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${name}${i + 1}`);

export const countPeople = (counts: Int32Array): number => counts.reduce((sum, count) => sum + count, 0);

/** In the columns of the published CSV files. */
export const optionsAsModel: Extract<ModelFile, { ending: "csv" }> = {
  ending: "csv",
  columns: (mostOptions) => [
    "prompt",
    "gt",
    ...numbered("option", mostOptions),
    "res",
    "response",
    "success",
    "cost",
    "tokens",
    ...numbered("prob", mostOptions),
  ],
  /** The first of the options that most people chose is their choice, as the reference code has it of models. */
  write(prompt, { optionNames, gold }, counts, mostOptions) {
    const answers = countPeople(counts);
    const vote = voteOn(counts, gold);
    const choice = vote.choice ?? vote.tied[0] ?? -1;
    const padded = (cells: readonly (string | number)[]) =>
      Array.from({ length: mostOptions }, (_, i) => cells[i] ?? null);
    const told = optionNames.map((name, i) => `${name} ${counts[i] ?? 0}`).join(", ");
    return [
      prompt,
      gold === null ? null : (optionNames[gold] ?? null),
      ...padded(optionNames),
      optionNames[choice] ?? null,
      `${answers} ${answers === 1 ? "answer" : "answers"}: ${told}`,
      Number(choice === gold),
      null,
      null,
      ...padded(Array.from(counts, (count) => count / answers)),
    ];
  },
};

/** Where no file of the reference code has such cases: shares of people, in the order of the options, as a judge's probabilities. */
export const optionsAsJudge: Extract<ModelFile, { ending: "jsonl" }> = {
  ending: "jsonl",
  method: "shares of people",
  answer(counts) {
    const people = countPeople(counts);
    return { probabilities: Array.from(counts, (count) => count / people) };
  },
};
