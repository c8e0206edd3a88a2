import { z } from "zod";
import { textOverlap, type TextOverlap } from "#lib/metrics/text/overlap.ts";
import type { CaseFiles, PredictionFiles } from "#lib/task-kinds/case-files.ts";
import { keep, refuse } from "#lib/task-kinds/options/predictions.ts";
import { filesOfLines, readOwn } from "#lib/task-kinds/parts/files.ts";
import type { PartRole } from "#lib/task-kinds/parts/schema.ts";
import { openingOf, passageOf } from "#lib/task-kinds/parts/texts.ts";
import { ratedParts, ratingContentSchema, type RatingContent } from "#lib/task-kinds/rating/schema.ts";
import { defineScale, pointsOf, scaleInput } from "#lib/task-kinds/scale.ts";

const keys = { scale: scaleInput, content: ratedParts };
type Line = z.output<z.ZodObject<typeof keys>>;

/** Of what is judged with its one reference; with several, nobody says which it is held against. */
function overlapOf({ parts }: RatingContent): TextOverlap | null {
  const textsOf = (wanted: PartRole) => parts.flatMap(({ role, text }) => (role === wanted ? [text] : []));
  const [[reference, ...others], [judged]] = [textsOf("reference"), textsOf("judged")];
  return reference === undefined || judged === undefined || others.length > 0
    ? null
    : textOverlap(reference, judged);
}

const number = z.number("This must be a number, without quotation marks.");

/** What a judge gave: a point of the scale, or a measure’s own number, as the probability that a text follows from another. */
export type GivenRating = { rating?: number | null; score?: number | null; repaired?: boolean };

/** No rating is right or wrong, so there is nothing to score it by. */
export const ratingPredictions: PredictionFiles<GivenRating> = {
  keys: { rating: number.nullish(), score: number.nullish() },
  words: ["a rating", "a score"],
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
  write: ({ choice, score }) => (score == null ? { rating: (choice ?? 0) + 1 } : { score }),
};

export const ratingFiles: CaseFiles<RatingContent, RatingContent> = {
  ...filesOfLines<RatingContent>("rating", {
    content: ratingContentSchema,
    shown: ({ own: { parts, scale } }) => [parts, scale],
    version: ({ own: { parts, scale } }) => [parts, scale],
    said: (own) => passageOf(own, "\n"),
    overlap: overlapOf,
  }),
  standard: { column: "scale", define: defineScale },
  line: {
    keys,
    check: () => [],
    read: (read, bytes) => {
      const { scale, content } = read as Line;
      return readOwn(bytes, {
        optionNames: pointsOf(scale),
        gold: null,
        own: { parts: content.parts, scale },
      });
    },
  },
  write({ content }) {
    const { parts, scale } = ratingContentSchema.parse(content);
    return { scale, content: { parts } };
  },
  opening: openingOf,
  predictions: ratingPredictions,
};
