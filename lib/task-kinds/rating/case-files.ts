import type { z } from "zod";
import { textOverlap, type TextOverlap } from "#lib/metrics/text/overlap.ts";
import type { CaseFiles } from "#lib/task-kinds/case-files.ts";
import { filesOfLines, readOwn } from "#lib/task-kinds/parts/files.ts";
import type { PartRole } from "#lib/task-kinds/parts/schema.ts";
import { openingOf, passageOf } from "#lib/task-kinds/parts/texts.ts";
import { ratingPredictions } from "#lib/task-kinds/rating/predictions.ts";
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

export const ratingFiles: CaseFiles<RatingContent, RatingContent> = {
  ...filesOfLines<RatingContent>("rating", {
    content: ratingContentSchema,
    shown: ({ parts, scale }) => [parts, scale],
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
