import type { OptionValue } from "#lib/task-kinds/options/value.ts";
import { takenOptions } from "#lib/task-kinds/options/own-data.ts";
import type { TakenKind } from "#lib/task-kinds/own-data.ts";
import { writeParts } from "#lib/task-kinds/parts/texts.ts";
import type { ShownRating } from "#lib/task-kinds/rating/schema.ts";

type ToldCase = { parts: ShownRating["parts"]; scale: ShownRating["scale"] };
type ToldRating = { rating: number | null; probabilities: readonly number[] };

export const takenRatings: TakenKind<ShownRating, OptionValue, ToldCase, ToldRating> = {
  tellCase: ({ parts, scale }) => ({ parts, scale }),
  tellAnswer: ({ choice, ...rest }) => ({ rating: choice === null ? null : choice + 1, ...rest }),
  writeCase: ({ parts }) => writeParts(parts),
  writeDecision: ({ rating }, words) => (rating === null ? words.nothing : String(rating)),
  writeParts: ({ probabilities }, words) =>
    takenOptions.writeParts({ chosen: null, chosenName: null, probabilities }, words),
};
