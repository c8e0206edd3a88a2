import type { z } from "zod";
import { textOverlap, type TextOverlap } from "#lib/metrics/text/overlap.ts";
import type { CaseFiles, WrittenCase } from "#lib/task-kinds/case-files.ts";
import type { PartRole } from "#lib/task-kinds/parts/schema.ts";
import { openingOf, passageOf } from "#lib/task-kinds/parts/texts.ts";
import { ratingPredictions } from "#lib/task-kinds/rating/predictions.ts";
import { ratedParts, ratingContentSchema, type RatingContent } from "#lib/task-kinds/rating/schema.ts";
import { defineScale, pointsOf, scaleInput } from "#lib/task-kinds/scale.ts";

const keys = { scale: scaleInput, content: ratedParts };
type Line = z.output<z.ZodObject<typeof keys>>;
type Files = CaseFiles<RatingContent, RatingContent>;

const line: Files["line"] = {
  keys,
  check: () => [],
  read: (read, bytes) => {
    const { scale, content } = read as Line;
    return {
      optionNames: pointsOf(scale),
      gold: null,
      prompt: null,
      original: Buffer.from(bytes),
      own: { parts: content.parts, scale },
    };
  },
};

const shown = ({ parts, scale }: RatingContent) => [parts, scale];

/** Of what is judged with its one reference; with several, nobody says which it is held against. */
function overlapOf({ parts }: RatingContent): TextOverlap | null {
  const textsOf = (wanted: PartRole) => parts.flatMap(({ role, text }) => (role === wanted ? [text] : []));
  const [[reference, ...others], [judged]] = [textsOf("reference"), textsOf("judged")];
  return reference === undefined || judged === undefined || others.length > 0
    ? null
    : textOverlap(reference, judged);
}

function write({ content }: WrittenCase) {
  const { parts, scale } = ratingContentSchema.parse(content);
  return { scale, content: { parts } };
}

export const ratingFiles: Files = {
  content: ratingContentSchema,
  standard: { column: "scale", define: defineScale },
  needsGold: false,
  line,
  csv: null,
  shown: ({ own }) => shown(own),
  versionParts: ({ own }) => [JSON.stringify(["rating", ...shown(own)])],
  understand: async ({ own }) => ({
    form: "text",
    content: own,
    answerLength: null,
    overlap: overlapOf(own),
    said: passageOf(own, "\n").toLowerCase(),
  }),
  asItStands: () => {
    throw new Error("a rating is always taken apart");
  },
  write,
  opening: openingOf,
  predictions: ratingPredictions,
};
