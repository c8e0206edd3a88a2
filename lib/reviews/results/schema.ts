import { z } from "zod";

/** Where an item stands: not decided, decided and not drawn, drawn, or checked and found right or wrong. */
export const itemStandings = ["waiting", "unchecked", "to_check", "right", "corrected"] as const;
export type ItemStanding = (typeof itemStandings)[number];

const number = z.coerce.number().int().min(1).max(2_147_483_647).optional().catch(undefined);

/** What an address asks of the list of items; whatever makes no sense asks for nothing. */
export const itemFilter = z.object({
  batch: number,
  annotator: number,
  standing: z.enum(itemStandings).optional().catch(undefined),
  outcome: z.enum(["accepted", "rejected"]).optional().catch(undefined),
  page: number,
});
export type ItemFilter = z.output<typeof itemFilter>;
