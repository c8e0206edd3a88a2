import { z } from "zod";
import { withoutNul } from "#lib/auth/schema.ts";
import { maxBackgroundText } from "#lib/sittings/limits.ts";
import { studyLanguages } from "#lib/studies/schema.ts";

export const sittingStates = ["consented", "started", "submitted", "withdrawn"] as const;
export type SittingState = (typeof sittingStates)[number];

export const ownSitting = z.object({ sittingId: z.uuid() });
/** As many as the database counts. */
export const maxPositions = 32_767;

const within = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .pipe(z.int().min(least).max(most));
/** Which cases a device asks for: so many after a position. */
export const caseRange = z.object({
  after: within(0, maxPositions).default(0),
  count: within(1, 50).default(10),
  /** A page from before this asks for whole cases. */
  texts: z.literal("once").optional(),
});
export type CaseRange = z.output<typeof caseRange>;

/** When a device was last told what other devices did, as it was told then. */
export const stateSince = z.iso.datetime().transform((at) => new Date(at));

/** What one person says about themselves, by the keys of the study's background questions. */
export const backgroundAnswers = z.record(
  z.string().max(40),
  z.union([
    z.number(),
    z.string().trim().max(maxBackgroundText, "too_long").regex(withoutNul, "wrong_character"),
  ]),
);
export type BackgroundAnswers = z.output<typeof backgroundAnswers>;

const externalId = z.string().trim().min(1).max(200).regex(withoutNul);
export const prolificInput = z.object({ pid: externalId, study: externalId, session: externalId });
export const joinInput = z.object({
  code: z.string().min(1).max(100),
  language: z.enum(studyLanguages),
  prolific: prolificInput.optional(),
  /** Made with the consent form, so that the same form sent twice is one person. */
  form: z.uuid().optional(),
  /** The keys of the statements that were ticked. */
  ticks: z.array(z.string().max(40)).max(20).optional(),
});
export type JoinInput = z.output<typeof joinInput>;

/** The statements of a consent that were ticked. */
export const storedTicks = z.array(z.strictObject({ key: z.string(), at: z.iso.datetime() }));
export type StoredTick = z.output<typeof storedTicks>[number];

/** A try at the questions after the instructions: what was chosen, and which of it was wrong, by the questions' keys. */
export const comprehensionTry = z.strictObject({
  at: z.iso.datetime(),
  answers: z.record(z.string(), z.string()),
  wrong: z.array(z.string()),
});
export type ComprehensionTry = z.output<typeof comprehensionTry>;
export const storedTries = z.array(comprehensionTry);
export const maxTries = 2;
export const hasFailed = (tries: readonly ComprehensionTry[]): boolean =>
  tries.length >= maxTries && tries.at(-1)?.wrong.length !== 0;

export const sittingsPerPage = 50;

/** Sittings that results judge by what was answered, by their numbers. Whom an admin excludes isn't among them. */
export type SittingFlags = {
  /** Excluded by a rule of the plan. */
  leftOut: readonly number[];
  /** Excluded for nothing but having stopped: they stay among the unfinished. */
  incomplete: readonly number[];
  /** Somebody should look at them. */
  flagged: readonly number[];
};
export const noSittingFlags: SittingFlags = { leftOut: [], incomplete: [], flagged: [] };

/** More cells than this are told in a summary. */
export const maxListedCells = 60;

const number = z.coerce.number().pipe(z.int().min(1).max(2_147_483_647));
export const sittingInput = z.object({ studyId: z.uuid(), number });
export const exclusionInput = sittingInput.extend({
  reason: z.string().trim().min(1, "empty").max(500, "too_long").regex(withoutNul, "wrong_character"),
});
/** Withdrawing can't be undone: whom it is about is typed. */
export const withdrawalInput = sittingInput
  .extend({
    erase: z.literal("on").optional().transform(Boolean),
    confirmation: z.string().trim().toLowerCase(),
  })
  .refine((input) => input.confirmation === `participant ${input.number}`, {
    error: "confirmation",
    path: ["confirmation"],
  });
export const extensionInput = sittingInput.extend({
  minutes: z.coerce.number().pipe(z.int("whole").min(1, "too_small").max(1440, "too_large")),
});
