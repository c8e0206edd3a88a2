import type { SittingFilter } from "#lib/sittings/schema.ts";

/** Which participants the page shows. */
export type LiveQuery = { page: number; filter: SittingFilter; find: string };

/** As it stands in an address, with the question mark; shortest form of it. */
export function writeLiveQuery({ page, filter, find }: LiveQuery): string {
  const search = new URLSearchParams();
  if (filter !== "all") search.set("filter", filter);
  if (find !== "") search.set("find", find);
  if (page > 1) search.set("page", String(page));
  return search.size > 0 ? `?${search}` : "";
}
