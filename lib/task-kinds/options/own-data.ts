import type { OptionValue } from "#lib/task-kinds/options/value.ts";
import { indented, type TakenKind } from "#lib/task-kinds/own-data.ts";

/** Options are counted from 1, in the order they were shown in. */
type ToldChoice = {
  chosen: number | null;
  chosenName: string | null;
  /** From 0 to 1, in the order of the options; empty where they weren't asked for. */
  probabilities: readonly number[];
};
type OfAnswers = "tellAnswer" | "writeDecision" | "writeParts";

export const takenOptions: Pick<TakenKind<unknown, OptionValue, unknown, ToldChoice>, OfAnswers> = {
  tellAnswer: ({ choice, ...rest }, names) => ({
    chosen: choice === null ? null : choice + 1,
    chosenName: choice === null ? null : (names[choice] ?? null),
    ...rest,
  }),
  writeDecision: ({ chosen, chosenName }, words) =>
    chosen === null ? words.nothing : `${chosen}. ${chosenName ?? ""}`,
  writeParts: ({ probabilities }, words) => [
    [words.probabilities, probabilities.map((share) => `${Math.round(share * 100)}%`).join(", ")],
  ],
};

export const writeOptions = (options: readonly { name: string; about: string | null }[]): string[] =>
  options.flatMap(({ name, about }, i) => [
    `    ${i + 1}. ${name}`,
    ...indented(about ?? "").map((line) => `    ${line}`),
  ]);
