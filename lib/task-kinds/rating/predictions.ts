import { z } from "zod";
import type { PredictionFiles } from "#lib/task-kinds/case-files.ts";
import { keep, refuse, scoreNothing } from "#lib/task-kinds/options/predictions.ts";

const number = z.number("This must be a number, without quotation marks.");

/** What a judge gave: a point of the scale, or a measure’s own number, as the probability that a text follows from another. */
export type GivenRating = { rating?: number | null; score?: number | null; repaired?: boolean };

/** No rating is right or wrong, so there is nothing to score it by. */
export const ratingPredictions: PredictionFiles<GivenRating> = {
  keys: { rating: number.nullish(), score: number.nullish() },
  words: ["a rating", "a score"],
  csv: null,
  hold({ rating, score = null, repaired = false }, failed, { optionNames }) {
    if (failed) return keep({ failed, choice: null, score: null });
    if (rating != null && score !== null)
      return refuse(
        "score",
        "a judge gives a rating or a score: leave one of them out, or make two runs of them",
        score,
      );
    if (score !== null) return keep({ failed, repaired, choice: null, score });
    const point = rating == null ? -1 : optionNames.indexOf(String(rating));
    return point < 0
      ? refuse("rating", `not a point of the case’s scale, which has ${optionNames.join(", ")}`, rating)
      : keep({ failed, repaired, choice: point, score: null });
  },
  score: scoreNothing,
  write: ({ choice, score }) => (score == null ? { rating: (choice ?? 0) + 1 } : { score }),
};
