import "server-only";
import type { Staff } from "#lib/auth/study-scope.ts";
import { readSegment } from "#lib/benchmarks/schema.ts";
import { refuse } from "#lib/study-api/refuse.ts";
import { getRows } from "#lib/study-results/rows/rows-queries.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { getStudy } from "#lib/studies/queries.ts";

type Opened = { ok: true; rows: StudyRows } | { ok: false; refusal: Response };

/** The rows of a study that was opened, by the part of an address; whoever doesn't belong to it isn't told that it is there. */
export async function findOpened(viewer: Staff, segment: string): Promise<Opened> {
  const slug = readSegment(segment);
  if (slug === null) return { ok: false, refusal: refuse("not_found") };
  const rows = await getRows(viewer, slug);
  if (rows) return { ok: true, rows };
  return { ok: false, refusal: refuse((await getStudy(viewer, slug)) ? "not_opened" : "not_found") };
}
