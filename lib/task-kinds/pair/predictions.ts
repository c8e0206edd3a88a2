import { z } from "zod";
import type { HeldPrediction, PredictionFiles, StoredPrediction } from "#lib/task-kinds/case-files.ts";
import { keep, optionPredictions, refuse } from "#lib/task-kinds/options/predictions.ts";

/** What files call the answers to a pair, by the order of its texts in the file. */
export const sideNames = ["first", "second", "tie"] as const;

const keys = { choice: z.string("This must be text.").nullish() };
export type GivenSide = { choice?: string | null; repaired?: boolean };

function hold({ choice, repaired = false }: GivenSide, failed: boolean): HeldPrediction {
  const side = failed ? null : sideNames.findIndex((name) => name === choice);
  return side !== null && side < 0
    ? refuse(
        "choice",
        `a judge of a pair says ${sideNames.join(", ")}, by the order of the two texts in the file of cases`,
        choice,
      )
    : keep({ failed, repaired, choice: side });
}

const write = ({ choice }: StoredPrediction) => ({ choice: sideNames[choice ?? -1] });

/** A judge says which text is better, and nothing of how sure it is. */
export const pairPredictions: PredictionFiles<GivenSide> = {
  keys,
  words: ["a choice"],
  csv: null,
  hold,
  score: optionPredictions.score,
  write,
};
