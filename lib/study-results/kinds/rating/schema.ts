import { z } from "zod";
import {
  bounded,
  count,
  difference,
  figure,
  grouped,
  reason,
  share,
} from "#lib/study-results/figure-schemas.ts";

// What the document of results says of ratings, for programs: unrounded, and a reason in place of what isn't there.

const counted = z.object({ ratings: count, raters: count, cases: count, groups: count });

const judge = z.object({
  runId: z.int().nullable().describe("Null for a measure by the product itself"),
  model: z.string(),
  method: z.string(),
  version: z.string(),
  kind: z
    .enum(["rating", "score", "bleu4", "rougeL"])
    .describe(
      "Points of the scale, numbers of its own, or a measure of judged and reference text by the product itself",
    ),
  context: z.string().nullable().describe("What it had before it, by its parity record; null if not stated"),
  range: z.tuple([z.number(), z.number()]).describe("Where its numbers can lie"),
  byCase: z
    .object({ n: count, spearman: bounded, kendall: bounded })
    .describe("Against people’s mean ratings, over cases that both rated"),
  overOrigins: z.object({ n: count, rho: figure, tau: figure, reason }),
  kappa: bounded
    .extend({ pairs: count, cases: count })
    .nullable()
    .describe("Quadratic kappa against one person at a time; null for what doesn’t rate on the scale"),
  alternativeAnnotator: z
    .object({
      omega: share,
      rho: share,
      passes: z.boolean().nullable(),
      annotators: count,
      cases: count,
      reason,
    })
    .nullable()
    .describe(
      "By the negative root mean square error from the others; null for what doesn’t rate on the scale",
    ),
});

const origin = z.object({
  values: z.array(z.string().nullable()).describe("Of each attribute in “by”; null where a case lacks it"),
  n: counted,
  points: z.array(count).describe("How often each point was given, from 1 up"),
  isClaimable: z
    .boolean()
    .describe("Whether there are enough ratings, raters and cases for a mean to be told"),
  people: grouped.extend({ raters: count }),
  corrected: grouped.nullable().describe("Without the raters’ severity; its interval is over groups alone"),
  judges: z.array(grouped).describe("In the order of the judges, over the cases that people rated"),
});

export const ratedPart = z.object({
  track: z.string(),
  scale: z.string(),
  points: count,
  n: counted,
  people: grouped.extend({ raters: count }),
  judges: z.array(judge),
  origins: z.array(origin),
  raters: z.object({
    severity: z
      .array(z.object({ n: count, effect: figure, low: figure, high: figure }))
      .nullable()
      .describe("By how much each rates higher than the mean rater, the mildest first; under no number"),
    severityReason: reason,
    residual: figure,
    icc: z.object({
      icc21: figure,
      icc21Low: figure,
      icc21High: figure,
      icc2k: figure,
      icc2kLow: figure,
      icc2kHigh: figure,
      reason,
    }),
    kappa: bounded
      .extend({ pairs: count, cases: count })
      .describe("Quadratic, of one person against another"),
  }),
  comparisons: z
    .array(difference.extend({ first: count.describe("Place among the origins, from 0"), second: count }))
    .nullable()
    .describe("Holm’s adjustment is over all pairs of the track; null where there are too many origins"),
});

export const ratingResults = z
  .object({
    by: z.array(z.string()).describe("The attributes of cases that origins are told apart by"),
    overlap: z.object({ bleu4: z.string(), rougeL: z.string(), tokens: z.string() }).describe("Variants"),
    parts: z
      .array(ratedPart.nullable())
      .describe("Each track on each scale; null where the attributes make too many origins"),
  })
  .describe("Of studies of ratings: means by origin, judges against people, raters");
export type RatingResults = z.output<typeof ratingResults>;
export type RatedPart = z.output<typeof ratedPart>;
