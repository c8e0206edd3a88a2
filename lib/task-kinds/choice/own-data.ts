import type { ChoiceContent } from "#lib/task-kinds/choice/schema.ts";
import { takenOptions, writeOptions } from "#lib/task-kinds/options/own-data.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";
import { indented, type TakenKind } from "#lib/task-kinds/own-data.ts";
import { writePassage, type Passage } from "#lib/task-kinds/passage.ts";

type ToldCase = { passage: Passage; candidates: readonly { name: string; profile: string | null }[] };

export const takenChoice: TakenKind<
  ChoiceContent,
  OptionValue,
  ToldCase,
  Parameters<typeof takenOptions.writeDecision>[0]
> = {
  ...takenOptions,
  tellCase: ({ profiles, ...passage }, names) => ({
    passage,
    candidates: names.map((name, i) => ({ name, profile: profiles[i] ?? null })),
  }),
  writeCase: ({ passage, candidates }, words) => [
    ...writePassage(passage).flatMap(indented),
    "",
    `${words.candidates}:`,
    ...writeOptions(candidates.map(({ name, profile }) => ({ name, about: profile }))),
  ],
};
