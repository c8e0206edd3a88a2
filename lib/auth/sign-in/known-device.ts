import { z } from "zod";

const begun = z.object({ sittingId: z.uuid(), signInId: z.uuid() });
export const deviceClaims = z.object({ id: z.uuid(), accounts: z.array(z.uuid()), begun: z.array(begun) });

/**
 * What a browser is known by: a mark of its own, the accounts that have signed in there, and the sittings that were
 * begun there, each with the sign-in it is good as long as.
 */
export type KnownDevice = z.output<typeof deviceClaims>;

/** The mark under which an account counts this browser's tries; null where they don't know each other. */
export const markFor = (known: KnownDevice | null, userId: string | undefined): string | null =>
  known && userId !== undefined && known.accounts.includes(userId) ? known.id : null;
