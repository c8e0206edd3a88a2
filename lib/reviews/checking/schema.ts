import { z } from "zod";
import { fieldKey } from "#lib/plain-values.ts";
import { round, said, verdict } from "#lib/reviews/deciding/schema.ts";
import { comment } from "#lib/reviews/plan/schema.ts";
import { itemNumber, itemPlace, type ShownDecision } from "#lib/reviews/queue/schema.ts";

/** Of which item, as which reviewer, and about which decision of it. */
const ofDecision = { number: itemNumber, round, place: itemPlace, decisionId: z.uuid() };

/** What a reviewer says before being shown what the annotator said. */
export const sentBlind = z
  .strictObject({ ...ofDecision, ...verdict, ...said })
  .refine(({ accepts, reason }) => accepts === (reason === null), {
    path: ["reason"],
    message: "of_rejection",
  });
export type SentBlind = z.output<typeof sentBlind>;

/** Right; or wrong, of which type, and what would have been right. */
export const sentCheck = z
  .strictObject({
    ...ofDecision,
    isRight: z.boolean(),
    errorType: fieldKey.nullable(),
    correctedAccepts: z.boolean().nullable(),
    correctedReason: fieldKey.nullable(),
    comment,
    ...said,
  })
  .refine(
    ({ isRight, errorType, correctedAccepts, correctedReason }) =>
      isRight === (errorType === null) &&
      isRight === (correctedAccepts === null) &&
      (correctedAccepts === false) === (correctedReason !== null),
    { path: ["isRight"], message: "incomplete" },
  );
export type SentCheck = z.output<typeof sentCheck>;

export const sentAudit = z.strictObject({ checkId: z.uuid(), agrees: z.boolean(), comment, ...said });
export type SentAudit = z.output<typeof sentAudit>;

const words = comment;
export const sentObjection = z.strictObject({
  id: z.uuid(),
  checkId: z.uuid(),
  words: words.refine((text) => text !== "", "empty"),
});
export type SentObjection = z.output<typeof sentObjection>;
/** Of a reviewer, or of a lead: whether the check stands. */
export const sentAnswer = z.strictObject({ id: z.uuid(), checkId: z.uuid(), stands: z.boolean(), words });
export type SentAnswer = z.output<typeof sentAnswer>;
/** A lead's word in a dispute, as the form sends it. */
export const ruling = z.object({
  checkId: z.uuid(),
  stands: z.enum(["yes", "no"]).transform((word) => word === "yes"),
  words: words.refine((text) => text !== "", "empty"),
});

type CheckRefusal = "not_your_part" | "not_found" | "paused" | "closed" | "invalid";
export type CheckProblem =
  | CheckRefusal
  /** The batch was returned since. */
  | "returned"
  /** It is the reviewer's own decision, drawn or not. */
  | "own"
  /** The annotator changed the decision since: it is read anew. */
  | "changed"
  /** The reviewer's time was over, and somebody else checked it meanwhile. */
  | "checked_by_other"
  /** The reviewer's time was over, and it is somebody else's now, who may still give it back. */
  | "given_to_other"
  /** What a reviewer thinks is said first. */
  | "blind_first";
export type AuditProblem = CheckRefusal | "own" | "audited_by_other";
export type DisputeProblem =
  | CheckRefusal
  | "returned"
  | "accepted"
  /** The check says that the decision is right. */
  | "is_right"
  /** This step has been taken, or the dispute is over. */
  | "done"
  | "no_objection"
  /** The reviewer, who still has a part, hasn't answered yet. */
  | "not_answered"
  /** Whoever rules is neither of the two. */
  | "own";

/** What the reviewer said, the first time, and what the annotator had said. */
export type BlindSaved = { blind: Omit<ShownDecision, "comment">; decision: ShownDecision };
export type CheckSaved = { savedAt: string };
