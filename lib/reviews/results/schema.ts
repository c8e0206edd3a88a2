import { z } from "zod";
import { reviewPath } from "#lib/paths.ts";
import { fieldKey } from "#lib/plain-values.ts";

/** Where an item stands: not decided, decided and not drawn, drawn, or checked and found right or wrong. */
export const itemStandings = ["waiting", "unchecked", "to_check", "right", "corrected"] as const;
export type ItemStanding = (typeof itemStandings)[number];

const number = z.coerce.number().int().min(1).max(2_147_483_647).optional().catch(undefined);

/** Which page of a list an address asks for; the first where that makes no sense. */
export const readPage = (given: unknown): number => number.parse(given) ?? 1;

/** What an address asks of the list of items; whatever makes no sense asks for nothing. */
export const itemFilter = z.object({
  batch: number,
  annotator: number,
  standing: z.enum(itemStandings).optional().catch(undefined),
  outcome: z.enum(["accepted", "rejected"]).optional().catch(undefined),
  /** By the keys of the review's own lists. */
  reason: fieldKey.optional().catch(undefined),
  error: fieldKey.optional().catch(undefined),
  page: number,
});
export type ItemFilter = z.output<typeof itemFilter>;

/** The list with what is asked for, so that a figure leads to the items behind it. */
export function itemsPath(slug: string, filter: ItemFilter): string {
  const asked = Object.entries(filter).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return `${reviewPath(slug, "items")}?${new URLSearchParams(asked)}`;
}
