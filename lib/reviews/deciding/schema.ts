import { z } from "zod";
import { fieldKey } from "#lib/plain-values.ts";
import { comment } from "#lib/reviews/plan/schema.ts";
import { itemNumber } from "#lib/reviews/queue/schema.ts";

/** What every statement of a device has: made where it was said, so that the same sent twice is stored once. */
export const said = {
  id: z.uuid(),
  /** A clock may be wrong by years; there is no year 0 to store. */
  clientAt: z.iso
    .datetime({ offset: true })
    .transform((at) => new Date(at))
    .refine((at) => at.getUTCFullYear() > 0),
  /** How long ago it was said, by the device's own clock, whatever that says. */
  agoMs: z
    .number()
    .transform((ms) => Math.min(Math.max(ms, 0), maxAgoMs))
    .default(0),
};
/** Longer than any review. */
const maxAgoMs = 10 * 365 * 24 * 3_600_000;

export const round = z.int().min(1).max(32_000);
const isWhole = ({ accepts, reason }: { accepts: boolean; reason: string | null }) =>
  accepts === (reason === null);

/** Accepted, or rejected for one of the reasons of the settings. */
export const verdict = { accepts: z.boolean(), reason: fieldKey.nullable() };

export const sentDecision = z
  .strictObject({ number: itemNumber, round, ...verdict, comment, ...said })
  .refine(isWhole, { path: ["reason"], message: "of_rejection" });
export type SentDecision = z.output<typeof sentDecision>;

/** Why it isn't stored. What the device keeps of it, it keeps to look at. */
export type DecideProblem =
  | "not_your_part"
  /** No part in the review any more, or no such item, or one that was never given to this annotator. */
  | "not_found"
  | "paused"
  | "closed"
  | "invalid"
  /** The batch was returned since: the item is decided anew. */
  | "returned"
  /** The batch was accepted since. */
  | "accepted"
  /** Its time was over, and somebody else decided meanwhile. */
  | "decided_by_other"
  /** Its time was over, and it is somebody else's now, who may still give it back. */
  | "given_to_other"
  /** A change: the decision was drawn for a check. */
  | "taken_up";

export type SavedDecision = { revision: number; savedAt: string };
