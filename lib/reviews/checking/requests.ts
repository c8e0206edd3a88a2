import { z } from "zod";
import { comment } from "#lib/reviews/plan/schema.ts";
import { reviewInput } from "#lib/reviews/plan/requests.ts";

/** A lead's word in a dispute, as the form sends it. */
export const rulingInput = reviewInput.extend({
  checkId: z.uuid(),
  stands: z.enum(["yes", "no"]).transform((word) => word === "yes"),
  words: comment.refine((text) => text !== "", "empty"),
});
