import { z } from "zod";
import { fieldKey } from "#lib/plain-values.ts";
import { comment } from "#lib/reviews/plan/schema.ts";
import { itemNumber, itemPlace } from "#lib/reviews/queue/schema.ts";
import { round } from "#lib/reviews/deciding/schema.ts";

// What is said of items in forms. Each has fields that another step has a use for: they are passed over.

const counted = <T extends z.ZodType<number, number>>(type: T) => z.string().transform(Number).pipe(type);

/** "accept", or "reject" with the reason. */
const decision = z
  .string("missing")
  .regex(/^(accept|reject .+)$/, "missing")
  .transform((value) => (value === "accept" ? null : value.slice("reject ".length)))
  .pipe(fieldKey.nullable())
  .transform((reason) => ({ accepts: reason === null, reason }));

/** Which review, and as whom the page was drawn. */
const inReview = { slug: z.string(), by: counted(z.int()) };
const ofItem = { ...inReview, number: counted(itemNumber), round: counted(round), id: z.uuid() };
const ofDecision = { ...ofItem, place: counted(itemPlace), decisionId: z.uuid() };
export const decisionForm = z.object({ ...ofItem, decision, comment });
export const blindForm = z.object({ ...ofDecision, decision });
export const checkForm = z.object({
  ...ofDecision,
  verdict: z.enum(["right", "wrong"], "missing"),
  errorType: fieldKey.optional(),
  corrected: decision.optional(),
  comment,
});
export const auditForm = z.object({
  ...inReview,
  id: z.uuid(),
  checkId: z.uuid(),
  agrees: z.enum(["yes", "no"], "missing"),
  comment,
});
export const objectionForm = z.object({
  ...inReview,
  id: z.uuid(),
  checkId: z.uuid(),
  words: comment.refine((text) => text !== "", "empty"),
});
export const answerForm = z.object({
  ...inReview,
  id: z.uuid(),
  checkId: z.uuid(),
  stands: z.enum(["yes", "no"], "missing"),
  words: comment,
});
