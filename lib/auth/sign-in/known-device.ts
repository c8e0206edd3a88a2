import { z } from "zod";

const time = z.int().min(0);

/** Everything that a started sitting was made of, should the server lose it. */
const started = z.object({
  studyId: z.uuid(),
  userId: z.uuid(),
  handle: z.string(),
  invitationId: z.uuid().nullable(),
  number: z.int(),
  seed: z.string().regex(/^-?\d+$/),
  arm: z.int().nullable(),
  cell: z.int(),
  language: z.string(),
  consentTextId: z.uuid(),
  externalId: z.string().nullable(),
  cohort: z.string().nullable(),
  isSimulated: z.boolean(),
  consentedAt: time,
  startedAt: time,
});
export type StartedSitting = z.output<typeof started>;

const begun = z.object({ sittingId: z.uuid(), signInId: z.uuid(), started: started.optional() });
export const deviceClaims = z.object({ id: z.uuid(), accounts: z.array(z.uuid()), begun: z.array(begun) });

/**
 * What a browser is known by: a mark of its own, the accounts that have signed in there, and the sittings that were
 * begun there, each with the sign-in it is good as long as.
 */
export type KnownDevice = z.output<typeof deviceClaims>;

/** The mark under which an account counts this browser's tries; null where they don't know each other. */
export const markFor = (known: KnownDevice | null, userId: string | undefined): string | null =>
  known && userId !== undefined && known.accounts.includes(userId) ? known.id : null;
