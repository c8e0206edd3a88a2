import "server-only";
import type { z } from "zod";
import type { Staff } from "#lib/auth/study-scope.ts";
import { findWhole } from "#lib/study-api/opened.ts";
import { readQuery, wrong } from "#lib/study-api/query.ts";
import { refuse } from "#lib/study-api/refuse.ts";
import type { viewQuery } from "#lib/study-api/results-query.ts";
import { chooseKind } from "#lib/study-results/rows/rows-queries.ts";
import type { StudyRows } from "#lib/study-results/rows/rows.ts";
import { mayShow, readView, type View } from "#lib/study-results/schema.ts";

type ViewedRows<Query> =
  | { ok: true; rows: StudyRows; view: View; query: Query }
  | { ok: false; refusal: Response };

/** The rows of a study and the view of them that an address asks for, where it may be shown. */
export async function findViewed<Schema extends z.ZodType<z.output<typeof viewQuery>>>(
  viewer: Staff,
  request: Request,
  segment: string,
  schema: Schema,
): Promise<ViewedRows<z.output<Schema>>> {
  const { searchParams } = new URL(request.url);
  const asked = searchParams.get("kind") ?? undefined;
  const opened = await findWhole(viewer, segment);
  if (!opened.ok) return opened;
  const read = readQuery(schema, request);
  if (!read.ok) return read;
  const rows = chooseKind(opened.rows, { kind: asked, track: searchParams.get("track") });
  if (asked !== undefined && asked !== rows.kind) return wrong("kind", "the study has no cases of that kind");
  const view = readView(read.query, rows);
  // A page leaves out what it doesn't know; a program would take the figures of everything for those it asked for.
  for (const part of ["track", "cohort"] as const)
    if (read.query[part] !== undefined && view[part] === null)
      return wrong(part, "the study has none of that name");
  if (!mayShow(rows.study, view.who)) return { ok: false, refusal: refuse("not_shown_yet") };
  return { ok: true, rows, view, query: read.query };
}
