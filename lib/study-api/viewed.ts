import "server-only";
import type { z } from "zod";
import type { Staff } from "#lib/auth/study-scope.ts";
import { findOpened } from "#lib/study-api/opened.ts";
import { readQuery, wrong } from "#lib/study-api/query.ts";
import { refuse } from "#lib/study-api/refuse.ts";
import type { viewQuery } from "#lib/study-api/results-query.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { mayShow, readView, type View } from "#lib/study-results/schema.ts";

type Viewed<Query> =
  | { ok: true; rows: StudyRows; view: View; query: Query }
  | { ok: false; refusal: Response };

/** The rows of a study and the view of them that an address asks for, where it may be shown. */
export async function findViewed<Schema extends z.ZodType<z.output<typeof viewQuery>>>(
  viewer: Staff,
  request: Request,
  segment: string,
  schema: Schema,
): Promise<Viewed<z.output<Schema>>> {
  const asked = new URL(request.url).searchParams.get("kind") ?? undefined;
  const opened = await findOpened(viewer, segment, asked);
  if (!opened.ok) return opened;
  const read = readQuery(schema, request);
  if (!read.ok) return read;
  const { rows } = opened;
  if (asked !== undefined && asked !== rows.kind) return wrong("kind", "the study has no cases of that kind");
  const view = readView(read.query, rows);
  // A page leaves out what it doesn't know; a program would take the figures of everything for those it asked for.
  for (const part of ["track", "cohort"] as const)
    if (read.query[part] !== undefined && view[part] === null)
      return wrong(part, "the study has none of that name");
  if (!mayShow(rows.study, view.who)) return { ok: false, refusal: refuse("not_shown_yet") };
  return { ok: true, rows, view, query: read.query };
}
