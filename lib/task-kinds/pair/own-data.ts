import { takenOptions, writeOptions } from "#lib/task-kinds/options/own-data.ts";
import type { OptionValue } from "#lib/task-kinds/options/value.ts";
import { indented, type TakenKind } from "#lib/task-kinds/own-data.ts";
import { shownNames, type ShownPair } from "#lib/task-kinds/pair/schema.ts";
import { writeParts } from "#lib/task-kinds/parts/texts.ts";

type ToldCase = Pick<ShownPair, "context" | "question"> & { texts: ShownPair["sides"] };
type ToldPair = { better: "first" | "second" | "neither" | null; probabilities: readonly number[] };

const better = ["first", "second", "neither"] as const;

/** The texts are counted as this participant saw them. */
export const takenPairs: TakenKind<unknown, OptionValue, ToldCase, ToldPair> = {
  tellCase(shown) {
    const { context, question, sides } = shown as ShownPair;
    return { context, question, texts: sides };
  },
  tellAnswer: ({ choice, ...rest }) => ({ better: better[choice ?? -1] ?? null, ...rest }),
  writeCase: ({ context, question, texts }) => [
    ...(context.length === 0 ? [] : [...writeParts(context), ""]),
    ...Object.values(question).flatMap(indented),
    "",
    ...writeOptions(texts.map((name) => ({ name, about: null }))),
  ],
  writeDecision: (told, words) =>
    told.better === null ? words.nothing : (shownNames[better.indexOf(told.better)] ?? ""),
  writeParts: ({ probabilities }, words) =>
    takenOptions.writeParts({ chosen: null, chosenName: null, probabilities }, words),
};
