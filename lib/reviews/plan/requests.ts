import { z } from "zod";
import { withoutNul, writtenText } from "#lib/auth/schema.ts";
import { jsonField } from "#lib/auth/request/json-field.ts";
import { line } from "#lib/plain-values.ts";
import { newReview, partsInput } from "#lib/reviews/plan/schema.ts";

// What the forms of a plan and of its people send.

const slug = z.string().min(1).max(200).regex(withoutNul);
const revision = z.coerce.number().pipe(z.int().min(0).max(2_147_483_647));
const noneOr = z.union([z.literal("").transform(() => null), slug]).default(null);

export const reviewMaking = newReview.extend({ benchmark: noneOr, study: noneOr });
export const reviewInput = z.object({ slug });
/** `value` is looked at by the mutation, which says what is wrong by its path: "coverage.bands.1.from". */
export const settingsSave = z.object({ slug, revision, value: jsonField(z.unknown()) });
export const sourceChoice = z.object({ slug, revision, benchmark: noneOr, study: noneOr });
export const reviewOpening = z.object({ slug, revision });
/** What can't be undone: the title is typed. */
export const reviewConfirmation = z.object({ slug, confirmation: writtenText(200) });
export const reviewClosing = reviewConfirmation.extend({ discard: writtenText(20).optional() });

/** "annotator,reviewer" */
const parts = z
  .string()
  .max(200)
  .transform((text) => text.split(",").filter((part) => part !== ""))
  .pipe(partsInput);

const userId = z.uuid();
export const memberAdding = z.object({ slug, handle: line(120), parts });
export const memberMaking = z.object({ slug, name: line(120), parts });
export const partsChange = z.object({ slug, userId, parts });
export const memberInput = z.object({ slug, userId });
