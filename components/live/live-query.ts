import { z } from "zod";
import { withoutNul } from "#lib/auth/schema.ts";
import { sittingFilters } from "#lib/sittings/schema.ts";

const asked = z.object({
  page: z.coerce.number().pipe(z.int().min(1).max(100_000)).catch(1),
  filter: z.enum(sittingFilters).catch("all"),
  find: z.string().trim().max(60).regex(withoutNul).catch(""),
});
export type LiveQuery = z.output<typeof asked>;

/** Which participants the page shows, from its address; what makes no sense there is as if it weren't. */
export const readLiveQuery = (search: Readonly<Record<string, unknown>>): LiveQuery => asked.parse(search);

/** Shortest form of it, with the question mark. */
export function writeLiveQuery({ page, filter, find }: LiveQuery): string {
  const search = new URLSearchParams();
  if (filter !== "all") search.set("filter", filter);
  if (find !== "") search.set("find", find);
  if (page > 1) search.set("page", String(page));
  return search.size > 0 ? `?${search}` : "";
}
