import { z } from "zod";
import { noiseOfShare, type MeanInput, type ShareInput } from "#lib/metrics/power/judged.ts";

const within = (least: number, most: number) => z.number().min(least, "too_small").max(most, "too_large");

/** Of ratings, in points of the scale. */
export const meanAssumedSchema = z.strictObject({
  caseSd: within(0, 100),
  raterSd: within(0, 100),
  noiseSd: within(0, 100),
  alpha: within(0, 1),
});

/** Of how often an answer is given; what single answers vary by follows from it, and can't be less than nothing. */
export const shareAssumedSchema = z
  .strictObject({
    share: within(0.01, 0.99),
    caseSd: within(0, 0.5),
    raterSd: within(0, 0.5),
    alpha: within(0, 1),
  })
  .refine((assumed) => noiseOfShare(assumed) >= 0, { path: ["caseSd"], error: "more_than_a_share_varies" });

/** What is assumed while a plan says nothing else: nobody knows it, and the step says so. */
export const usualMean: MeanInput = { caseSd: 0.8, raterSd: 0.3, noiseSd: 0.7, alpha: 0.5 };
export const usualShare: ShareInput = { share: 0.5, caseSd: 0.25, raterSd: 0.1, alpha: 0.3 };
