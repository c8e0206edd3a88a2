import type { OptionValue } from "#lib/task-kinds/options/value.ts";
import type { TakenKind } from "#lib/task-kinds/own-data.ts";

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
