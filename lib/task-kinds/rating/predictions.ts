import { z } from "zod";
import type {
  AnsweredCase,
  HeldPrediction,
  PredictionFiles,
  StoredPrediction,
} from "#lib/task-kinds/case-files.ts";

const number = z.number("This must be a number, without quotation marks.");
const keys = { rating: number.nullish(), score: number.nullish() };

/** What a judge gave: a point of the scale, or a measure’s own number, as the probability that a text follows from another. */
export type GivenRating = { rating?: number | null; score?: number | null; repaired?: boolean };

function hold(
  { rating, score, repaired = false }: GivenRating,
  failed: boolean,
  { optionNames }: AnsweredCase,
): HeldPrediction {
  const refuse = (column: string, problem: string, found: unknown) =>
    ({ ok: false, column, problem, found: String(found ?? "") }) as const;
  const keep = (choice: number | null, measured: number | null): HeldPrediction => ({
    ok: true,
    prediction: { failed, repaired: !failed && repaired, choice, probabilities: [], score: measured },
    normalised: false,
    differs: false,
  });
  if (failed) return keep(null, null);
  if (rating != null && score != null)
    return refuse(
      "score",
      "a judge gives a rating or a score: leave one of them out, or make two runs of them",
      score,
    );
  if (score != null) return keep(null, score);
  const point = rating == null ? -1 : optionNames.indexOf(String(rating));
  if (point < 0)
    return refuse("rating", `not a point of the case’s scale, which has ${optionNames.join(", ")}`, rating);
  return keep(point, null);
}

const write = ({ choice, score }: StoredPrediction) =>
  score == null ? { rating: (choice ?? 0) + 1 } : { score };

/** No rating is right or wrong, so there is nothing to score it by. */
export const ratingPredictions: PredictionFiles<GivenRating> = {
  keys,
  words: ["a rating", "a score"],
  csv: null,
  hold,
  score: ({ failed, choice }) => ({
    choice: failed ? null : choice,
    correct: null,
    rank: null,
    above: null,
    tied: null,
    confidence: null,
    squaredError: null,
    bin: null,
  }),
  write,
};
