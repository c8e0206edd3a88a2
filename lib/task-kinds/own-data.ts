import type { AppConfig } from "next-intl";
import type { OwnValue } from "#lib/task-kinds/kind.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";

type KindData = Readonly<Record<string, unknown>>;
type Words = AppConfig["Messages"]["ownData"]["file"];
type Line = readonly [label: string, said: string];

/** A case and its answer as their participant takes them along: told for programs, and written of what was told. */
export interface KindOwnData<
  Content = unknown,
  Value extends OwnValue = OwnValue,
  OwnCaseData = KindData,
  OwnAnswerData = KindData,
> {
  /** As it was shown. */
  toOwnCase(content: Content, names: readonly string[]): OwnCaseData;
  /** With all else that the answer has. */
  toOwnAnswer(answer: Value & KindData, names: readonly string[], content: Content): OwnAnswerData & KindData;
  writeCase(told: OwnCaseData, words: Words): string[];
  /** What was decided, in a line. */
  writeDecision(told: OwnAnswerData, words: Words): string;
  /** What else of it is its kind's own. */
  writeBeside?(told: OwnAnswerData, words: Words): Line[];
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
export type OwnChoice = { chosen: number | null; chosenName: string | null };

export const optionsOwnData: Pick<
  KindOwnData<unknown, OptionValue, unknown, OwnChoice>,
  "toOwnAnswer" | "writeDecision"
> = {
  toOwnAnswer: ({ choice, ...rest }, names) => ({
    chosen: choice === null ? null : choice + 1,
    chosenName: choice === null ? null : (names[choice] ?? null),
    ...rest,
  }),
  writeDecision: ({ chosen, chosenName }, words) =>
    chosen === null ? words.nothing : `${chosen}. ${chosenName ?? ""}`,
};
