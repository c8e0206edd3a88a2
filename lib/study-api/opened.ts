import "server-only";
import type { Staff } from "#lib/auth/study-scope.ts";
import { readSegment } from "#lib/benchmarks/schema.ts";
import { refuse } from "#lib/study-api/refuse.ts";
import { getRows, getWholeRows, type WholeRows } from "#lib/study-results/rows/rows-queries.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { getStudy } from "#lib/studies/queries.ts";

type OpenedRows<Rows> = { ok: true; rows: Rows } | { ok: false; refusal: Response };

/**
 * The rows of a study that was opened, by the part of an address; whoever doesn't belong to it isn't told that it is there.
 * Of its first kind.
 */
export const findOpened = (viewer: Staff, segment: string): Promise<OpenedRows<StudyRows>> =>
  find(viewer, segment, (slug) => getRows(viewer, slug));

/** The same, of all kinds. */
export const findWhole = (viewer: Staff, segment: string): Promise<OpenedRows<WholeRows>> =>
  find(viewer, segment, (slug) => getWholeRows(viewer, slug));

async function find<Rows>(
  viewer: Staff,
  segment: string,
  read: (slug: string) => Promise<Rows | null>,
): Promise<OpenedRows<Rows>> {
  const slug = readSegment(segment);
  if (slug === null) return { ok: false, refusal: refuse("not_found") };
  const rows = await read(slug);
  if (rows) return { ok: true, rows };
  return { ok: false, refusal: refuse((await getStudy(viewer, slug)) ? "not_opened" : "not_found") };
}
