import { z } from "zod";
import type { LiveQuery } from "#components/live/view.ts";
import { withoutNul } from "#lib/auth/schema.ts";
import { sittingFilters } from "#lib/sittings/filters.ts";

const asked = z.object({
  page: z.coerce.number().pipe(z.int().min(1).max(100_000)).catch(1),
  filter: z.enum(sittingFilters).catch("all"),
  find: z.string().trim().max(60).regex(withoutNul).catch(""),
});

/** From the page's address; what makes no sense there is as if it weren't. For the server: browsers only write it. */
export const readLiveQuery = (search: Readonly<Record<string, unknown>>): LiveQuery => asked.parse(search);
