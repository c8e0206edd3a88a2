import type { AppConfig } from "next-intl";
import type { OwnValue } from "#lib/task-kinds/kind.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";

type Told = Readonly<Record<string, unknown>>;
type Words = AppConfig["Messages"]["ownData"]["file"];
type Line = readonly [label: string, said: string];

/** A case and its answer as their participant takes them along: told for programs, and written of what was told. */
export interface TakenKind<
  Content = unknown,
  Value extends OwnValue = OwnValue,
  ToldCase = Told,
  ToldAnswer = Told,
> {
  /** As it was shown. */
  tellCase(content: Content, names: readonly string[]): ToldCase;
  /** With all else that the answer has. */
  tellAnswer(answer: Value & Told, names: readonly string[], content: Content): ToldAnswer & Told;
  writeCase(told: ToldCase, words: Words): string[];
  /** What was decided, in a line. */
  writeDecision(told: ToldAnswer, words: Words): string;
  /** What else of it is its kind's own. */
  writeBeside?(told: ToldAnswer, words: Words): Line[];
}

/** Texts with a blank line between, then what one chooses from, numbered. */
export const writeReading = (
  texts: readonly string[],
  options: readonly { name: string; about?: string | null }[] = [],
  title: readonly string[] = [],
): string[] =>
  [
    ...texts.map(indented),
    ...(options.length === 0 ? [] : [title.concat(options.flatMap(writeOption))]),
  ].flatMap((lines, at) => (at === 0 ? lines : ["", ...lines]));

const writeOption = ({ name, about }: { name: string; about?: string | null }, at: number): string[] => [
  `    ${at + 1}. ${name}`,
  ...indented(about ?? "").map((line) => `    ${line}`),
];

export const indented = (text: string): string[] =>
  text === "" ? [] : text.split(/\r?\n/).map((line) => `    ${line}`);

/** Options are counted from 1, in the order they were shown in. */
export type ToldChoice = { chosen: number | null; chosenName: string | null };

export const takenOptions: Pick<
  TakenKind<unknown, OptionValue, unknown, ToldChoice>,
  "tellAnswer" | "writeDecision"
> = {
  tellAnswer: ({ choice, ...rest }, names) => ({
    chosen: choice === null ? null : choice + 1,
    chosenName: choice === null ? null : (names[choice] ?? null),
    ...rest,
  }),
  writeDecision: ({ chosen, chosenName }, words) =>
    chosen === null ? words.nothing : `${chosen}. ${chosenName ?? ""}`,
};
