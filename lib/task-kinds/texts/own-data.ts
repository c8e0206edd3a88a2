import { takenOptions, writeOptions } from "#lib/task-kinds/options/own-data.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";
import { indented, type TakenKind } from "#lib/task-kinds/own-data.ts";
import { listSaid } from "#lib/task-kinds/texts/case-files.ts";
import type { ShownTexts } from "#lib/task-kinds/texts/schema.ts";

type ToldCase = { passage: ShownTexts["before"]; question: string; options: readonly string[] };

export const takenTexts: TakenKind<
  ShownTexts,
  OptionValue,
  ToldCase,
  Parameters<typeof takenOptions.writeDecision>[0]
> = {
  ...takenOptions,
  tellCase: ({ question, before }, names) => ({ passage: before, question, options: names }),
  writeCase: ({ passage, question, options }) => [
    ...(passage === null ? [] : [...listSaid(passage).flatMap(indented), ""]),
    ...indented(question),
    "",
    ...writeOptions(options.map((name) => ({ name, about: null }))),
  ],
};
