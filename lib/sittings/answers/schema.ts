import { z } from "zod";
import { maxReason } from "#lib/sittings/limits.ts";
import { maxPositions, type ownSitting } from "#lib/sittings/schema.ts";
import type { Questions } from "#lib/studies/schema.ts";
import type { OwnValue } from "#lib/task-kinds/kind.ts";
import { kindNames, type KindName } from "#lib/task-kinds/registry.ts";
import { answerKindOf } from "#lib/task-kinds/answer-registry.ts";

const whole = z.int().min(0).max(2_147_483_647);

/** What the answers of every kind have. */
const commonParts = {
  confidence: z.number().min(0).max(1).nullable().default(null),
  /** What no database takes is gone; half a character becomes what a browser's form makes of it anyway. */
  reason: z
    .string()
    .max(maxReason)
    .transform((reason) => reason.replaceAll("\0", "").toWellFormed())
    .nullable()
    .default(null),
  knowsWork: z.boolean().nullable().default(null),
  isFlagged: z.boolean().default(false),
  /** "I can't read this", where the study offers it: in place of what the kind asks. */
  cannotRead: z.boolean().default(false),
  /** Whether the candidates' profiles stood unfolded; null where nobody tells. */
  unfolded: z.boolean().nullable().default(null),
  /** Times are told from the beginning of the case, so a later answer carries the earlier one's. */
  activeMs: whole.default(0),
  firstAnswerMs: whole.nullable().default(null),
  focusLosses: whole.default(0),
};
export type CommonAnswer = z.output<z.ZodObject<typeof commonParts>>;
/** An answer as the participant's screen knows it, or as it is stored: flat, with the parts of its kind. */
export type AnswerValue = CommonAnswer & OwnValue;

const schemas = kindNames.map((kind) => z.strictObject({ ...answerKindOf(kind).answer, ...commonParts }));
const ofKind = new Map(kindNames.map((kind, i) => [kind, schemas[i]]));

export const answerOf = (kind: KindName) => ofKind.get(kind) as z.ZodType<AnswerValue>;
/** An answer of whichever kind. */
export const answerValue = z.union(schemas) as z.ZodType<AnswerValue>;

/** What a study asks of a case: what the case's kind asks, and what stands beside. */
export type CaseQuestions = Questions & { kind: KindName };

/** An answer as a device sends it; of which sitting, its address says. */
export const sentAnswer = z.strictObject({
  position: z.int().min(1).max(maxPositions),
  /** Made where the answer was given, so that the same answer sent twice is stored once. */
  id: z.uuid(),
  revision: z.int().min(1).max(2_000_000_000),
  value: answerValue,
  /** A clock may be wrong by years; there is no year 0 to store. */
  clientAt: z.iso
    .datetime({ offset: true })
    .transform((at) => new Date(at))
    .refine((at) => at.getUTCFullYear() > 0),
  /** How long ago it was given, by the device's own clock, whatever that says. Earlier pages don't tell. */
  agoMs: z
    .number()
    .transform((ms) => Math.min(Math.max(ms, 0), maxAgoMs))
    .optional(),
  /** Upon which answer it was given: the id of one that was given on that device, or a stored one's revision. */
  follows: z.union([z.uuid(), z.int().min(1).max(2_000_000_000)]).optional(),
  /** Of an answer that was acknowledged before, given back to a server that no longer has it. */
  seal: z.string().max(200).optional(),
  /** Where one doesn't go back: what was given so far, before going on. It is kept, and is no answer. */
  isDraft: z.literal(true).optional(),
});
export type SavedAnswer = z.output<typeof ownSitting> & z.output<typeof sentAnswer>;
/** Longer than any study. */
const maxAgoMs = 10 * 365 * 24 * 3_600_000;

export type SaveProblem =
  /** Signed out, or deactivated, since they were proven. */
  | "not_signed_in"
  | "not_found"
  | "closed"
  | "submitted"
  | "withdrawn"
  | "not_served"
  | "invalid"
  /** One doesn't go back in this study, and has gone on from this case. */
  | "passed"
  /** The study's time limit is over for this person. */
  | "time_over"
  /** The place was given to somebody else, and none is left. */
  | "full"
  /** Given back to a server that can't tell that it acknowledged it, of this case. */
  | "unproven";
